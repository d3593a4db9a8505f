//! A lesson: a video or a text, and what belongs to it.

pub mod captions;
pub mod chapters;
pub mod chart;
pub mod chart_noise;
pub mod content;
pub mod decimal;
pub mod destination;
pub mod exercise;
pub mod language;
pub mod markdown;
pub mod open;
pub mod replay;
pub mod store;
pub mod timezone;
