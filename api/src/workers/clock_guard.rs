//! When work that cannot be taken back may follow the clock.
//!
//! Decision: who may see what is decided by the clock as it stands; that corrects itself when the clock does. What deletes rows,
//! gives up or mails members acts only by a time that this guard confirmed: the reading before the present one, once
//! the clock has run evenly with the monotonic clock for a while. Cost: such work is late by that while after each start and each
//! jump of the clock. A clock that is wrong from the start and stays so cannot be distinguished from a right one.

use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};

/// A clock that is set by so much at once has jumped; time services correct smaller differences without a step.
const JUMP: TimeDelta = TimeDelta::seconds(10);

/// Compares the wall clock with the monotonic clock, reading by reading.
#[derive(Debug)]
pub struct ClockGuard {
    steady_for: Duration,
    at_start: AtStart,
    last: Option<(DateTime<Utc>, Instant)>,
    /// Since when no jump was seen; `None`: the clock has been steady for long enough.
    unsteady_since: Option<Instant>,
}

/// Whether the clock is trusted when a process starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtStart {
    Trusted,
    Watched,
}

impl ClockGuard {
    #[must_use]
    pub fn new(steady_for: Duration, at_start: AtStart) -> Self {
        Self {
            steady_for,
            at_start,
            last: None,
            unsteady_since: None,
        }
    }

    /// Takes a reading of both clocks; the time by which to act, `None` while the clock is not to be relied on.
    pub fn confirmed(&mut self, wall: DateTime<Utc>, monotonic: Instant) -> Option<DateTime<Utc>> {
        let Some((last_wall, last_monotonic)) = self.last.replace((wall, monotonic)) else {
            if self.at_start == AtStart::Trusted {
                return Some(wall);
            }
            self.unsteady_since = Some(monotonic);
            return None;
        };
        let passed = monotonic.saturating_duration_since(last_monotonic);
        let expected = TimeDelta::from_std(passed).unwrap_or(TimeDelta::MAX);
        let difference = (wall - last_wall)
            .checked_sub(&expected)
            .unwrap_or(TimeDelta::MAX);
        if difference.abs() > JUMP {
            tracing::warn!(
                seconds = difference.num_seconds(),
                "the clock jumped; nothing is deleted or given up until it has been steady for a while"
            );
            self.unsteady_since = Some(monotonic);
        }
        match self.unsteady_since {
            Some(since) if monotonic.saturating_duration_since(since) < self.steady_for => None,
            _ => {
                self.unsteady_since = None;
                Some(last_wall)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);
    const STEADY: Duration = Duration::from_secs(600);

    /// Both clocks, the wall clock with an error.
    struct Clocks {
        monotonic: Instant,
        right: DateTime<Utc>,
        error: TimeDelta,
    }

    impl Clocks {
        fn new() -> Self {
            Self {
                monotonic: Instant::now(),
                right: DateTime::UNIX_EPOCH,
                error: TimeDelta::zero(),
            }
        }

        fn pass(&mut self, time: Duration) {
            self.monotonic += time;
            self.right += TimeDelta::from_std(time).unwrap();
        }

        fn read(&self, guard: &mut ClockGuard) -> Option<DateTime<Utc>> {
            guard.confirmed(self.right + self.error, self.monotonic)
        }
    }

    /// A guard that has seen a steady clock for long enough.
    fn steady() -> (Clocks, ClockGuard) {
        let (mut clocks, mut guard) = (Clocks::new(), ClockGuard::new(STEADY, AtStart::Watched));
        for _ in 0..=10 {
            let _ = clocks.read(&mut guard);
            clocks.pass(MINUTE);
        }
        assert!(clocks.read(&mut guard).is_some());
        clocks.pass(MINUTE);
        (clocks, guard)
    }

    #[test]
    fn a_start_is_no_proof_of_the_time() {
        let (mut clocks, mut guard) = (Clocks::new(), ClockGuard::new(STEADY, AtStart::Watched));
        for minute in 0..10 {
            assert_eq!(clocks.read(&mut guard), None, "after {minute} minutes");
            clocks.pass(MINUTE);
        }
        assert!(clocks.read(&mut guard).is_some());
        let mut trusting = ClockGuard::new(STEADY, AtStart::Trusted);
        assert_eq!(clocks.read(&mut trusting), Some(clocks.right));
    }

    #[test]
    fn the_reading_before_is_what_counts() {
        let (mut clocks, mut guard) = steady();
        let before = clocks.right;
        let _ = clocks.read(&mut guard);
        clocks.pass(MINUTE);
        assert_eq!(clocks.read(&mut guard), Some(before));
    }

    #[test]
    fn four_days_ahead_for_half_a_minute_confirm_nothing() {
        for ahead in [TimeDelta::days(4), TimeDelta::days(-4), TimeDelta::seconds(11)] {
            let (mut clocks, mut guard) = steady();
            let before = clocks.right;
            clocks.error = ahead;
            for _ in 0..3 {
                assert_eq!(clocks.read(&mut guard), None);
                clocks.pass(Duration::from_secs(10));
            }
            clocks.error = TimeDelta::zero();
            for _ in 0..10 {
                assert_eq!(clocks.read(&mut guard), None, "too soon after the jump back");
                clocks.pass(MINUTE);
            }
            let confirmed = clocks.read(&mut guard).unwrap();
            assert!(
                confirmed > before && confirmed < clocks.right,
                "{ahead}: {confirmed}"
            );
        }
    }

    #[test]
    fn a_clock_that_was_set_for_good_is_followed_after_a_while() {
        let (mut clocks, mut guard) = steady();
        clocks.error = TimeDelta::days(4);
        let set = clocks.right + clocks.error;
        for _ in 0..10 {
            assert_eq!(clocks.read(&mut guard), None);
            clocks.pass(MINUTE);
        }
        assert!(clocks.read(&mut guard).unwrap() > set);
    }

    #[test]
    fn small_corrections_and_long_pauses_are_no_jump() {
        let (mut clocks, mut guard) = steady();
        for second in 1..=30 {
            clocks.error = TimeDelta::seconds(second);
            assert!(clocks.read(&mut guard).is_some());
            clocks.pass(MINUTE);
        }
        clocks.pass(MINUTE * 600);
        assert!(clocks.read(&mut guard).is_some());
    }
}
