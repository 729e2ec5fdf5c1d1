//! How the composite values in the errors of a pod template look.

use serde_json::Value;

use crate::api::amount;
use crate::api::field::{Errors, Path, Shown, Wording};
use crate::api::printed::{FINALIZERS, Shape, Struct, internal, printed};

pub const TEXTS: &Shape = &FINALIZERS;

const BOOL: Shape = Shape::Pointer("bool");
const INT64: Shape = Shape::Pointer("int64");
const STRING: Shape = Shape::Pointer("string");

pub const RESOURCE_CLAIM: &Shape = &Shape::Struct(&Struct {
    go: "core.PodResourceClaim",
    members: &[
        internal("Name", "name", Shape::Scalar),
        internal("ResourceClaimName", "resourceClaimName", STRING),
        internal("ResourceClaimTemplateName", "resourceClaimTemplateName", STRING),
    ],
});

pub const SECCOMP_PROFILE: &Shape = &Shape::Struct(&SECCOMP);

pub const SECURITY_CONTEXT: &Shape = &Shape::Struct(&Struct {
    go: "core.SecurityContext",
    members: &[
        internal("Capabilities", "capabilities", Shape::StructPointer(&CAPABILITIES)),
        internal("Privileged", "privileged", BOOL),
        internal("SELinuxOptions", "seLinuxOptions", Shape::StructPointer(&SELINUX)),
        internal("WindowsOptions", "windowsOptions", Shape::StructPointer(&WINDOWS)),
        internal("RunAsUser", "runAsUser", INT64),
        internal("RunAsGroup", "runAsGroup", INT64),
        internal("RunAsNonRoot", "runAsNonRoot", BOOL),
        internal("ReadOnlyRootFilesystem", "readOnlyRootFilesystem", BOOL),
        internal("AllowPrivilegeEscalation", "allowPrivilegeEscalation", BOOL),
        internal("ProcMount", "procMount", Shape::Pointer("core.ProcMountType")),
        internal("SeccompProfile", "seccompProfile", Shape::StructPointer(&SECCOMP)),
        internal("AppArmorProfile", "appArmorProfile", Shape::StructPointer(&APP_ARMOR)),
    ],
});

const CAPABILITIES: Struct = Struct {
    go: "core.Capabilities",
    members: &[
        internal("Add", "add", Shape::List("core.Capability", &Shape::Scalar)),
        internal("Drop", "drop", Shape::List("core.Capability", &Shape::Scalar)),
    ],
};

const SELINUX: Struct = Struct {
    go: "core.SELinuxOptions",
    members: &[
        internal("User", "user", Shape::Scalar),
        internal("Role", "role", Shape::Scalar),
        internal("Type", "type", Shape::Scalar),
        internal("Level", "level", Shape::Scalar),
    ],
};

const WINDOWS: Struct = Struct {
    go: "core.WindowsSecurityContextOptions",
    members: &[
        internal("GMSACredentialSpecName", "gmsaCredentialSpecName", STRING),
        internal("GMSACredentialSpec", "gmsaCredentialSpec", STRING),
        internal("RunAsUserName", "runAsUserName", STRING),
        internal("HostProcess", "hostProcess", BOOL),
    ],
};

const SECCOMP: Struct = Struct {
    go: "core.SeccompProfile",
    members: &[
        internal("Type", "type", Shape::Scalar),
        internal("LocalhostProfile", "localhostProfile", STRING),
    ],
};

const APP_ARMOR: Struct = Struct {
    go: "core.AppArmorProfile",
    members: &[
        internal("Type", "type", Shape::Scalar),
        internal("LocalhostProfile", "localhostProfile", STRING),
    ],
};

/// An error about a composite value.
pub fn invalid(value: Option<&Value>, shape: &Shape, detail: &str, path: Path<'_>, errors: &mut Errors) {
    let written = printed(value, shape, errors.wording);
    errors.invalid(path, Shown::Written(&written), detail);
}

/// A quantity as a struct with its number, or as JSON.
pub fn quantity(quantity: &Value, wording: Wording) -> String {
    let written = quantity.as_str().unwrap_or_default();
    if wording == Wording::Json {
        return crate::api::field::quote(written);
    }
    let (mut value, mut scale) = (amount::of(written), -9);
    while value != 0 && value % 10 == 0 {
        (value, scale) = (value / 10, scale + 1);
    }
    let format = match written {
        _ if written.ends_with('i') => "BinarySI",
        _ if written.contains(['e', 'E']) && !written.ends_with('E') => "DecimalExponent",
        _ => "DecimalSI",
    };
    format!(
        "resource.Quantity{{i:resource.int64Amount{{value:{value}, scale:{scale}}}, d:resource.infDecAmount{{Dec:(*inf.Dec)(nil)}}, s:\"\", Format:\"{format}\"}}"
    )
}
