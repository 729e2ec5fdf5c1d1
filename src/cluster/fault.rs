//! Faults: requests of the controller that fail, before or after they took effect, and its crash between two requests.

use serde::Serialize;

use crate::api::plain::{plain_struct, plain_words};
use crate::api::{ApiError, ErrorReason, Kind, Request, Text};
use crate::sorted::{self, order};
use crate::trace::{FaultSummary, FaultVerb};

/// Which requests fail, how often and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Fault {
    pub verb: FaultVerb,
    pub error: FaultError,
    /// Matching requests that pass before the first one is hit.
    #[serde(default, skip_serializing_if = "crate::api::meta::is_zero")]
    pub skip: u32,
    /// Requests to hit; absent: all until cleared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Hit just the creations for these completion indexes, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub indexes: Vec<i32>,
    /// Hit just the requests on these pods, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string[]"))]
    pub pods: Vec<Text>,
}

plain_struct!(Fault { verb: need, error: need, skip: empty, count: may, indexes: empty, pods: empty });

/// What the request is answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum FaultError {
    Conflict,
    NotFound,
    Invalid,
    TooManyRequests,
    InternalError,
    Forbidden,
    NamespaceTerminating,
    Timeout,
    /// The request takes effect; only the answer is lost.
    TimeoutAfterEffect,
}

plain_words!(FaultError camel {
    Conflict,
    NotFound,
    Invalid,
    TooManyRequests,
    InternalError,
    Forbidden,
    NamespaceTerminating,
    Timeout,
    TimeoutAfterEffect,
});

/// Armed faults, in the order in which they were armed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    armed: Vec<Fault>,
    /// The controller crashes after this many requests of its next sync that sends any.
    crash_after: Option<u32>,
}

impl Faults {
    /// An index or pod that is named twice is hit once all the same.
    pub fn arm(&mut self, mut fault: Fault) {
        sort_out(&mut fault.indexes);
        sort_out(&mut fault.pods);
        self.armed.push(fault);
    }

    pub fn clear(&mut self) -> usize {
        self.crash_after = None;
        std::mem::take(&mut self.armed).len()
    }

    pub fn armed(&self) -> &[Fault] {
        &self.armed
    }

    pub fn crash_after(&self) -> Option<u32> {
        self.crash_after
    }

    pub fn arm_crash(&mut self, after_requests: Option<u32>) {
        self.crash_after = after_requests;
    }

    /// The first armed fault that the request meets, used up by one. Here the WebAssembly module is cut in two, so it is
    /// never inlined, and only called where a fault is armed.
    #[inline(never)]
    pub(super) fn hit(&mut self, request: &Request) -> Option<(FaultSummary, ApiError)> {
        let verb = verb_of(request)?;
        let position = self.armed.iter_mut().position(|fault| fault.verb == verb && fault.meets(request))?;
        let fault = &self.armed[position];
        let hit = (fault.summary(), fault.error.api_error(request));
        if fault.is_used_up() {
            self.armed.remove(position);
        }
        Some(hit)
    }
}

impl Fault {
    pub fn new(verb: FaultVerb, error: FaultError) -> Fault {
        Fault { verb, error, skip: 0, count: Some(1), indexes: Vec::new(), pods: Vec::new() }
    }

    pub fn summary(&self) -> FaultSummary {
        FaultSummary {
            verb: self.verb,
            reason: self.error.reason(),
            after_effect: self.error == FaultError::TimeoutAfterEffect,
            left: if self.names_targets() {
                Some((self.indexes.len() + self.pods.len()) as u32)
            } else {
                self.count
            },
        }
    }

    fn names_targets(&self) -> bool {
        !self.indexes.is_empty() || !self.pods.is_empty()
    }

    fn is_used_up(&self) -> bool {
        !self.names_targets() && self.count == Some(0)
    }

    /// Whether the request is hit; counts it.
    fn meets(&mut self, request: &Request) -> bool {
        if self.names_targets() {
            let met = match request {
                Request::CreatePod { pod } => {
                    let index = pod.completion_index();
                    index.is_some_and(|index| take(&mut self.indexes, &index))
                }
                Request::DeletePod { key, .. } | Request::PatchPod { key, .. } => {
                    take(&mut self.pods, &key.name)
                }
                _ => false,
            };
            if met && !self.names_targets() {
                self.count = Some(0);
            }
            return met;
        }
        if self.count == Some(0) {
            return false;
        }
        if self.skip > 0 {
            self.skip -= 1;
            return false;
        }
        if let Some(count) = &mut self.count {
            *count -= 1;
        }
        true
    }
}

fn sort_out<T: Ord>(targets: &mut Vec<T>) {
    order::sort(targets);
    targets.dedup();
}

/// Takes one out of those in order, if it is there.
fn take<T: Ord>(targets: &mut Vec<T>, target: &T) -> bool {
    let found = sorted::search(targets.len(), &|position| targets[position].cmp(target));
    found.map(|position| targets.remove(position)).is_ok()
}

fn verb_of(request: &Request) -> Option<FaultVerb> {
    match request {
        Request::GetJob { .. } => Some(FaultVerb::GetJob),
        Request::UpdateJobStatus { .. } => Some(FaultVerb::UpdateStatus),
        Request::CreatePod { .. } => Some(FaultVerb::CreatePod),
        Request::PatchPod { .. } => Some(FaultVerb::PatchPod),
        Request::DeletePod { .. } => Some(FaultVerb::DeletePod),
        _ => None,
    }
}

impl FaultError {
    fn reason(self) -> ErrorReason {
        match self {
            FaultError::Conflict => ErrorReason::Conflict,
            FaultError::NotFound => ErrorReason::NotFound,
            FaultError::Invalid => ErrorReason::Invalid,
            FaultError::TooManyRequests => ErrorReason::TooManyRequests,
            FaultError::InternalError => ErrorReason::InternalError,
            FaultError::Forbidden | FaultError::NamespaceTerminating => ErrorReason::Forbidden,
            FaultError::Timeout | FaultError::TimeoutAfterEffect => ErrorReason::Timeout,
        }
    }

    fn api_error(self, request: &Request) -> ApiError {
        let (kind, name) = target_of(request);
        let message = match self {
            FaultError::Conflict => return ApiError::conflict(kind, "injected", "injected"),
            FaultError::NotFound => return ApiError::not_found(kind, name),
            FaultError::Invalid => format!("{} \"{name}\" is invalid: injected", kind.resource()),
            FaultError::TooManyRequests => {
                "the server has received too many requests and has asked us to try again later".to_owned()
            }
            FaultError::InternalError => "Internal error occurred: injected".to_owned(),
            FaultError::Forbidden => format!("{} is forbidden: injected", kind.resource()),
            FaultError::NamespaceTerminating => format!(
                "{} is forbidden: unable to create new content in namespace default because it is being terminated",
                kind.resource()
            ),
            FaultError::Timeout | FaultError::TimeoutAfterEffect => "Timeout: injected".to_owned(),
        };
        let mut error = ApiError::new(self.reason(), message);
        error.namespace_terminating = self == FaultError::NamespaceTerminating;
        error
    }
}

fn target_of(request: &Request) -> (Kind, &str) {
    let name: &str = match request {
        Request::CreatePod { pod } => &pod.metadata.name,
        Request::PatchPod { key, .. }
        | Request::DeletePod { key, .. }
        | Request::UpdateJobStatus { key, .. }
        | Request::GetJob { key } => &key.name,
        _ => "",
    };
    (request.kind(), name)
}
