//! Controllers: each reads caches, keeps its own memory, and sends requests to the cluster.

pub mod garbage_collector;
pub mod job;
