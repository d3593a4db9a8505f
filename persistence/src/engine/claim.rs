//! Whether a write may still happen: one atomic state, shared by the caller who waits and the thread that works.
//!
//! Decision: a caller who gives up waiting takes the write back, and the thread asks for permission right before it commits. One of
//! the two comes first, so a write that was answered 503 for lateness has not happened and will not. Only between that permission and
//! the end of COMMIT is the outcome unknown to the caller.

use std::sync::{
    Arc,
    atomic::{AtomicU8, Ordering},
};

const OPEN: u8 = 0;
const COMMITTING: u8 = 1;
const ABANDONED: u8 = 2;

#[derive(Clone, Default)]
pub(crate) struct Claim(Arc<AtomicU8>);

impl Claim {
    /// For the thread: whether its caller has stopped waiting, so that the work need not begin.
    pub(crate) fn is_abandoned(&self) -> bool {
        self.0.load(Ordering::Acquire) == ABANDONED
    }

    /// For the thread, right before it commits: whether it may. Otherwise it has to roll back.
    pub(crate) fn begin_commit(&self) -> bool {
        self.change(COMMITTING)
    }

    /// For the caller: whether the write will never happen. Otherwise its commit has begun.
    pub(crate) fn abandon(&self) -> bool {
        self.change(ABANDONED)
    }

    fn change(&self, to: u8) -> bool {
        let changed = self
            .0
            .compare_exchange(OPEN, to, Ordering::AcqRel, Ordering::Acquire);
        changed.map_or_else(|now| now == to, |_| true)
    }
}

/// Abandons the write when it is dropped, as it is when its caller no longer waits.
pub(crate) struct AbandonOnDrop(pub(crate) Claim);

impl Drop for AbandonOnDrop {
    fn drop(&mut self) {
        let _ = self.0.abandon();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_the_commit_begins_or_the_write_is_abandoned() {
        for _ in 0..1_000 {
            let claim = Claim::default();
            let other = claim.clone();
            let thread = std::thread::spawn(move || other.begin_commit());
            let abandoned = claim.abandon();
            assert_ne!(
                abandoned,
                thread.join().unwrap(),
                "both sides, or neither, decided"
            );
            assert_eq!(claim.is_abandoned(), abandoned);
        }
    }

    #[test]
    fn a_caller_who_goes_away_abandons_and_one_who_has_the_answer_changes_nothing() {
        let gone = Claim::default();
        drop(AbandonOnDrop(gone.clone()));
        assert!(!gone.begin_commit());
        let answered = Claim::default();
        assert!(answered.begin_commit());
        drop(AbandonOnDrop(answered.clone()));
        assert!(!answered.is_abandoned());
    }
}
