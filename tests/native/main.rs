//! Every test that runs on this machine, as one binary.
#![cfg(not(target_arch = "wasm32"))]

mod conformance;
mod exceptions;
mod expectations;
mod explain;
mod faults;
mod fixture;
mod layers;
mod live_counting;
mod properties;
mod queue;
mod replay;
mod reports;
mod scenarios;
mod worked;
