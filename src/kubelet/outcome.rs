//! The outcome plan: how pods end while the reader only watches.

use serde::Serialize;

use crate::api::plain::{plain_struct, plain_variants};

/// The usual spans, in milliseconds.
const ONE_SECOND: i64 = 1000;
const FIVE_SECONDS: i64 = 5000;

/// A default for every pod, and exceptions by index and attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct OutcomePlan {
    pub default: Outcome,
    /// The first that fits a pod wins over the default.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exceptions: Vec<OutcomeException>,
    /// Milliseconds from a deletion to its end.
    #[serde(default)]
    pub termination_ms: i64,
}

plain_struct!(OutcomePlan { default: need, exceptions: empty, termination_ms: or(ONE_SECOND) });

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct OutcomeException {
    /// Pods of this completion index; absent: of any, or of none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<i32>,
    /// The n-th pod of its index (of its Job, without indexes), counted from 1; absent: every one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempt: Option<u32>,
    pub outcome: Outcome,
}

plain_struct!(OutcomeException { outcome: need, index: may, attempt: may });

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    pub ending: Ending,
    /// Milliseconds from creation to running.
    #[serde(default)]
    pub start_ms: i64,
    /// Milliseconds from running to the end.
    #[serde(default)]
    pub run_ms: i64,
}

plain_struct!(Outcome { ending: need, start_ms: or(ONE_SECOND), run_ms: or(FIVE_SECONDS) });

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Ending {
    Succeed,
    Fail {
        exit_code: i32,
    },
    Evict,
    /// Runs for ever.
    Hang,
    /// Runs for ever without becoming ready.
    NeverReady,
    /// Stays Pending.
    NeverScheduled,
}

plain_variants!(Ending by "kind" {
    Succeed {},
    Fail { exit_code: need },
    Evict {},
    Hang {},
    NeverReady {},
    NeverScheduled {},
});

impl Outcome {
    pub fn new(ending: Ending) -> Outcome {
        Outcome { ending, start_ms: ONE_SECOND, run_ms: FIVE_SECONDS }
    }
}

impl Default for OutcomePlan {
    fn default() -> OutcomePlan {
        OutcomePlan::always(Ending::Succeed)
    }
}

impl OutcomePlan {
    /// Every pod ends like this.
    pub fn always(ending: Ending) -> OutcomePlan {
        OutcomePlan { default: Outcome::new(ending), exceptions: Vec::new(), termination_ms: ONE_SECOND }
    }

    pub(super) fn outcome(&self, index: Option<i32>, attempt: u32) -> Outcome {
        let fits = |exception: &&OutcomeException| {
            exception.index.is_none_or(|wanted| Some(wanted) == index)
                && exception.attempt.is_none_or(|wanted| wanted == attempt)
        };
        self.exceptions.iter().find(fits).map_or(self.default, |exception| exception.outcome)
    }
}
