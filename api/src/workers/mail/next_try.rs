//! How long a mail waits for its next try.

use chrono::{DateTime, TimeDelta, Utc};

/// How long a mail is tried.
const TRIED_FOR: TimeDelta = TimeDelta::days(3);
/// How often a mail is tried at least: a clock that is days ahead makes a mail old, but adds no tries. The growing pauses of three
/// days come to more.
const TRIES: i32 = 20;
pub const SHORTEST: TimeDelta = TimeDelta::minutes(1);
/// The longest time until the next try.
pub const LONGEST: TimeDelta = TimeDelta::hours(4);

/// When a mail that was put off is tried again: after as long as it has waited already, a minute at least and four hours at
/// the most. `None` once it has been tried for three days, the last try being at their end, and often enough.
pub fn next_try(since: DateTime<Utc>, tries: i32, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let waited = now - since;
    if waited >= TRIED_FOR && tries >= TRIES {
        return None;
    }
    let pause = waited.clamp(SHORTEST, LONGEST);
    let next = now + pause;
    let last = since + TRIED_FOR;
    Some(if now < last {
        next.min(last).max(now + SHORTEST)
    } else {
        next
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_for_three_days_and_then_end() {
        let start = DateTime::UNIX_EPOCH;
        let (mut now, mut tries, mut last) = (start, 1, TimeDelta::zero());
        while let Some(next) = next_try(start, tries, now) {
            let pause = next - now;
            assert!(pause >= last || next == start + TRIED_FOR, "{pause} after {last}");
            assert!(pause >= SHORTEST && pause <= LONGEST);
            (now, tries, last) = (next, tries + 1, pause);
        }
        assert_eq!(now, start + TRIED_FOR, "the last try is at the end");
        assert!((20..40).contains(&tries), "{tries} tries");
    }

    #[test]
    fn age_alone_gives_no_mail_up() {
        let start = DateTime::UNIX_EPOCH;
        let old = start + TRIED_FOR + TimeDelta::days(1);
        for tries in 1..TRIES {
            assert_eq!(next_try(start, tries, old), Some(old + LONGEST));
        }
        assert_eq!(next_try(start, TRIES, old), None);
        let young = start + TRIED_FOR - TimeDelta::seconds(1);
        assert!(
            next_try(start, 1_000, young).is_some(),
            "tries alone give no mail up"
        );
    }
}
