//! Audit: who did what to which account, key, access or order, when and from where, as an append-only trail.
//!
//! How to record an act: in the write that does it, after it is known to succeed,
//!
//! ```ignore
//! store.append_act(&staff.act(Action::UsersGrant).concerning(user.id).about(&course.slug), now)?;
//! store.append_act(&Act::by_member(Action::KeyRedeemed, user.id, from).about(&subject), now)?;
//! ```
//!
//! - The row is written in the same transaction, so an act that is refused or cut off leaves neither act nor row.
//! - The account's name is read when `append_act` is called: call it before the account's row is deleted, and after it is inserted.
//! - The subject says which key (its first characters), course (its slug) or order (its reference). No secret and nothing personal
//!   belongs in it: names and addresses have columns of their own, which can be erased.
//! - A read cannot record: what only reveals something is a write of its row ([`AuditStore`] within `Database::write`).
//! - `staff` above is an [`ActingStaff`]: who of staff acts, by a command or in their pages, and why. A reason may hold anything, so it is
//!   erased with the names.
//! - A further action is a line in [`Action`]; a refused sign-in goes through [`Refusals`] instead (`RefusedSignIns` of the server).
//!
//! Decision: no chain of hashes. The database refuses changes by triggers and, on PostgreSQL, by the role of the servers; who may take
//! these away could make a chain anew. Cost: such a change is not seen.
//!
//! Decision: the personal parts of a row (the name and the address) have columns of their own and can be erased. An erasure and a removal
//! for age are rows themselves.

mod act;
mod acting_staff;
mod action;
mod cleanup;
mod looks;
mod reason;
mod record;
mod refusals;
mod store;

pub use act::{Act, Actor, Subject};
pub use acting_staff::ActingStaff;
pub use action::Action;
pub use cleanup::{NAMES_KEPT, TRIM_BATCH, TRIM_PAUSE, erase_deleted_names, trim_trail};
pub use looks::{LOOKS_WITHIN, ODD_MEMBERS, ODD_SEARCH_HOURS, odd_looks};
pub use reason::{ActorName, Reason, ReasonError};
pub use record::{ActFilter, ActRecord};
pub use refusals::Refusals;
pub use store::{AuditStore, Looks, RemovedActs};
