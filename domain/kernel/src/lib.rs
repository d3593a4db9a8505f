//! What every feature shares: ids, money, terms of access, where the database is, and the errors below all features. Small, and nothing of one feature.
//!
//! Decision: a use case takes its store as `store: &mut S` with `S: SomeStore + ?Sized`, in every domain crate. Most use cases
//! need the rows of two or three features (`S: AccountStore + CourseStore`), and `dyn` takes only one trait, so it would need a
//! named combination for each use case; the generic needs none, and `?Sized` still takes a `dyn` store where there is one trait.
//! What is not a store (`Guild`, `PaymentPages`, `DocumentPrinter`) is one trait, and is passed as `&dyn`. Cost: a use case is
//! compiled once for each type of store; persistence's is the only one.

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
