//! Audit: who did what to which account, key, access or order, when and from where, as an append-only trail.
//!
//! How to record an act: in the write that does it, after it is known to succeed,
//!
//! ```ignore
//! store.append_act(&Act::by_staff(Action::UsersGrant).concerning(user.id).about(&course.slug), now)?;
//! store.append_act(&Act::by_member(Action::KeyRedeemed, user.id, from).about(&subject), now)?;
//! ```
//!
//! - The row is written in the same transaction, so an act that is refused or cut off leaves neither act nor row.
//! - The account's name is read when `append_act` is called: call it before the account's row is deleted, and after it is inserted.
//! - The subject says which key (its first characters), course (its slug) or order (its reference). No secret and nothing personal
//!   belongs in it: names and addresses have columns of their own, which can be erased.
//! - A read cannot record: what only reveals something is a write of its row ([`AuditStore`] within `Database::write`).
//! - A further action is a line in [`Action`]; a refused sign-in goes through [`Refusals`] instead (`RefusedSignIns` of the server).
//!
//! Decision: each row's hash covers the hash of the row before it, so a row cannot be changed, removed, moved or put between others
//! unseen, unless all rows after it are made anew; then the head differs from the one in an older backup. Cost: one row at a time
//! joins the chain, which persistence orders by a lock that it takes as the last of a transaction.
//!
//! Decision: the chain covers a salted commitment to the personal parts of a row (the name and the address) instead of the parts, so
//! that they can be erased with their salt and the chain stays whole. An erasure and a removal for age are rows themselves; parts and
//! rows that are missing without one are a fault.

mod act;
mod action;
mod chain;
mod cleanup;
mod record;
mod refusals;
mod store;
mod verify;

pub use act::{Act, Actor, Subject};
pub use action::Action;
pub use chain::{ChainHash, ChainLink, ChainLinkError, ChainedAct, Names, Salt};
pub use cleanup::{NAMES_KEPT, TRIM_BATCH, TRIM_PAUSE, erase_deleted_names, trim_trail};
pub use record::{ActFilter, ActRecord};
pub use refusals::Refusals;
pub use store::{AuditRecordStore, AuditStore, ChainState};
pub use verify::{ChainFault, Verification, VerifyError, verify_trail};
