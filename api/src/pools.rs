//! Threads with bounded queues for work that blocks.

pub mod hashing;
pub mod panics;
pub mod range_body;
