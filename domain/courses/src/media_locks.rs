//! What keeps processes of several machines apart that change one media store.

use std::fmt::Debug;

use kernel::StoreError;

/// Locks that all machines of an installation share; those of one machine have a file for that.
pub trait MediaLocks: Debug + Send + Sync {
    /// The right to store and remove files, once no other process has it and none copies files out. `waiting` is called before a wait.
    ///
    /// # Errors
    /// [`StoreError`]
    fn lock_to_change(&self, waiting: &mut dyn FnMut()) -> Result<Box<dyn HeldMediaLock>, StoreError>;

    /// That no process removes files for a while, once none does. `waiting` is called before a wait.
    ///
    /// # Errors
    /// [`StoreError`]
    fn lock_to_copy(&self, waiting: &mut dyn FnMut()) -> Result<Box<dyn HeldMediaLock>, StoreError>;
}

/// Held until dropped, or until the connection to what keeps the lock is lost.
pub trait HeldMediaLock: Debug + Send {
    /// Whether no other process can have got the lock meanwhile.
    ///
    /// # Errors
    /// [`StoreError`] where the lock is lost.
    fn check(&mut self) -> Result<(), StoreError>;
}
