//! Every test that runs on this machine, as one binary.
#![cfg(not(target_arch = "wasm32"))]

mod conformance;
mod faults;
mod fixture;
mod layers;
mod replay;
mod scenarios;
mod worked;
