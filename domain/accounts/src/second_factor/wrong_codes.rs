//! How many wrong codes an account may be tried with: an attacker who has the password has six digits to guess.
//!
//! A moment is kept for each account, at which it has all its attempts again (the generic cell rate algorithm, ITU-T I.371): each wrong
//! code moves it on, and while it is more than an hour's worth ahead, no code is looked at. With 30 an hour, a day of guessing finds a
//! right code with a chance of 0.2 percent.

use std::num::NonZeroU32;

use chrono::{DateTime, TimeDelta, Utc};

const HOUR: TimeDelta = TimeDelta::hours(1);

/// How many wrong codes there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeLimit {
    PerHour(NonZeroU32),
    /// For a device that signed in to the account before, whose attempts are limited by themselves: an attacker who has the password
    /// cannot use up the attempts of the owner's own browser.
    OfDevice,
}

impl CodeLimit {
    /// Three times the attempts of a minute, in an hour.
    #[must_use]
    pub fn of_account(attempts_per_minute: NonZeroU32) -> Self {
        Self::PerHour(attempts_per_minute.saturating_mul(NonZeroU32::MIN.saturating_add(2)))
    }

    /// The seconds to wait, at least one, where no code may be tried now.
    pub(crate) fn check(self, full_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Result<(), u64> {
        let Self::PerHour(codes) = self else {
            return Ok(());
        };
        let wait = missing(full_at, now) + interval(codes) - HOUR;
        if wait <= TimeDelta::zero() {
            return Ok(());
        }
        let seconds = (wait + TimeDelta::milliseconds(999)).num_seconds();
        Err(u64::try_from(seconds).unwrap_or(1).max(1))
    }

    /// The moment to keep after a wrong code; `None` if the code is not counted here.
    pub(crate) fn after_wrong(
        self,
        full_at: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Option<DateTime<Utc>> {
        match self {
            Self::PerHour(codes) => Some(now + missing(full_at, now) + interval(codes)),
            Self::OfDevice => None,
        }
    }
}

/// How far the moment is ahead; what is further ahead than an hour is a clock's error.
fn missing(full_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> TimeDelta {
    full_at.map_or(TimeDelta::zero(), |full_at| {
        (full_at - now).clamp(TimeDelta::zero(), HOUR)
    })
}

fn interval(codes: NonZeroU32) -> TimeDelta {
    TimeDelta::microseconds(HOUR.num_microseconds().unwrap_or(i64::MAX) / i64::from(codes.get()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(n: u32) -> CodeLimit {
        CodeLimit::PerHour(NonZeroU32::new(n).unwrap())
    }

    #[test]
    fn an_hour_has_its_wrong_codes_and_they_come_back_one_by_one() {
        let now = DateTime::UNIX_EPOCH;
        let mut full_at = None;
        for n in 0..4 {
            assert_eq!(limit(4).check(full_at, now), Ok(()), "{n}");
            full_at = limit(4).after_wrong(full_at, now);
        }
        assert_eq!(limit(4).check(full_at, now), Err(900));
        let later = now + TimeDelta::seconds(899);
        assert_eq!(limit(4).check(full_at, later), Err(1));
        let later = now + TimeDelta::seconds(900);
        assert_eq!(limit(4).check(full_at, later), Ok(()));
        full_at = limit(4).after_wrong(full_at, later);
        assert!(limit(4).check(full_at, later).is_err(), "two came back");
    }

    #[test]
    fn a_time_that_a_wrong_clock_left_behind_ends_within_the_hour() {
        let now = DateTime::UNIX_EPOCH;
        let full_at = Some(now + TimeDelta::days(400));
        assert_eq!(limit(4).check(full_at, now), Err(900));
        assert!(limit(4).after_wrong(full_at, now) <= Some(now + HOUR + HOUR));
    }

    #[test]
    fn a_known_device_is_not_counted_with_the_others() {
        let now = DateTime::UNIX_EPOCH;
        assert_eq!(CodeLimit::OfDevice.check(Some(now + HOUR), now), Ok(()));
        assert_eq!(CodeLimit::OfDevice.after_wrong(None, now), None);
    }

    #[test]
    fn an_account_has_three_times_the_attempts_of_a_minute() {
        assert_eq!(CodeLimit::of_account(NonZeroU32::new(10).unwrap()), limit(30));
    }
}
