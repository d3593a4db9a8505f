//! The recipe on clips of a second or two, made by ffmpeg itself.

mod clips;
mod field;
mod recipe;
mod refusals;
mod sources;
mod stopping;
