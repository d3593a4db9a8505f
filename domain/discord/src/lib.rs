//! Discord: linking an account, invites, and the roles that follow access.
//!
//! Decision: every change of what somebody may see writes "put this Discord account right" into a queue, in the transaction of
//! the change, and a worker makes it so. What is wanted is computed when the work is taken up, never stored: work that was
//! queued twice, late or in the wrong order still ends at what access says now. Cost: a role is a moment behind.
//!
//! The queue is keyed by the Discord account and not by the user, so that roles leave an account that was unlinked, replaced
//! or whose user was deleted.

mod assignment;
mod guild;
mod invite;
mod link;
mod roles;
mod settle;
mod store;

pub use assignment::{Assignment, Next, next_assignment, take_assignment};
pub use guild::{Guild, GuildError, Report, Standing, compare, put_right};
pub use invite::{INVITE_LIFE, Invite, InviteAsk, InviteError, ask_for_invite, keep_invite};
pub use link::{LinkError, link, note_invitation, unlink};
pub use roles::{RoleChange, RoleId, Roles, role_change, wanted_roles};
pub use settle::settle;
pub use store::{
    AccountTaken, Claim, DiscordStore, InviteStore, LinkStore, MemberQueue, MemberState, MemberStateStore,
    QueueProblem, QueueState, QueuedMember,
};
