//! Work with a store, apart from what it comes to.
//!
//! Decision: the engine is compiled once, and not once for each closure of the program: a closure leaves its result in a place that its caller
//! reads, and says to the engine only whether its changes are to stay. Cost: an allocation for each read and each write.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, PoisonError},
};

use kernel::StoreError;

use super::store::Store;

/// Runs once; whether what it changed is to stay.
pub(crate) type Work = Box<dyn FnOnce(&mut Store<'_>) -> bool + Send>;

/// Where work leaves its result.
pub(crate) struct Place<T, E>(Arc<Mutex<Option<Result<T, E>>>>);

impl<T, E: From<StoreError>> Place<T, E> {
    /// What the work came to; what ended it where it did not run to its end, or was not committed.
    pub(crate) fn result(&self, ended: Result<(), StoreError>) -> Result<T, E> {
        ended?;
        let result = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        result.unwrap_or_else(|| Err(E::from(StoreError::Program("database work never ran".into()))))
    }
}

/// Work, and where its result is found afterwards.
pub(crate) fn apart<T, E>(
    work: impl FnOnce(&mut Store<'_>) -> Result<T, E> + Send + 'static,
) -> (Work, Place<T, E>)
where
    T: Send + 'static,
    E: Send + 'static,
{
    let place = Arc::new(Mutex::new(None));
    let found = Place(Arc::clone(&place));
    let work: Work = Box::new(move |store| {
        let result = work(store);
        let stays = result.is_ok();
        *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        stays
    });
    (work, found)
}

/// What `work` answers. A panic ends the work that it happened in, and nothing else; the panic hook has logged it.
///
/// # Errors
/// [`StoreError::Program`] where it panicked.
pub(crate) fn contain<T>(work: impl FnOnce() -> T) -> Result<T, StoreError> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        // A payload may panic when it is dropped. Leaking its few bytes does less harm.
        std::mem::forget(payload);
        StoreError::Program("database work panicked".into())
    })
}
