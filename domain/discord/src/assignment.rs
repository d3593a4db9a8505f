//! Taking up work: what is wanted of an account now, and whether anything needs to be asked of Discord at all.

use accounts::DiscordUserId;
use chrono::{DateTime, TimeDelta, Utc};
use courses::CourseStore;
use kernel::StoreError;

use crate::{DiscordStore, MemberState, QueuedMember, Roles, settle::LATE, wanted_roles};

/// One Discord account to put right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    pub member: DiscordUserId,
    pub work: QueuedMember,
    pub wanted: Roles,
    /// Roles that courses name now, and those that this member was given when one did.
    pub ours: Roles,
    pub state: MemberState,
}

/// What the queue holds next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Discord is to be asked.
    Work(Box<Assignment>),
    /// Somebody was known to be right; their work is ended, and nobody was asked.
    UpToDate,
    Nothing,
}

/// Takes the next work. One piece in a transaction, so that none holds many rows while others wait for them.
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
    if assignment.is_right(now) {
        store.finish(&assignment.work)?;
        forget_if_over(store, &assignment)?;
        return Ok(Next::UpToDate);
    }
    Ok(Next::Work(Box::new(mark_uncertain(store, assignment)?)))
}

/// Takes the work on one account, queueing it first; none while somebody else is at it.
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
    /// What access says of an account, without holding its work: for looking only.
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

    /// Whether there is nothing to ask: the member has what is wanted, or is gone and nothing is.
    fn is_right(&self, now: DateTime<Utc>) -> bool {
        let quiet = self.state.late_at.is_none_or(|late| late + LATE <= now);
        let right = match self.state.left_at {
            None => self.state.roles == self.wanted,
            Some(_) => self.wanted.is_empty(),
        };
        quiet && self.state.certain && right
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

/// Writes down, before anything is asked, what the member may have afterwards: whoever takes over from a server that dies
/// meanwhile then looks, and knows which roles were ours.
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

/// Nothing is kept of an account that nobody has linked any more once its roles are off.
pub(crate) fn forget_if_over<S: DiscordStore + ?Sized>(
    store: &mut S,
    work: &Assignment,
) -> Result<(), StoreError> {
    if work.wanted.is_empty() && store.holder_of(&work.member)?.is_none() {
        store.forget(&work.member)?;
    }
    Ok(())
}
