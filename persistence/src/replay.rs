//! Replays as rows.

pub(crate) mod content;
pub(crate) mod runs;
