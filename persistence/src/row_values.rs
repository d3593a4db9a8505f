//! Values in rows that this program itself never writes.

use kernel::StoreError;

/// What a value is that a domain type refuses: the database holds what this program does not write.
pub(crate) fn foreign<E: std::error::Error + Send + Sync + 'static>(error: E) -> StoreError {
    StoreError::Inconsistent(Box::new(error))
}
