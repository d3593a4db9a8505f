//! What a job of a Discord account is about: which roles the account should have now, and whether Discord must be asked.

use accounts::DiscordUserId;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{JobKind, JobRank, Jobs, NewJob, StoreError};

use crate::{DiscordStore, MemberState, Roles, wanted_roles};

/// The job that reconciles a Discord account; its key is the account.
pub const MEMBER_JOB: JobKind = "discord_member";

/// A request without an answer may take effect this much later; only then is a member's state certain.
pub(crate) const LATE: TimeDelta = TimeDelta::seconds(45);

/// One Discord account to reconcile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    pub member: DiscordUserId,
    pub wanted: Roles,
    /// Roles that courses name now, and roles that this member got when a course named them.
    pub ours: Roles,
    pub state: MemberState,
}

/// The job of an account, due at a time or at once.
pub(crate) fn member_job(account: &DiscordUserId, due: Option<DateTime<Utc>>) -> NewJob<'_> {
    NewJob {
        kind: MEMBER_JOB,
        key: &account.0,
        payload: None,
        rank: JobRank::Other,
        due,
    }
}

/// Has an account reconciled at once.
///
/// # Errors
/// [`StoreError`]
pub fn enqueue_member(store: &mut dyn Jobs, account: &DiscordUserId) -> Result<(), StoreError> {
    store.enqueue(member_job(account, None))
}

/// The assignment of a job that the caller holds. Stores, before Discord is asked, which roles the member may have afterwards: a worker
/// that takes over after a crash then asks Discord, and knows which roles are ours.
///
/// # Errors
/// [`StoreError`]
pub fn take_assignment(
    store: &mut dyn DiscordStore,
    account: &DiscordUserId,
    now: DateTime<Utc>,
) -> Result<Assignment, StoreError> {
    let assignment = Assignment::look(store, account, now)?;
    let may_have = assignment.state.roles.union(&assignment.wanted).cloned();
    let uncertain = MemberState {
        roles: may_have.collect(),
        certain: false,
        ..assignment.state.clone()
    };
    store.save_member_state(account, &uncertain)?;
    Ok(assignment)
}

impl Assignment {
    /// The roles that an account should have, and those that it has as far as is known; nothing is stored.
    ///
    /// # Errors
    /// [`StoreError`]
    pub fn look(
        store: &mut dyn DiscordStore,
        account: &DiscordUserId,
        now: DateTime<Utc>,
    ) -> Result<Self, StoreError> {
        let wanted = match store.holder_of(account)? {
            Some(user) => wanted_roles(&store.held_courses(user)?, now),
            None => Roles::new(),
        };
        let state = store.member_state(account)?.unwrap_or_default();
        let mut ours = store.course_roles()?;
        ours.extend(state.roles.iter().cloned());
        Ok(Self {
            member: account.clone(),
            wanted,
            ours,
            state,
        })
    }

    /// Whether Discord need not be asked: the member has the wanted roles, or has left the guild and no role is wanted.
    #[must_use]
    pub fn is_up_to_date(&self, now: DateTime<Utc>) -> bool {
        let no_late_request = self.state.late_at.is_none_or(|late| late + LATE <= now);
        let same_roles = match self.state.left_at {
            None => self.state.roles == self.wanted,
            Some(_) => self.wanted.is_empty(),
        };
        no_late_request && self.state.certain && same_roles
    }
}

/// Deletes what is stored of an account that is no longer linked and has no role of ours.
///
/// # Errors
/// [`StoreError`]
pub fn forget_if_unlinked(store: &mut dyn DiscordStore, work: &Assignment) -> Result<(), StoreError> {
    if work.wanted.is_empty() && store.holder_of(&work.member)?.is_none() {
        store.forget_member(&work.member)?;
    }
    Ok(())
}
