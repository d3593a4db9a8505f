//! Values in rows that this program itself never writes.

use kernel::StoreError;

/// The fault of a value that a domain type refuses.
pub(crate) fn foreign<E: std::error::Error + Send + Sync + 'static>(error: E) -> StoreError {
    StoreError::Fault(Box::new(error))
}
