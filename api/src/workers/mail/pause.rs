//! How long a mail waits for its next try, and how long all mails wait for a mail server that cannot be reached.

use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};

/// How long a mail is tried.
const TRIED_FOR: TimeDelta = TimeDelta::days(3);
/// How often a mail is tried at least: a clock that is days ahead makes a mail old, but adds no tries. The growing pauses of three
/// days come to more.
const TRIES: i32 = 20;
pub const SHORTEST: TimeDelta = TimeDelta::minutes(1);
/// The longest time until the next try.
pub const LONGEST: TimeDelta = TimeDelta::hours(4);
/// The longest pause for a server that cannot be reached, so that it has every mail within a minute of its return.
const UNREACHABLE: Duration = Duration::from_secs(20);
/// The longest pause for a server that refuses this site: more tries with a wrong password could make it block our address.
const REFUSED: Duration = Duration::from_secs(600);

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

/// Whether mails can be sent at all, as this server last saw it.
#[derive(Debug, Default)]
pub struct Outage {
    failures: u32,
    until: Option<Instant>,
}

impl Outage {
    /// The server could not be reached: all mails wait a second, then two, four and so on, up to twenty.
    pub fn unreachable(&mut self, now: Instant) {
        self.pause(now, UNREACHABLE);
    }

    /// The server refused this site: the same, but up to ten minutes.
    pub fn refused(&mut self, now: Instant) {
        self.pause(now, REFUSED);
    }

    pub fn over(&mut self) {
        *self = Self::default();
    }

    /// How long to wait before the next try; `None` if nothing is wrong, or it is time.
    pub fn wait(&self, now: Instant) -> Option<Duration> {
        self.until
            .and_then(|until| until.checked_duration_since(now))
            .filter(|wait| !wait.is_zero())
    }

    fn pause(&mut self, now: Instant, longest: Duration) {
        // Several deliveries fail at once; that is one failure.
        if self.wait(now).is_some() {
            return;
        }
        let pause = Duration::from_secs(1_u64 << self.failures.min(16)).min(longest);
        self.failures += 1;
        self.until = Some(now + pause);
    }
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

    #[test]
    fn a_server_that_cannot_be_reached_is_asked_ever_less_often_but_every_twenty_seconds() {
        let (mut outage, mut now) = (Outage::default(), Instant::now());
        assert_eq!(outage.wait(now), None);
        let mut pauses = Vec::new();
        for _ in 0..8 {
            outage.unreachable(now);
            outage.unreachable(now);
            let wait = outage.wait(now).unwrap();
            pauses.push(wait.as_secs());
            now += wait;
            assert_eq!(outage.wait(now), None);
        }
        assert_eq!(pauses, [1, 2, 4, 8, 16, 20, 20, 20]);
        outage.over();
        outage.refused(now);
        assert_eq!(outage.wait(now).unwrap().as_secs(), 1);
    }
}
