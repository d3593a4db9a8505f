//! The catalogue over HTTP, and the bytes of its lessons.

mod access_over_time;
mod catalogue;
mod downloads;
mod ranges;
