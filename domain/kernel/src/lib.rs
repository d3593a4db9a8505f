//! What every feature speaks: ids, money, terms of access, and why a store failed. Small, and nothing of one feature.

mod access_term;
mod ids;
mod money;
mod store_error;

pub use access_term::{AccessTerm, AccessTermError};
pub use ids::UserId;
pub use money::Cents;
pub use store_error::{Cause, StoreError};
