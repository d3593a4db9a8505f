//! Discord: linking an account, invites, and the roles that follow access.
//!
//! Decision: every change of a user's access queues the user's Discord account for reconciliation, in the transaction of the
//! change, and a worker reconciles it. The wanted roles are computed when the work is taken, never stored: work that was queued
//! twice, late or in the wrong order still ends with the roles of the present access. Cost: roles follow access after a moment.
//!
//! The queue is keyed by the Discord account and not by the user, so that roles are removed from an account that was unlinked,
//! replaced, or whose user was deleted.
//!
//! [`reconcile`] is the one sequence that takes work, asks Discord and finishes it. How use cases take their store is decided in
//! `kernel`.

mod assignment;
mod finish;
mod guild;
mod invite;
mod link;
mod reconcile;
mod request_sync;
mod roles;
mod store;

pub use assignment::{Assignment, Next, next_assignment, take_assignment};
pub use finish::finish_assignment;
pub use guild::{Guild, GuildError, Report, Standing, compare, update_roles};
pub use invite::{INVITE_LIFE, InviteAsk, InviteError, ask_for_invite, keep_invite};
pub use link::{LinkError, link, note_invitation, unlink};
pub use reconcile::{AssignmentQueue, Reconciled, Work, reconcile};
pub use request_sync::request_sync;
pub use roles::{RoleChange, RoleId, Roles, role_change, wanted_roles};
pub use store::{
    AccountTaken, Claim, DiscordStore, Invite, InviteStore, LinkStore, LinkedNameStore, MemberQueue,
    MemberState, MemberStateStore, QueueProblem, QueueState, QueuedMember,
};
