//! What the API server fills in when it decodes a Job: on plain data, the Job's own fields and those of its template.

pub mod job;
pub mod pod;
