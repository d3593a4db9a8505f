//! Course folders, in and out.

mod attachments;
mod exercise_problems;
mod exercises;
pub(crate) mod exports;
mod false_headers;
pub(crate) mod folders;
mod lesson_problems;
mod lessons;
mod replay_problems;
mod replays;
mod several_problems;
