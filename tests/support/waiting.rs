//! Waiting for what a server, a worker or a command does in its own time.
//!
//! Decision: a wait is a poll with a pause and a limit, written here once. A poll without a pause takes the processor from the
//! server that it waits for, and a run of several tests at once then takes twice its time. No result of a test depends on the
//! length of the pause.

use std::{
    fmt::{Display, Formatter},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use chrono::{Timelike as _, Utc};

/// A test that waits longer than this fails with a message, before the runner ends it.
pub const TIMEOUT: Duration = Duration::from_secs(90);

/// A time limit of the product, as a test holds it: to the letter where nothing runs beside it (`make endurance`), else five times as long.
/// A request that waits without a limit, or by a longer one, is found in either.
#[must_use]
pub fn allowed(limit: Duration) -> Duration {
    let is_alone = std::env::var("NEXTEST_PROFILE").is_ok_and(|profile| profile == "endless");
    if is_alone { limit } else { limit * 5 }
}

/// Between two looks. Most looks are a query or a request, which take the processor from what is waited for.
pub const PAUSE: Duration = Duration::from_millis(20);

/// A message that is built only where the wait has failed, for what is known only then.
pub struct Late<F>(pub F);

impl<F: Fn() -> String> Display for Late<F> {
    fn fmt(&self, out: &mut Formatter<'_>) -> std::fmt::Result {
        out.write_str(&(self.0)())
    }
}

/// Sets a flag when it is dropped: threads that run until then end also where the test fails.
pub struct SetOnDrop<'a>(pub &'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// Waits for midnight (UTC) where it is less than two minutes away, for tests of what is counted by days, months or years.
pub fn on_one_day() {
    let left = 86_400 - Utc::now().num_seconds_from_midnight();
    if left < 120 {
        std::thread::sleep(Duration::from_secs(u64::from(left) + 1));
    }
}

/// Waits until it is so.
///
/// # Panics
/// With `what`, where it is not so within [`TIMEOUT`].
#[track_caller]
pub fn until(what: impl Display, is_so: impl FnMut() -> bool) {
    until_within(TIMEOUT, what, is_so);
}

/// [`until`] with another limit.
#[track_caller]
pub fn until_within(limit: Duration, what: impl Display, mut is_so: impl FnMut() -> bool) {
    found_within(limit, what, || is_so().then_some(()));
}

/// Waits until there is a value.
///
/// # Panics
/// With `what`, without a value within [`TIMEOUT`].
#[track_caller]
pub fn found<T>(what: impl Display, look: impl FnMut() -> Option<T>) -> T {
    found_within(TIMEOUT, what, look)
}

/// [`found`] with another limit.
#[track_caller]
pub fn found_within<T>(limit: Duration, what: impl Display, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(value) = look() {
            return value;
        }
        if start.elapsed() >= limit {
            // Built before the panic begins: what it asks may panic itself.
            let message = format!("not within {limit:?}: {what}");
            panic!("{message}");
        }
        std::thread::sleep(PAUSE);
    }
}
