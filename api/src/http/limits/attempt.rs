//! The counts that a request was taken out of, noted while its handler runs, so that its answer decides what counts on every server.

use std::cell::RefCell;

use actix_web::http::StatusCode;

use crate::http::limits::rules::{Count, Counts, LimitedAction};

tokio::task_local! {
    static ATTEMPT: RefCell<Attempt>;
}

/// The counts that the limits took a request out of.
#[derive(Default)]
pub struct Attempt {
    taken: Vec<(Counts, Count)>,
    refused: bool,
}

impl Attempt {
    /// What counts on every server, now that the answer is known. An attempt that a limit refused was none, and one that failed on our
    /// side tells an attacker nothing.
    pub fn counted(self, status: StatusCode) -> Vec<Count> {
        if self.refused || status.is_server_error() {
            return Vec::new();
        }
        let failed = status.is_client_error();
        let taken = self.taken.into_iter();
        taken
            .filter(|(counts, _)| failed || *counts == Counts::Always)
            .map(|(_, count)| count)
            .collect()
    }
}

/// Runs a request's handler; beside its answer the counts that it was taken out of.
pub async fn watch<T>(handler: impl Future<Output = T>) -> (T, Attempt) {
    let noted = async {
        let answer = handler.await;
        (answer, ATTEMPT.with(RefCell::take))
    };
    ATTEMPT.scope(RefCell::default(), noted).await
}

/// The request that runs was taken out of these counts.
pub fn note_taken(action: LimitedAction, counts: &[Count]) {
    note(|attempt| {
        attempt
            .taken
            .extend(counts.iter().map(|count| (action.counts(), *count)))
    });
}

/// The request that runs is refused by a limit.
pub fn note_refused() {
    note(|attempt| attempt.refused = true);
}

/// Outside of a request nothing is noted.
fn note(change: impl FnOnce(&mut Attempt)) {
    let _ = ATTEMPT.try_with(|attempt| change(&mut attempt.borrow_mut()));
}

#[cfg(test)]
mod tests {
    use std::{num::NonZeroU32, time::Instant};

    use super::*;
    use crate::http::keyed_hash::KeyedHash;
    use crate::http::limits::rules::AttemptRules;

    /// How many counts a request adds to on every server that was let through at `action` and answered so.
    fn counted(action: LimitedAction, status: u16, refused: bool) -> usize {
        let hash = KeyedHash::for_purpose(&[7; 64], "test");
        let rules = AttemptRules::new(NonZeroU32::MIN, hash, Instant::now());
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let ((), attempt) = runtime.block_on(watch(async {
            note_taken(action, &rules.address_counts(action, [203, 0, 113, 1].into()));
            if refused {
                note_refused();
            }
        }));
        attempt.counted(StatusCode::from_u16(status).unwrap()).len()
    }

    #[test]
    fn a_failure_counts_a_success_does_not_and_what_is_mailed_counts_always() {
        assert_eq!(counted(LimitedAction::SignIn, 401, false), 1);
        assert_eq!(counted(LimitedAction::SignIn, 200, false), 0);
        assert_eq!(counted(LimitedAction::Contact, 202, false), 1);
        // A wrong password of an account over its limit is answered so.
        assert_eq!(counted(LimitedAction::SignIn, 429, false), 1);
    }

    #[test]
    fn what_a_limit_refused_and_what_failed_here_counts_nothing() {
        assert_eq!(counted(LimitedAction::SignIn, 429, true), 0);
        assert_eq!(counted(LimitedAction::Contact, 429, true), 0);
        assert_eq!(counted(LimitedAction::Contact, 503, false), 0);
    }
}
