//! A panic ends the work that it happened in, and nothing else.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// What `work` answers; `None` if it panicked, which the panic hook has logged.
pub(crate) fn contain<T>(work: impl FnOnce() -> T) -> Option<T> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(value) => Some(value),
        Err(payload) => {
            // A payload may panic when it is dropped. Leaking its few bytes does less harm.
            std::mem::forget(payload);
            None
        }
    }
}
