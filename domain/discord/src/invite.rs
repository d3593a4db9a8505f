//! Invites to a course's channel: one live invite for each user and course.

use accounts::{AccountStore, DiscordUserId};
use chrono::{DateTime, TimeDelta, Utc};
use courses::{Course, CourseId, access_now};
use kernel::{StoreError, UserId};

use crate::{DiscordStore, Invite, link::note_invitation};

/// An unused invite expires after this long.
pub const INVITE_LIFE: TimeDelta = TimeDelta::hours(24);
/// How long one request holds the making of an invite; longer than any wait for Discord.
const MAKING: TimeDelta = TimeDelta::seconds(40);

/// The next step for a request for an invite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InviteAsk {
    /// The user's live invite.
    Live(Invite),
    /// Ask Discord for an invite, then call [`keep_invite`].
    Make(Box<Course>),
    /// Another request is asking Discord; try again in a moment.
    Wait,
}

#[derive(Debug, thiserror::Error)]
pub enum InviteError {
    #[error("there is no access to this course")]
    NoAccess,
    #[error("no Discord account is linked")]
    NotLinked,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Decides on an invite for a user to a course. `dead` is the code of a live invite that turned out to be used.
///
/// # Errors
/// See [`InviteError`].
pub fn ask_for_invite(
    store: &mut dyn DiscordStore,
    user: UserId,
    course: CourseId,
    dead: Option<&str>,
    now: DateTime<Utc>,
) -> Result<InviteAsk, InviteError> {
    // After a request that is just keeping its invite, so that there is one live invite for each user and course.
    store.lock_user(user)?;
    if !access_now(store.grant_of(user, course)?.as_ref(), now).is_open() {
        return Err(InviteError::NoAccess);
    }
    let course = store.course(course)?.ok_or(InviteError::NoAccess)?;
    let account = linked_account(store, user)?;
    if let Some(dead) = dead {
        store.mark_invite_used(dead, now)?;
    }
    if let Some(invite) = store.live_invite(user, course.id, now)? {
        note_invitation(store, &account, now)?;
        return Ok(InviteAsk::Live(invite));
    }
    if store.claim_invite(user, course.id, now, now + MAKING)? {
        Ok(InviteAsk::Make(Box::new(course)))
    } else {
        Ok(InviteAsk::Wait)
    }
}

/// Stores an invite that Discord made, and schedules checks for the member's arrival.
///
/// # Errors
/// See [`InviteError`].
pub fn keep_invite(
    store: &mut dyn DiscordStore,
    user: UserId,
    course: CourseId,
    invite: &Invite,
    now: DateTime<Utc>,
) -> Result<(), InviteError> {
    store.lock_user(user)?;
    let account = linked_account(store, user)?;
    store.insert_invite(user, course, invite)?;
    store.release_invite(user, course)?;
    Ok(note_invitation(store, &account, now)?)
}

fn linked_account(store: &mut dyn AccountStore, user: UserId) -> Result<DiscordUserId, InviteError> {
    let user = store.user(user)?;
    user.and_then(|user| user.discord_user_id)
        .ok_or(InviteError::NotLinked)
}
