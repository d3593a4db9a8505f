//! Ids that every feature names.

/// The number of a user; never given to another after a deletion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UserId(pub i32);
