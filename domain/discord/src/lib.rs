//! Discord: linking an account, invites, and the roles that follow access.
//!
//! Decision: every change of a user's access enqueues a job for the user's Discord account, in the transaction of the change, and a worker
//! reconciles it. The wanted roles are computed when the job is taken, never stored: a job that was enqueued twice, late or in the wrong
//! order still ends with the roles of the present access. Cost: roles follow access after a moment.
//!
//! The key of the job is the Discord account and not the user, so that roles are removed from an account that was unlinked, replaced, or
//! whose user was deleted.
//!
//! A worker, a link and `portal discord sync` do the same: [`take_assignment`], [`update_roles`], [`finish_assignment`]. How use cases take
//! their store is decided in `kernel`.

mod assignment;
mod finish;
mod guild;
mod invite;
mod link;
mod request_sync;
mod roles;
mod store;

pub use assignment::{Assignment, MEMBER_JOB, enqueue_member, forget_if_unlinked, take_assignment};
pub use finish::finish_assignment;
pub use guild::{Guild, GuildError, Report, Standing, compare, update_roles};
pub use invite::{INVITE_LIFE, InviteAsk, InviteError, ask_for_invite, keep_invite};
pub use link::{LinkError, link, note_invitation, unlink};
pub use request_sync::request_sync;
pub use roles::{RoleChange, RoleId, Roles, role_change, wanted_roles};
pub use store::{AccountTaken, DiscordStore, Invite, MemberState};
