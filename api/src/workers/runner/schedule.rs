//! What is done again and again, each schedule on a thread of its own.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};

use crate::pools::panics::contain;
use crate::workers::clock_guard::{AtStart, ClockGuard};

/// Something to do every so often.
pub struct Schedule {
    pub name: &'static str,
    pub every: Duration,
    /// How long the clock must have run evenly; `None`: the work does not depend on it.
    pub steady: Option<Duration>,
    /// Gets the time by which to act; `None` while the clock is not to be relied on.
    pub work: Box<dyn FnMut(Option<DateTime<Utc>>) + Send>,
}

impl Schedule {
    /// Starts the thread. It ends with the process.
    pub fn start(mut self) -> std::io::Result<()> {
        let mut clock = (self.steady).map(|steady| ClockGuard::new(steady, AtStart::Watched));
        std::thread::Builder::new()
            .name(self.name.to_owned())
            .spawn(move || {
                loop {
                    let now = match &mut clock {
                        Some(clock) => clock.confirmed(Utc::now(), Instant::now()),
                        None => Some(Utc::now()),
                    };
                    let _ = contain(|| (self.work)(now));
                    std::thread::sleep(self.every);
                }
            })?;
        Ok(())
    }
}
