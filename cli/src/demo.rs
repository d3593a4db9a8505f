//! `portal demo`: the courses that come with the program.

pub mod load;
