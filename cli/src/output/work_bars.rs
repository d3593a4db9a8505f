//! A bar for each piece of work that several threads do at once; nothing at all where standard error is no terminal.

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use kernel::OneLine;

/// Steps of a bar; finer than any terminal is wide.
const STEPS: u64 = 1_000;

#[derive(Default)]
pub struct WorkBars(MultiProgress);

pub struct WorkBar(ProgressBar);

impl WorkBars {
    /// A bar below the others.
    pub fn add(&self, name: &str) -> WorkBar {
        let bar = self.0.add(ProgressBar::new(STEPS));
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent:>3} % {wide_msg}") {
            bar.set_style(style);
        }
        bar.set_message(OneLine::spaced(name));
        WorkBar(bar)
    }
}

impl WorkBar {
    /// How much is done, from 0 to 1.
    pub fn show(&self, share: f64) {
        self.0.set_position((share.clamp(0.0, 1.0) * STEPS as f64) as u64);
    }

    pub fn end(&self) {
        self.0.finish_and_clear();
    }
}
