//! A file of TOML, read by a table of its keys: every problem at once, each with its line, what is expected and the nearest key.
//!
//! Decision: the parsed text is walked along the rows of a table, and values are taken from it by name; a value that is refused reads as
//! one that is missing. Ruled out: serde, which stops at the first problem and does not say in which line the others are. Cost: a key is
//! named in its row and where it is read; a test that writes and reads each file finds a key that lacks one of them.

pub(crate) mod key;
pub(crate) mod kind;
pub(crate) mod read;
pub(crate) mod table;
mod walk;
