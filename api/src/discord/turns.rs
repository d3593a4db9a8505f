//! One call of a member at a time, so that no member takes the threads that all share; a short line of waiting calls each.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use kernel::UserId;
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

/// A member's calls at once, the one under way included; tabs that open together are fewer.
const CALLS_PER_MEMBER: usize = 32;

/// Which members have calls, and how many.
#[derive(Clone, Default)]
pub struct Turns(Arc<Mutex<HashMap<UserId, Line>>>);

#[derive(Default)]
struct Line {
    calls: usize,
    turn: Arc<AsyncMutex<()>>,
}

/// A call's place in its member's line; given up when dropped.
pub struct Place {
    turns: Turns,
    member: UserId,
    turn: Arc<AsyncMutex<()>>,
}

/// A member's only call that is under way.
pub struct Turn {
    // The next call begins before this one's place is given up.
    _under_way: OwnedMutexGuard<()>,
    _place: Place,
}

impl Turns {
    /// A place in a member's line; none where the line is full.
    pub fn line_up(&self, member: UserId) -> Option<Place> {
        let mut lines = self.lines();
        let line = lines.entry(member).or_default();
        if line.calls >= CALLS_PER_MEMBER {
            return None;
        }
        line.calls += 1;
        Some(Place {
            turns: self.clone(),
            member,
            turn: Arc::clone(&line.turn),
        })
    }

    fn lines(&self) -> MutexGuard<'_, HashMap<UserId, Line>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// Waits until no other call of the member is under way.
    pub async fn turn(self) -> Turn {
        Turn {
            _under_way: Arc::clone(&self.turn).lock_owned().await,
            _place: self,
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut lines = self.turns.lines();
        if let Some(line) = lines.get_mut(&self.member) {
            line.calls -= 1;
            if line.calls == 0 {
                lines.remove(&self.member);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        pin::pin,
        task::{Context, Poll, Waker},
    };

    const ANNA: UserId = UserId(1);
    const BEA: UserId = UserId(2);

    fn poll<T>(future: std::pin::Pin<&mut impl Future<Output = T>>) -> Poll<T> {
        future.poll(&mut Context::from_waker(Waker::noop()))
    }

    fn turn(turns: &Turns, member: UserId) -> Turn {
        match poll(pin!(turns.line_up(member).unwrap().turn())) {
            Poll::Ready(turn) => turn,
            Poll::Pending => panic!("another call of the member is under way"),
        }
    }

    #[test]
    fn a_members_second_call_waits_for_the_first_and_another_members_does_not() {
        let turns = Turns::default();
        let first = turn(&turns, ANNA);
        let mut second = pin!(turns.line_up(ANNA).unwrap().turn());
        assert!(poll(second.as_mut()).is_pending());
        let _other = turn(&turns, BEA);
        assert!(poll(second.as_mut()).is_pending());
        drop(first);
        assert!(poll(second.as_mut()).is_ready());
    }

    #[test]
    fn a_members_line_is_short_and_is_forgotten_when_it_is_empty() {
        let turns = Turns::default();
        let places: Vec<_> = std::iter::from_fn(|| turns.line_up(ANNA)).collect();
        assert_eq!(places.len(), CALLS_PER_MEMBER);
        assert!(turns.line_up(BEA).is_some());
        drop(places);
        assert!(turns.line_up(ANNA).is_some());
        assert_eq!(turns.lines().len(), 0);
    }
}
