//! Why a store could not do its work.

/// What lies beneath a failure of the database; for the log, never for a person.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// A store could not do its work. Every domain store shares this type.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached, is full, locked or gone; the same call may succeed later.
    #[error("the database cannot be used right now")]
    Unavailable(#[source] Cause),
    /// The database refused a statement that the program should not have sent.
    #[error("the database refused a statement")]
    Fault(#[source] Cause),
    /// The program's own part failed, beside the database: no randomness, a seal, a print, a panic.
    #[error("the program could not do its part of the work")]
    Program(#[source] Cause),
}
