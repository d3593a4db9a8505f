//! The catalogue over HTTP, and the bytes of its lessons.

mod access_over_time;
mod catalogue;
mod downloads;
mod lesson_access;
pub(crate) mod lessons;
mod object_store;
mod packages;
mod ranges;
mod replays;
mod search;
mod visibility;
