//! One call of a member at a time, so that no member takes the threads that all share; a short queue of waiting calls for each.

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
pub struct Turns(Arc<Mutex<HashMap<UserId, Queue>>>);

#[derive(Default)]
struct Queue {
    calls: usize,
    turn: Arc<AsyncMutex<()>>,
}

/// A call's place in its member's queue; given up when dropped.
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
    /// A place in a member's queue; `None` if the queue is full.
    pub fn enter(&self, member: UserId) -> Option<Place> {
        let mut queues = self.queues();
        let queue = queues.entry(member).or_default();
        if queue.calls >= CALLS_PER_MEMBER {
            return None;
        }
        queue.calls += 1;
        Some(Place {
            turns: self.clone(),
            member,
            turn: Arc::clone(&queue.turn),
        })
    }

    fn queues(&self) -> MutexGuard<'_, HashMap<UserId, Queue>> {
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
        let mut queues = self.turns.queues();
        if let Some(queue) = queues.get_mut(&self.member) {
            queue.calls -= 1;
            if queue.calls == 0 {
                queues.remove(&self.member);
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
        match poll(pin!(turns.enter(member).unwrap().turn())) {
            Poll::Ready(turn) => turn,
            Poll::Pending => panic!("another call of the member is under way"),
        }
    }

    #[test]
    fn a_members_second_call_waits_for_the_first_and_another_members_does_not() {
        let turns = Turns::default();
        let first = turn(&turns, ANNA);
        let mut second = pin!(turns.enter(ANNA).unwrap().turn());
        assert!(poll(second.as_mut()).is_pending());
        let _other = turn(&turns, BEA);
        assert!(poll(second.as_mut()).is_pending());
        drop(first);
        assert!(poll(second.as_mut()).is_ready());
    }

    #[test]
    fn a_members_queue_is_short_and_is_forgotten_when_it_is_empty() {
        let turns = Turns::default();
        let places: Vec<_> = std::iter::from_fn(|| turns.enter(ANNA)).collect();
        assert_eq!(places.len(), CALLS_PER_MEMBER);
        assert!(turns.enter(BEA).is_some());
        drop(places);
        assert!(turns.enter(ANNA).is_some());
        assert_eq!(turns.queues().len(), 0);
    }
}
