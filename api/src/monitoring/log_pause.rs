//! Lines of the log that requests cause, once a minute.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

const PAUSE: Duration = Duration::from_secs(60);

/// When a line was written last.
pub struct LogPause(Mutex<Option<Instant>>);

impl LogPause {
    pub const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Whether a minute has passed since this was last answered with yes.
    pub fn is_over(&self) -> bool {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_over = last.is_none_or(|last| last.elapsed() >= PAUSE);
        if is_over {
            *last = Some(Instant::now());
        }
        is_over
    }
}
