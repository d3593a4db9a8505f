//! What every feature speaks: ids, money, terms of access, where the database is, and why a store failed. Small, and nothing of one feature.

mod access_term;
mod database_url;
mod error_chain;
mod ids;
mod money;
mod store_error;

pub use access_term::{AccessTerm, AccessTermError};
pub use database_url::DatabaseUrl;
pub use error_chain::error_chain;
pub use ids::UserId;
pub use money::Cents;
pub use store_error::{Cause, StoreError};
