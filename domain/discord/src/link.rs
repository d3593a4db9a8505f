//! Linking and unlinking a Discord account.

use accounts::{AccountStore, DiscordUserId};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{StoreError, UserId};

use crate::{AccountTaken, DiscordStore, MemberState, assignment::member_job, enqueue_member};

#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    #[error("there is no such user")]
    NoSuchUser,
    #[error("the Discord account is linked to another user")]
    AccountTaken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<AccountTaken> for LinkError {
    fn from(error: AccountTaken) -> Self {
        match error {
            AccountTaken::Taken => Self::AccountTaken,
            AccountTaken::Store(error) => Self::Store(error),
        }
    }
}

/// Makes this the user's one Discord account. Its job gives it its roles, and the job of the account before it takes the roles of that.
///
/// # Errors
/// See [`LinkError`].
pub fn link(store: &mut dyn DiscordStore, user: UserId, account: &DiscordUserId) -> Result<(), LinkError> {
    // Two tabs that link two accounts at once run one after the other, and the later account stays.
    let before = locked(store, user)?;
    store.set_discord_account(user, Some(account))?;
    // In the order of their ids, as in every place that enqueues several: two orders could deadlock.
    let mut enqueued: Vec<_> = before.iter().chain([account]).collect();
    enqueued.sort();
    enqueued.dedup();
    enqueued
        .into_iter()
        .try_for_each(|account| enqueue_member(store, account))?;
    // A worker that holds the job read the account's user before this link.
    Ok(mark_account_uncertain(store, account)?)
}

/// Ends a user's link; its job removes the roles. False where there was none.
///
/// # Errors
/// See [`LinkError`].
pub fn unlink(store: &mut dyn DiscordStore, user: UserId) -> Result<bool, LinkError> {
    let Some(account) = locked(store, user)? else {
        return Ok(false);
    };
    store.set_discord_account(user, None)?;
    enqueue_member(store, &account)?;
    Ok(true)
}

/// Schedules a check of a member who just got an invite: soon, and often while the member is not in the guild. Without regard to
/// the stored state, because Discord does not report that a member left the guild.
///
/// # Errors
/// [`StoreError`]
pub fn note_invitation(
    store: &mut dyn DiscordStore,
    account: &DiscordUserId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    store.enqueue(member_job(account, Some(now + TimeDelta::seconds(30))))?;
    // After the job's row, as in every place that writes both: two orders could deadlock.
    mark_account_uncertain(store, account)
}

fn locked(store: &mut dyn AccountStore, user: UserId) -> Result<Option<DiscordUserId>, LinkError> {
    if !store.lock_user(user)? {
        return Err(LinkError::NoSuchUser);
    }
    let user = store.user(user)?.ok_or(LinkError::NoSuchUser)?;
    Ok(user.discord_user_id)
}

pub(crate) fn mark_account_uncertain(
    store: &mut dyn DiscordStore,
    account: &DiscordUserId,
) -> Result<(), StoreError> {
    let state = store.member_state(account)?.unwrap_or_default();
    store.save_member_state(
        account,
        &MemberState {
            certain: false,
            ..state
        },
    )
}
