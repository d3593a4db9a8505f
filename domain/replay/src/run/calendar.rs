//! Dates of UTC and days of the rules.

use crate::definition::{Definition, time_of_day::DAY_SECONDS};

#[derive(Debug, Clone, Copy)]
pub(super) struct Calendar {
    day_ends: i64,
    end: Option<i64>,
}

impl Calendar {
    pub fn new(definition: &Definition) -> Self {
        Self {
            day_ends: definition.day_ends().seconds(),
            end: definition.end.map(|end| end.seconds()),
        }
    }

    /// The day that the rules count a time to: the first sub-bar that begins at or after `day_ends` is of the next.
    pub fn day_of(&self, time: i64) -> i64 {
        (time - self.day_ends).div_euclid(DAY_SECONDS)
    }

    /// Whether a sub-bar begins at or after `end` on its date.
    pub fn is_from_end(&self, time: i64) -> bool {
        self.end.is_some_and(|end| time.rem_euclid(DAY_SECONDS) >= end)
    }

    /// Whether a sub-bar is the last of its date that begins before `end`.
    pub fn is_last_before_end(&self, time: i64, next: Option<i64>) -> bool {
        let date = |time: i64| time.div_euclid(DAY_SECONDS);
        let is_of_same_day = |next: i64| date(next) == date(time) && !self.is_from_end(next);
        self.end.is_some() && !self.is_from_end(time) && !next.is_some_and(is_of_same_day)
    }
}
