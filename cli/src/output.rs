//! What a command prints: data on standard output, words on standard error, and why it was not done.

mod cell;
mod fit;
mod formula;
mod prompt;
mod records;
mod refusal;
mod stream;
mod work_bars;

pub use cell::{Cell, Column, day, minute, rfc3339, until};
pub use prompt::{ask, bar, can_ask, confirm, counted, say};
pub use records::{Format, Records, print_json, print_text};
pub use refusal::{Refusal, failed, refused};
pub use stream::RecordStream;
pub use work_bars::WorkBars;
