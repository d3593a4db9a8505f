//! For how long something that was read stays true while only the clock moves.

use chrono::{DateTime, Utc};

/// From the moment of the reading, which counts, until the first moment at which something in it ends, which does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Validity {
    from: DateTime<Utc>,
    until: DateTime<Utc>,
}

impl Validity {
    /// What was read at `now` and holds nothing that ends.
    #[must_use]
    pub fn starting(now: DateTime<Utc>) -> Self {
        Self {
            from: now,
            until: DateTime::<Utc>::MAX_UTC,
        }
    }

    /// The same where something in it ends at `end`.
    #[must_use]
    pub fn ending(self, end: DateTime<Utc>) -> Self {
        Self {
            until: self.until.min(end),
            ..self
        }
    }

    /// Whether it still holds at `now`. Before its first moment, to which a clock can be set back, it does not.
    #[must_use]
    pub fn contains(&self, now: DateTime<Utc>) -> bool {
        self.from <= now && now < self.until
    }

    /// Whether there is no moment at which it holds.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.until <= self.from
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    #[test]
    fn it_begins_with_its_first_moment_and_ends_before_its_last() {
        let validity = Validity::starting(at(10)).ending(at(20));
        assert!(!validity.contains(at(9)), "the clock was set back");
        assert!(validity.contains(at(10)));
        assert!(validity.contains(at(20) - TimeDelta::microseconds(1)));
        assert!(!validity.contains(at(20)));
    }

    #[test]
    fn what_ends_first_ends_it() {
        let validity = Validity::starting(at(10))
            .ending(at(30))
            .ending(at(20))
            .ending(at(40));
        assert_eq!(validity, Validity::starting(at(10)).ending(at(20)));
    }

    #[test]
    fn what_has_ended_already_never_holds() {
        for end in [at(9), at(10)] {
            let validity = Validity::starting(at(10)).ending(end);
            assert!(validity.is_empty());
            assert!(!validity.contains(at(9)) && !validity.contains(at(10)));
        }
        assert!(!Validity::starting(at(10)).is_empty());
    }

    #[test]
    fn without_an_end_it_holds_for_ever() {
        assert!(Validity::starting(at(10)).contains(at(10) + TimeDelta::days(100_000)));
    }
}
