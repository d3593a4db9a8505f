//! Access to a course: how long it lasts, how it grows, and whether it is open now.

pub(crate) mod why;

use accounts::SessionUse;
use chrono::{DateTime, Utc};
use kernel::AccessTerm;

/// A user's access to a course, and when it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grant {
    pub purchased_at: DateTime<Utc>,
    /// `None` for an access without end.
    pub expires_at: Option<DateTime<Utc>>,
}

/// The answer to "may this user see this course now?"
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Yes, and until when (`None`: without end).
    Open { until: Option<DateTime<Utc>> },
    /// No; and when it ended, where there was one.
    Closed { since: Option<DateTime<Utc>> },
}

impl Access {
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, Self::Open { .. })
    }
}

/// May this user see this course now? The one decision that every caller uses.
///
/// An access is open until the instant it ends and closed from that instant on.
#[must_use]
pub fn access_now(grant: Option<&Grant>, now: DateTime<Utc>) -> Access {
    match grant {
        None => Access::Closed { since: None },
        Some(Grant {
            expires_at: Some(end),
            ..
        }) if *end <= now => Access::Closed { since: Some(*end) },
        Some(grant) => Access::Open {
            until: grant.expires_at,
        },
    }
}

/// The grant after another term for the same course: it starts where a running access ends, else now. An access without
/// end stays without end (contract, "Terms of access").
#[must_use]
pub fn extended(running: Option<&Grant>, term: AccessTerm, now: DateTime<Utc>) -> Grant {
    match access_now(running, now) {
        Access::Open { until } => Grant {
            purchased_at: running.map_or(now, |grant| grant.purchased_at),
            expires_at: until.and_then(|end| term.end_from(end)),
        },
        Access::Closed { .. } => Grant {
            purchased_at: now,
            expires_at: term.end_from(now),
        },
    }
}

/// The grant after an access with an end of its own was given beside it: the later end wins, and no end is later than any.
#[must_use]
pub fn later_end(running: Option<&Grant>, given: &Grant) -> Grant {
    let Some(running) = running else { return *given };
    Grant {
        purchased_at: running.purchased_at,
        expires_at: running
            .expires_at
            .zip(given.expires_at)
            .map(|(one, other)| one.max(other)),
    }
}

/// What the database holds about the session of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visitor {
    pub session: SessionUse,
    /// The user's grant of the requested course, ended or not.
    pub grant: Option<Grant>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;
    use proptest::prelude::*;
    use rstest::rstest;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn until(text: &str) -> Grant {
        Grant {
            purchased_at: at("2026-01-01T00:00:00Z"),
            expires_at: Some(at(text)),
        }
    }

    #[test]
    fn a_course_without_a_grant_is_closed() {
        assert_eq!(
            access_now(None, at("2026-01-01T00:00:00Z")),
            Access::Closed { since: None }
        );
    }

    #[test]
    fn an_expired_access_is_closed_at_its_last_instant() {
        let grant = until("2026-03-01T12:00:00Z");
        assert!(access_now(Some(&grant), at("2026-03-01T11:59:59.999999Z")).is_open());
        assert!(!access_now(Some(&grant), at("2026-03-01T12:00:00Z")).is_open());
    }

    #[test]
    fn a_lifetime_access_never_closes() {
        let grant = Grant {
            purchased_at: at("2026-01-01T00:00:00Z"),
            expires_at: None,
        };
        assert!(access_now(Some(&grant), at("2999-01-01T00:00:00Z")).is_open());
    }

    #[rstest]
    #[case("2026-01-31T10:00:00Z", "1m", "2026-02-28T10:00:00Z")]
    #[case("2028-01-31T10:00:00Z", "1m", "2028-02-29T10:00:00Z")]
    #[case("2026-11-30T23:59:59Z", "3m", "2027-02-28T23:59:59Z")]
    #[case("2026-03-28T10:00:00Z", "90d", "2026-06-26T10:00:00Z")]
    fn months_are_calendar_months_and_days_are_days(
        #[case] now: &str,
        #[case] term: &str,
        #[case] end: &str,
    ) {
        assert_eq!(
            extended(None, term.parse().unwrap(), at(now)).expires_at,
            Some(at(end))
        );
    }

    #[test]
    fn a_second_term_starts_where_the_running_one_ends() {
        let grant = extended(
            Some(&until("2026-06-15T00:00:00Z")),
            AccessTerm::Months(3),
            at("2026-05-01T00:00:00Z"),
        );
        assert_eq!(grant.expires_at, Some(at("2026-09-15T00:00:00Z")));
        assert_eq!(grant.purchased_at, at("2026-01-01T00:00:00Z"));
    }

    #[test]
    fn after_an_ended_access_a_term_starts_now() {
        let now = at("2026-07-01T00:00:00Z");
        let grant = extended(Some(&until("2026-06-15T00:00:00Z")), AccessTerm::Months(3), now);
        assert_eq!(
            grant,
            Grant {
                purchased_at: now,
                expires_at: Some(at("2026-10-01T00:00:00Z"))
            }
        );
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
        fn another_term_never_shortens_an_access(
            first in any_term(), second in any_term(), pause in 0_i64..4_000_000_000,
        ) {
            let start = at("2026-01-01T00:00:00Z");
            let now = start + TimeDelta::seconds(pause);
            let before = extended(None, first, start);
            let after = extended(Some(&before), second, now);
            match (before.expires_at, after.expires_at) {
                (None, end) => prop_assert_eq!(end, None),
                (Some(old), Some(new)) => prop_assert!(new > old && new > now),
                (Some(_), None) => prop_assert_eq!(second, AccessTerm::Lifetime),
            }
            prop_assert!(access_now(Some(&after), now).is_open());
        }
    }
}
