//! Threads with a bounded queue for work that blocks: one kind of pool, and its uses that belong to no feature. Payments and
//! Discord have theirs in their own folders.

pub mod costly_calls;
pub mod hashing;
pub mod panics;
pub mod pool;
pub mod range_body;
pub mod turns;
