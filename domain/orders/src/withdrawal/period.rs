//! How long a buyer may withdraw, from the owner's settings.

use chrono::{DateTime, TimeDelta, Utc};

/// The shortest period that the law allows (Directive 2011/83/EU, article 9).
const FEWEST_DAYS: u16 = 14;
const MOST_DAYS: u16 = 365;

/// How long a buyer may withdraw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WithdrawalPeriod(TimeDelta);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a period of withdrawal is {FEWEST_DAYS} to {MOST_DAYS} days")]
pub struct WithdrawalPeriodError;

impl WithdrawalPeriod {
    /// # Errors
    /// [`WithdrawalPeriodError`]
    pub fn from_days(days: u16) -> Result<Self, WithdrawalPeriodError> {
        if (FEWEST_DAYS..=MOST_DAYS).contains(&days) {
            Ok(Self(TimeDelta::days(days.into())))
        } else {
            Err(WithdrawalPeriodError)
        }
    }

    /// The first moment that is no longer within the period.
    pub(crate) fn end(self, from: DateTime<Utc>) -> DateTime<Utc> {
        from + self.0
    }
}

/// 14 days.
impl Default for WithdrawalPeriod {
    fn default() -> Self {
        Self(TimeDelta::days(FEWEST_DAYS.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_is_at_least_the_laws() {
        assert_eq!(WithdrawalPeriod::from_days(14), Ok(WithdrawalPeriod::default()));
        for days in [0, 13, 366, u16::MAX] {
            assert_eq!(WithdrawalPeriod::from_days(days), Err(WithdrawalPeriodError));
        }
    }
}
