//! A panic in one piece of a thread's work ends that piece, and never the thread.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// What `work` answers; `None` if it panicked, which the panic hook has logged.
pub fn contain<T>(work: impl FnOnce() -> T) -> Option<T> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(value) => Some(value),
        Err(payload) => {
            // A payload may panic when it is dropped. Leaking its few bytes does less harm.
            std::mem::forget(payload);
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Loud;

    impl Drop for Loud {
        fn drop(&mut self) {
            panic!("dropped on purpose");
        }
    }

    #[test]
    fn a_panic_is_an_answer_even_where_its_payload_panics_too() {
        assert_eq!(contain(|| 7), Some(7));
        assert_eq!(contain(|| -> u8 { std::panic::panic_any(Loud) }), None);
    }
}
