//! What every feature shares: ids, money, terms of access, where the database is, and the errors below all features. Small, and nothing of one feature.
//!
//! Decision: each domain crate has one store trait, and its use cases take it as `store: &mut dyn OrderStore`. A store trait has the store
//! traits of the features that its use cases read or change as supertraits (`OrderStore: PurchaseKeyStore`, `PurchaseKeyStore:
//! CourseStore`), so a use case can hand its store on. A large one is made of parts by subject, one file of `persistence` each, because a
//! trait has one `impl`. Ruled out: generic stores (`S: AccountStore + CourseStore`), which name at each use case what it reads, and are
//! compiled once for each crate that calls them. Cost: a use case sees rows that it does not need, and a test that stands in for the
//! database needs a small part.
//! What is not a store (`Guild`, `PaymentPages`, `DocumentPrinter`) is one trait too, and is passed as `&dyn`.

mod access_term;
mod database_url;
mod error_chain;
mod fold;
mod ids;
mod jobs;
mod key_ring;
mod money;
mod one_line;
mod randomness;
mod store_error;
mod text;
mod typed;

pub use access_term::{AccessTerm, AccessTermError};
pub use database_url::DatabaseUrl;
pub use error_chain::error_chain;
pub use fold::{Folded, fold, folded};
pub use ids::{UserId, VideoId};
pub use jobs::{JobKind, JobOutcome, JobRank, Jobs, NewJob};
pub use key_ring::KeyRing;
pub use money::Cents;
pub use one_line::{OneLine, OneLineError, shows_nothing};
pub use randomness::RandomnessError;
pub use store_error::{Cause, StoreError};
pub use text::without_nul;
pub use typed::{typed_address, typed_code, typed_text};
