//! How long an access lasts, as purchase keys, plans and staff state it.

use std::{fmt, str::FromStr};

use chrono::{DateTime, Months, TimeDelta, Utc};

/// How long an access lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessTerm {
    /// Calendar months: from 31 January one month lasts until the last day of February.
    Months(u32),
    /// Days of 24 hours.
    Days(u32),
    /// No end.
    Lifetime,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an access term is months, days or no end: 3m, 6m, 90d or lifetime")]
pub struct AccessTermError;

impl FromStr for AccessTerm {
    type Err = AccessTermError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim().to_ascii_lowercase();
        if text == "lifetime" {
            return Ok(Self::Lifetime);
        }
        let number = |digits: &str, max: u32| {
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            digits
                .parse()
                .ok()
                .filter(|n| plain && (1..=max).contains(n))
                .ok_or(AccessTermError)
        };
        if let Some(digits) = text.strip_suffix('m') {
            return number(digits, Self::MAX_MONTHS).map(Self::Months);
        }
        if let Some(digits) = text.strip_suffix('d') {
            return number(digits, Self::MAX_DAYS).map(Self::Days);
        }
        Err(AccessTermError)
    }
}

impl fmt::Display for AccessTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Months(n) => write!(f, "{n}m"),
            Self::Days(n) => write!(f, "{n}d"),
            Self::Lifetime => f.write_str("lifetime"),
        }
    }
}

impl AccessTerm {
    /// A century; more is a typing error.
    pub const MAX_MONTHS: u32 = 1_200;
    pub const MAX_DAYS: u32 = 36_500;

    /// When an access that starts at `start` ends; `None` without an end.
    #[must_use]
    pub fn end_from(self, start: DateTime<Utc>) -> Option<DateTime<Utc>> {
        match self {
            Self::Months(n) => start.checked_add_months(Months::new(n)),
            Self::Days(n) => start.checked_add_signed(TimeDelta::days(i64::from(n))),
            Self::Lifetime => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    #[rstest]
    #[case("")]
    #[case("m")]
    #[case("0m")]
    #[case("-3m")]
    #[case("+3m")]
    #[case("3")]
    #[case("3y")]
    #[case("1201m")]
    #[case("99999999999999d")]
    #[case("forever")]
    fn a_term_that_is_none_is_refused(#[case] text: &str) {
        assert_eq!(text.parse::<AccessTerm>(), Err(AccessTermError));
    }

    fn any_term() -> impl Strategy<Value = AccessTerm> {
        prop_oneof![
            (1..=AccessTerm::MAX_MONTHS).prop_map(AccessTerm::Months),
            (1..=AccessTerm::MAX_DAYS).prop_map(AccessTerm::Days),
            Just(AccessTerm::Lifetime)
        ]
    }

    proptest! {
        #[test]
        fn a_term_reads_back_as_written(term in any_term()) {
            prop_assert_eq!(term.to_string().parse::<AccessTerm>(), Ok(term));
        }
    }
}
