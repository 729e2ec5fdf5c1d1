//! Jobscope: the Kubernetes Job controller as a deterministic machine that says why.
//!
//! Everything that can happen is an [`Action`](world::Action). A [`World`](world::World) lists the actions open to it
//! and applies one; what comes back are [`Note`](trace::Note)s, which say what was done or decided and from which
//! values. Playing, stepping, traces, time travel, tests and bug reports are all lists of actions.
//!
//! ```text
//! manifest ─► api ─► cluster (store, revision, finalizers) ─► watch streams
//!                       ▲          ▲                              │ one a kind, in order only inside a kind
//!      requests of a    │          │ requests of the kubelet      ▼
//!      sync         ┌───┘      kubelet, garbage collector     informer (late copy)
//!                   │                                             │ notifications (old, new)
//! workqueue ─► worker ─► sync: claim ─► count ─► decide ─► manage ─► track
//!     ▲                                                           ▼
//!     └──── add / add_after / add_rate_limited ◄── expectations ◄─ handlers
//! ```
//!
//! Read the modules in the order in which they stand here: it is the order of the flow.
//!
//! | word | means |
//! |---|---|
//! | object, key | a Job or Pod; its `namespace/name` |
//! | request, answer | a verb sent to the API server, and what it says |
//! | watch event | what the API server streams: added, modified, deleted |
//! | notification | what the informer hands to a handler |
//! | item | what stands in a queue |
//! | action | one thing that may happen next to the world |
//! | note | what an action did and why: a line of the trace |
//! | event | a Kubernetes Event object, nothing else |
//! | fault | a way that a request, a watch or the controller goes wrong |
//! | snapshot, checkpoint | what the page is given, a world kept in the timeline |
//!
//! A world is a value: it asks neither the clock nor chance, and equal worlds stay equal under equal actions.
//!
//! ```
//! use std::sync::Arc;
//!
//! use jobscope::controllers::job::Profile;
//! use jobscope::world::{Action, World, WorldOptions};
//!
//! let job = serde_json::json!({
//!     "apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "pi"},
//!     "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}},
//! });
//! let mut world = World::new(WorldOptions::new(Profile::v1_33()));
//! world.apply(&Action::CreateJob { job: Arc::new(job) });
//! while let Some(action) = world.next_action() {
//!     world.apply(&action);
//! }
//! let job = world.cluster().jobs().next().expect("nobody deleted it");
//! assert!(job.is_finished());
//! assert_eq!(job.status.succeeded, 1);
//! ```

pub mod time;

pub mod sorted;

pub mod api;

pub mod workqueue;

pub mod trace;

pub mod cluster;

pub mod informer;

pub mod controllers;

pub mod kubelet;

pub mod world;

pub mod timeline;

pub mod explain;

#[cfg(not(target_arch = "wasm32"))]
pub mod explore;

pub mod view;

pub mod kubectl;

#[cfg(target_arch = "wasm32")]
pub mod wasm;
