//! Packaging of videos for adaptive playback (contract, "Packaging"): what is done with a source, and where its segments begin.
//!
//! Two renditions of one size, because a chart that is scaled down loses its digits: `top`, the source's picture, and `low`, the
//! same picture at a low rate. Both have a key frame at the beginning of each segment, at identical times.

pub mod plan;
pub mod segments;
pub mod store;
