//! Why a store failed.

/// What caused an error of the layers below; for the log, never for a response.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// A store failed. Every domain store shares this type.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached, is full, locked or gone; the same call may succeed later.
    #[error("the database cannot be used right now")]
    Unavailable(#[source] Cause),
    /// The commit was begun, and the database did not say whether it holds.
    #[error("the database did not say whether it saved this")]
    OutcomeUnknown(#[source] Cause),
    /// The database answers, and other calls took the time of this one; the same call may succeed in a moment.
    #[error("too many calls wait for the database")]
    Busy(#[source] Cause),
    /// The database refused a statement that the program should not have sent.
    #[error("the database refused a statement")]
    Fault(#[source] Cause),
    /// The program's own part failed, beside the database: no randomness, a text that cannot be sealed or written, a panic.
    #[error("the program could not do its part of the work")]
    Program(#[source] Cause),
    /// Rows that the program wrote contradict each other, or hold a value that it does not write.
    #[error("the database holds rows that contradict each other")]
    Inconsistent(#[source] Cause),
}
