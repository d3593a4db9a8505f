//! A user's subscription fields, from all accesses of the user.

use chrono::{DateTime, Utc};

/// The subscription fields of a user (specification, `is_subscribed` and `subscription_ends`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subscription {
    /// Whether the user holds any grant, expired or not.
    pub is_subscribed: bool,
    /// When the last access ends; `None` if an access has no end, and without any access.
    pub ends: Option<DateTime<Utc>>,
}

/// The subscription of a user from the ends of all accesses that the user holds; an end is `None` for an access without end.
#[must_use]
pub fn subscription(access_ends: impl IntoIterator<Item = Option<DateTime<Utc>>>) -> Subscription {
    access_ends.into_iter().fold(
        Subscription {
            is_subscribed: false,
            ends: None,
        },
        |before, end| Subscription {
            is_subscribed: true,
            ends: match (before.is_subscribed, before.ends) {
                (false, _) => end,
                (true, latest) => latest.zip(end).map(|(latest, end)| latest.max(end)),
            },
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Option<DateTime<Utc>> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn no_access_is_no_subscription() {
        let none = subscription([]);
        assert_eq!((none.is_subscribed, none.ends), (false, None));
    }

    #[test]
    fn a_subscription_ends_with_the_last_access_in_any_order() {
        let (spring, summer) = (at("2026-03-01T00:00:00Z"), at("2026-07-01T00:00:00Z"));
        for ends in [[spring, summer], [summer, spring]] {
            let found = subscription(ends);
            assert_eq!((found.is_subscribed, found.ends), (true, summer));
        }
    }

    #[test]
    fn one_access_without_end_makes_a_subscription_without_end() {
        let spring = at("2026-03-01T00:00:00Z");
        for ends in [[spring, None], [None, spring]] {
            let found = subscription(ends);
            assert_eq!((found.is_subscribed, found.ends), (true, None), "{ends:?}");
        }
    }
}
