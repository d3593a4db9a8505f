//! How long all jobs of a kind wait while the outside cannot be reached.

use std::time::{Duration, Instant};

/// The longest pause for an outside that cannot be reached, so that jobs are tried soon after its return.
const UNREACHABLE: Duration = Duration::from_secs(20);
/// The longest pause for an outside that refuses this site: more tries with a wrong password could make it block our address.
const REFUSED: Duration = Duration::from_secs(600);

/// Whether the outside of a kind answers, as this server last saw it.
#[derive(Debug, Default)]
pub struct Outage {
    failures: u32,
    until: Option<Instant>,
}

impl Outage {
    /// It could not be reached: all jobs wait a second, then two, four and so on, up to twenty.
    pub fn unreachable(&mut self, now: Instant) {
        self.pause(now, UNREACHABLE);
    }

    /// It refused this site: the same, but up to ten minutes.
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
        // Several tries fail at once; that is one failure.
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
    fn an_outside_that_cannot_be_reached_is_asked_ever_less_often_but_every_twenty_seconds() {
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
