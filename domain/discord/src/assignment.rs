//! Taking work from the queue: which roles an account should have now, and whether Discord must be asked.

use accounts::DiscordUserId;
use chrono::{DateTime, TimeDelta, Utc};
use courses::CourseStore;
use kernel::StoreError;

use crate::{DiscordStore, MemberState, QueuedMember, Roles, wanted_roles};

/// A request without an answer may take effect this much later; only then is a member's state certain.
pub(crate) const LATE: TimeDelta = TimeDelta::seconds(45);

/// One Discord account to reconcile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    pub member: DiscordUserId,
    pub work: QueuedMember,
    pub wanted: Roles,
    /// Roles that courses name now, and roles that this member got when a course named them.
    pub ours: Roles,
    pub state: MemberState,
}

/// What the queue holds next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Discord must be asked.
    Work(Box<Assignment>),
    /// The account was known to be up to date; its work is ended, and Discord was not asked.
    UpToDate,
    Nothing,
}

/// Takes the next due work: one account in a transaction, so that no transaction locks many rows.
///
/// # Errors
/// [`StoreError`]
pub fn next_assignment<S: DiscordStore + CourseStore + ?Sized>(
    store: &mut S,
    now: DateTime<Utc>,
    hold: TimeDelta,
) -> Result<Next, StoreError> {
    let Some(work) = store.claim_due_member(now, now + hold)? else {
        return Ok(Next::Nothing);
    };
    let assignment = assign(store, work, now)?;
    if assignment.is_up_to_date(now) {
        store.finish(&assignment.work)?;
        forget_if_unlinked(store, &assignment)?;
        return Ok(Next::UpToDate);
    }
    Ok(Next::Work(Box::new(mark_uncertain(store, assignment)?)))
}

/// Takes the work on one account, after queueing it; `None` while another worker holds it.
///
/// # Errors
/// [`StoreError`]
pub fn take_assignment<S: DiscordStore + CourseStore + ?Sized>(
    store: &mut S,
    account: &DiscordUserId,
    now: DateTime<Utc>,
    hold: TimeDelta,
) -> Result<Option<Assignment>, StoreError> {
    store.enqueue_member(account)?;
    let Some(work) = store.claim_member(account, now, now + hold)? else {
        return Ok(None);
    };
    let assignment = assign(store, work, now)?;
    mark_uncertain(store, assignment).map(Some)
}

impl Assignment {
    /// The roles that an account should have, without taking its work: for a comparison that changes nothing.
    ///
    /// # Errors
    /// [`StoreError`]
    pub fn look<S: DiscordStore + CourseStore + ?Sized>(
        store: &mut S,
        account: &DiscordUserId,
        now: DateTime<Utc>,
    ) -> Result<Self, StoreError> {
        let unheld = QueuedMember {
            member: account.clone(),
            claim: crate::Claim {
                generation: 0,
                until: now,
            },
            attempts: 0,
        };
        assign(store, unheld, now)
    }

    /// Whether Discord need not be asked: the member has the wanted roles, or has left the guild and no role is wanted.
    fn is_up_to_date(&self, now: DateTime<Utc>) -> bool {
        let no_late_request = self.state.late_at.is_none_or(|late| late + LATE <= now);
        let same_roles = match self.state.left_at {
            None => self.state.roles == self.wanted,
            Some(_) => self.wanted.is_empty(),
        };
        no_late_request && self.state.certain && same_roles
    }
}

fn assign<S: DiscordStore + CourseStore + ?Sized>(
    store: &mut S,
    work: QueuedMember,
    now: DateTime<Utc>,
) -> Result<Assignment, StoreError> {
    let wanted = match store.holder_of(&work.member)? {
        Some(user) => wanted_roles(&store.held_courses(user)?, now),
        None => Roles::new(),
    };
    let state = store.member_state(&work.member)?.unwrap_or_default();
    let mut ours = store.course_roles()?;
    ours.extend(state.roles.iter().cloned());
    Ok(Assignment {
        member: work.member.clone(),
        work,
        wanted,
        ours,
        state,
    })
}

/// Stores, before Discord is asked, which roles the member may have afterwards. A worker that takes over after a crash then asks
/// Discord, and knows which roles are ours.
fn mark_uncertain<S: DiscordStore + ?Sized>(
    store: &mut S,
    work: Assignment,
) -> Result<Assignment, StoreError> {
    let may_have = work.state.roles.union(&work.wanted).cloned().collect();
    let uncertain = MemberState {
        roles: may_have,
        certain: false,
        ..work.state.clone()
    };
    store.save_member_state(&work.member, &uncertain)?;
    Ok(work)
}

/// Deletes what is stored of an account that is no longer linked and has no role of ours.
pub(crate) fn forget_if_unlinked<S: DiscordStore + ?Sized>(
    store: &mut S,
    work: &Assignment,
) -> Result<(), StoreError> {
    if work.wanted.is_empty() && store.holder_of(&work.member)?.is_none() {
        store.forget(&work.member)?;
    }
    Ok(())
}
