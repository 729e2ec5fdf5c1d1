//! Every test that runs on this machine, as one binary.
#![cfg(not(target_arch = "wasm32"))]

mod applying;
mod conformance;
mod copied;
mod exceptions;
mod expectations;
mod explain;
mod faults;
mod field_table;
mod fixture;
mod glance;
mod golden;
mod kubectl;
mod layers;
mod live_counting;
mod moments;
mod plain;
mod pod_acts;
mod pod_template;
mod properties;
mod queue;
mod replay;
mod reports;
mod scenario_files;
mod scenarios;
mod trusted;
mod worked;
mod yaml;
