//! Course folders, in and out.

mod exports;
pub(crate) mod folders;
