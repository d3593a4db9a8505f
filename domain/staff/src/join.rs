//! Names of staff: added by a link that makes one passkey, and removed.

use accounts::{AnsweredChallenge, NewPasskey, SessionToken};
use audit::{ActingStaff, Action};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::StoreError;

use crate::{JoinToken, NewStaff, Role, StaffMember, StaffName, StaffStore, sign_in::open};

/// How long the link works (contract, "Staff in the browser").
pub const JOIN_LINK_LIFE: TimeDelta = TimeDelta::hours(24);

#[derive(Debug, thiserror::Error)]
pub enum AddStaffError {
    /// Upper and lower case count as the same.
    #[error("the name is known")]
    NameTaken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// Unknown, used or expired, or its name was removed.
    #[error("the link does not work")]
    TokenInvalid,
    #[error("the challenge was answered before")]
    ChallengeUsed,
    #[error("the credential is registered")]
    Registered,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Adds a name of staff, who joins by the link of the token within [`JOIN_LINK_LIFE`].
///
/// # Errors
/// See [`AddStaffError`].
pub fn add_staff(
    store: &mut dyn StaffStore,
    name: &StaffName,
    role: Role,
    token: &JoinToken,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<(), AddStaffError> {
    let new = NewStaff {
        name,
        role,
        token: token.hash(),
        token_expires: now + JOIN_LINK_LIFE,
    };
    let _ = store.insert_staff(&new, now)?.ok_or(AddStaffError::NameTaken)?;
    let subject = format!("{} as {role}", name.as_str());
    store.append_act(&by.act(Action::StaffAdd).about(&subject), now)?;
    Ok(())
}

/// Removes a name of staff, whose sessions end at once; false for an unknown name.
///
/// # Errors
/// [`StoreError`]
pub fn remove_staff(
    store: &mut dyn StaffStore,
    name: &StaffName,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let Some(member) = store.staff_named(name)? else {
        return Ok(false);
    };
    let removed = store.delete_staff(member.id)?;
    if removed {
        store.append_act(&by.act(Action::StaffRemove).about(&member.name), now)?;
    }
    Ok(removed)
}

/// Whose link this is; it stays valid.
///
/// # Errors
/// [`JoinError::TokenInvalid`] and [`JoinError::Store`]
pub fn joining_staff(
    store: &mut dyn StaffStore,
    token: &JoinToken,
    now: DateTime<Utc>,
) -> Result<StaffMember, JoinError> {
    store
        .staff_of_join_token(&token.hash(), now)?
        .ok_or(JoinError::TokenInvalid)
}

/// A passkey that was made by a link and checked.
#[derive(Debug)]
pub struct Joining {
    pub token: JoinToken,
    pub passkey: NewPasskey,
    pub challenge: AnsweredChallenge,
    /// Of the session to open.
    pub session: SessionToken,
}

/// Keeps the passkey of a name of staff, uses up the link and signs them in.
///
/// # Errors
/// See [`JoinError`]; nothing is kept then.
pub fn join_staff(
    store: &mut dyn StaffStore,
    joining: &Joining,
    now: DateTime<Utc>,
) -> Result<StaffMember, JoinError> {
    let member = store
        .take_join_token(&joining.token.hash(), now)?
        .ok_or(JoinError::TokenInvalid)?;
    if !store.use_challenge(&joining.challenge.hash, joining.challenge.expires)? {
        return Err(JoinError::ChallengeUsed);
    }
    if !store.insert_staff_passkey(member.id, &joining.passkey, now)? {
        return Err(JoinError::Registered);
    }
    let me = ActingStaff::in_browser(&member.name, None);
    store.append_act(&me.act(Action::StaffJoin), now)?;
    open(store, &member, &joining.session, now)?;
    Ok(member)
}
