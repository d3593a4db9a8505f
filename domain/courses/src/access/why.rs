//! Why a member can or cannot open a course, in one sentence for staff; decided by [`access_now`] as every request is.

use chrono::{DateTime, Utc};

use crate::{Access, Grant, Visibility, access_now};

/// What took an access away, or kept one from beginning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// The buyer withdrew from the contract of an order for the course.
    Withdrawn { at: DateTime<Utc>, reference: String },
    /// The payment of an order for the course was given back whole.
    Refunded { at: DateTime<Utc>, reference: String },
    /// The buyer's bank took the payment back.
    Disputed { at: DateTime<Utc>, reference: String },
    /// The key that was mailed to the member was revoked.
    KeyRevoked { at: DateTime<Utc>, hint: String },
    /// Taken away by staff.
    TakenAway { at: DateTime<Utc> },
}

impl Obstacle {
    fn at(&self) -> DateTime<Utc> {
        match self {
            Self::Withdrawn { at, .. }
            | Self::Refunded { at, .. }
            | Self::Disputed { at, .. }
            | Self::KeyRevoked { at, .. }
            | Self::TakenAway { at } => *at,
        }
    }

    /// Of two at the same time the money is the cause, and the end of the access its effect.
    fn weight(&self) -> u8 {
        match self {
            Self::Withdrawn { .. } | Self::Refunded { .. } | Self::Disputed { .. } => 2,
            Self::KeyRevoked { .. } => 1,
            Self::TakenAway { .. } => 0,
        }
    }

    fn sentence(&self) -> String {
        let at = shown(self.at());
        match self {
            Self::Withdrawn { reference, .. } => {
                format!("Withdrawn on {at}: the buyer withdrew from order {reference}.")
            }
            Self::Refunded { reference, .. } => {
                format!("Refunded on {at}: order {reference} was paid back whole.")
            }
            Self::Disputed { reference, .. } => {
                format!("Disputed on {at}: the buyer's bank took the payment of order {reference} back.")
            }
            Self::KeyRevoked { hint, .. } => format!("The key {hint}-… was revoked on {at}."),
            Self::TakenAway { .. } => format!("The access was taken away on {at}."),
        }
    }
}

/// What waits for the member to do something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Waiting {
    /// A visitor's paid order of the same address, which the account becomes the buyer of once the address is verified.
    AddressUnverified,
    /// A key that was mailed to the member and not used yet.
    KeyUnused { hint: String },
}

/// What keeps a member out of every course.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccountObstacles {
    /// Whether signing in asks for a code.
    pub second_factor: bool,
    /// The devices that watch now, in words, where they are as many as the account may have.
    pub too_many_devices: Option<String>,
}

/// All that an access to one course depends on, or depended on.
#[derive(Debug, Clone, Default)]
pub struct CourseFacts {
    pub grant: Option<Grant>,
    pub obstacles: Vec<Obstacle>,
    pub waiting: Option<Waiting>,
    pub visibility: Visibility,
}

/// Whether the course is open now, and why, in one sentence. Times are UTC.
#[must_use]
pub fn explain_access(
    facts: &CourseFacts,
    account: &AccountObstacles,
    now: DateTime<Utc>,
) -> (Access, String) {
    let access = access_now(facts.grant.as_ref(), now);
    let last = facts
        .obstacles
        .iter()
        .max_by_key(|obstacle| (obstacle.at(), obstacle.weight()));
    let sentence = match (access, last, &facts.waiting) {
        (Access::Open { until }, ..) => open(until, account),
        (Access::Closed { since: Some(end) }, ..) => format!("Ended on {}.", shown(end)),
        (_, Some(obstacle), _) => obstacle.sentence(),
        (_, None, Some(Waiting::AddressUnverified)) => String::from(
            "The address is not verified: a paid order with this address becomes the account's once its link is opened.",
        ),
        (_, None, Some(Waiting::KeyUnused { hint })) => {
            format!("The key {hint}-… was mailed to the member and is not used yet.")
        }
        (_, None, None) => String::from("No access was given yet."),
    };
    let sentence = match facts.visibility {
        Visibility::Shown => sentence,
        Visibility::Hidden if access.is_open() => sentence,
        Visibility::Hidden => with(&sentence, "the course is hidden from members without access"),
        Visibility::Draft => with(&sentence, "the course is a draft, which no member sees"),
    };
    (access, sentence)
}

