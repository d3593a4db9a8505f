//! A time of day in UTC, to the second.

use std::fmt;

use serde::{Deserialize, Serialize};

pub const DAY_SECONDS: i64 = 86_400;

/// Seconds after midnight UTC, below [`DAY_SECONDS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeOfDay(i64);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is no time of day such as 14:30")]
pub struct TimeOfDayError;

impl TimeOfDay {
    pub const MIDNIGHT: Self = Self(0);

    /// From `14:30` or `14:30:10`.
    ///
    /// # Errors
    /// [`TimeOfDayError`]
    pub fn parse(text: &str) -> Result<Self, TimeOfDayError> {
        let parts: Vec<&str> = text.split(':').collect();
        let two_digits = |part: &&str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        if !(2..=3).contains(&parts.len()) || !parts.iter().all(two_digits) {
            return Err(TimeOfDayError);
        }
        let part = |number: usize| {
            parts
                .get(number)
                .map_or(Ok(0), |part| part.parse::<i64>().map_err(|_| TimeOfDayError))
        };
        let (hours, minutes, seconds) = (part(0)?, part(1)?, part(2)?);
        if hours > 23 || minutes > 59 || seconds > 59 {
            return Err(TimeOfDayError);
        }
        Ok(Self(hours * 3_600 + minutes * 60 + seconds))
    }

    #[must_use]
    pub fn seconds(self) -> i64 {
        self.0
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hours, minutes, seconds) = (self.0 / 3_600, self.0 / 60 % 60, self.0 % 60);
        write!(f, "{hours:02}:{minutes:02}")?;
        if seconds == 0 {
            Ok(())
        } else {
            write!(f, ":{seconds:02}")
        }
    }
}

impl TryFrom<String> for TimeOfDay {
    type Error = TimeOfDayError;

    fn try_from(text: String) -> Result<Self, TimeOfDayError> {
        Self::parse(&text)
    }
}

impl From<TimeOfDay> for String {
    fn from(time: TimeOfDay) -> Self {
        time.to_string()
    }
}