fn open(until: Option<DateTime<Utc>>, account: &AccountObstacles) -> String {
    let base = until.map_or_else(
        || String::from("Open without end"),
        |end| format!("Open until {}", shown(end)),
    );
    let devices = account.too_many_devices.as_ref();
    let devices =
        devices.map(|devices| format!("too many devices watch now: {devices}, and a further one is refused"));
    let factor = account
        .second_factor
        .then(|| String::from("signing in asks for a code of the second factor"));
    let obstacles: Vec<String> = devices.into_iter().chain(factor).collect();
    if obstacles.is_empty() {
        format!("{base}.")
    } else {
        format!("{base}, but {}.", obstacles.join("; "))
    }
}

/// A sentence with one fact more.
fn with(sentence: &str, fact: &str) -> String {
    format!("{}; {fact}.", sentence.trim_end_matches('.'))
}

/// A time as staff read it.
fn shown(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d %H:%M UTC").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn why(facts: &CourseFacts, account: &AccountObstacles) -> String {
        explain_access(facts, account, at("2026-03-01T12:00:00Z")).1
    }

    fn held(expires: Option<&str>) -> CourseFacts {
        CourseFacts {
            grant: Some(Grant {
                purchased_at: at("2026-01-01T00:00:00Z"),
                expires_at: expires.map(at),
            }),
            ..CourseFacts::default()
        }
    }

    #[test]
    fn an_access_is_named_by_its_end() {
        let none = AccountObstacles::default();
        assert_eq!(why(&held(None), &none), "Open without end.");
        assert_eq!(
            why(&held(Some("2026-04-01T09:30:00Z")), &none),
            "Open until 2026-04-01 09:30 UTC."
        );
        assert_eq!(
            why(&held(Some("2026-02-01T00:00:00Z")), &none),
            "Ended on 2026-02-01 00:00 UTC."
        );
        assert_eq!(why(&CourseFacts::default(), &none), "No access was given yet.");
    }

    #[test]
    fn the_last_obstacle_is_named_and_of_two_at_once_the_refund() {
        let none = AccountObstacles::default();
        let taken = Obstacle::TakenAway {
            at: at("2026-02-01T00:00:00Z"),
        };
        let refunded = Obstacle::Refunded {
            at: at("2026-02-01T00:00:00Z"),
            reference: String::from("ab"),
        };
        let revoked = Obstacle::KeyRevoked {
            at: at("2026-01-01T00:00:00Z"),
            hint: String::from("AB12C"),
        };
        let closed = |obstacles: &[Obstacle]| CourseFacts {
            obstacles: obstacles.to_vec(),
            ..CourseFacts::default()
        };
        let sentence = why(
            &closed(&[revoked.clone(), refunded.clone(), taken.clone()]),
            &none,
        );
        assert_eq!(
            sentence,
            "Refunded on 2026-02-01 00:00 UTC: order ab was paid back whole."
        );
        assert_eq!(
            why(&closed(&[revoked.clone(), taken]), &none),
            "The access was taken away on 2026-02-01 00:00 UTC."
        );
        assert_eq!(
            why(&closed(&[revoked]), &none),
            "The key AB12C-… was revoked on 2026-01-01 00:00 UTC."
        );
    }

    #[test]
    fn what_keeps_a_member_out_of_everything_is_named_for_an_open_course_alone() {
        let account = AccountObstacles {
            second_factor: true,
            too_many_devices: Some(String::from("Chrome on Linux and Firefox on Windows")),
        };
        let sentence = why(&held(None), &account);
        assert!(
            sentence.contains("too many devices watch now: Chrome on Linux and Firefox on Windows"),
            "{sentence}"
        );
        assert!(
            sentence.contains("second factor") && sentence.matches('.').count() == 1,
            "{sentence}"
        );
        assert_eq!(why(&CourseFacts::default(), &account), "No access was given yet.");
    }

    #[test]
    fn a_course_that_is_not_shown_says_so_where_that_keeps_the_member_out() {
        let none = AccountObstacles::default();
        let of = |facts: CourseFacts, visibility| why(&CourseFacts { visibility, ..facts }, &none);
        assert_eq!(of(held(None), Visibility::Hidden), "Open without end.");
        assert_eq!(
            of(CourseFacts::default(), Visibility::Hidden),
            "No access was given yet; the course is hidden from members without access."
        );
        assert_eq!(
            of(held(None), Visibility::Draft),
            "Open without end; the course is a draft, which no member sees."
        );
    }

    #[test]
    fn what_waits_for_the_member_is_named_where_nothing_was_revoked() {
        let none = AccountObstacles::default();
        let facts = |waiting| CourseFacts {
            waiting: Some(waiting),
            ..CourseFacts::default()
        };
        assert!(why(&facts(Waiting::AddressUnverified), &none).starts_with("The address is not verified"));
        let unused = Waiting::KeyUnused {
            hint: String::from("AB12C"),
        };
        assert_eq!(
            why(&facts(unused), &none),
            "The key AB12C-… was mailed to the member and is not used yet."
        );
    }
}
