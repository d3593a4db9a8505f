//! Signing in to the pages of staff, and showing the passkey again while signed in.

use accounts::{AnsweredChallenge, SessionToken, SessionTokenHash, has_risen};
use audit::{ActingStaff, Action};
use chrono::{DateTime, Utc};
use kernel::StoreError;

use crate::{NewStaffSession, STAFF_SESSION_LIFE, SignedInStaff, StaffMember, StaffPasskeyId, StaffStore};

/// The name of staff whom a token signs in at `now`; `None` without a live session.
///
/// # Errors
/// [`StoreError`]
pub fn signed_in_staff(
    store: &mut dyn StaffStore,
    token: &SessionTokenHash,
    now: DateTime<Utc>,
) -> Result<Option<SignedInStaff>, StoreError> {
    let found = store.staff_session(token)?;
    Ok(found
        .filter(|(session, _)| session.is_live(now))
        .map(|(session, member)| SignedInStaff { member, session }))
}

/// Why a sign-in whose signature was right is refused.
#[derive(Debug, thiserror::Error)]
pub enum StaffPasskeyRefused {
    #[error("the challenge was answered before")]
    ChallengeUsed,
    /// Its name was removed after the signature was checked.
    #[error("the passkey is gone")]
    Gone,
    /// The counter did not rise: perhaps the key was copied (WebAuthn Level 3, section 6.1.1).
    #[error("the signature counter did not rise")]
    CounterNotRisen,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A sign-in whose signature was checked.
#[derive(Debug)]
pub struct StaffSignIn {
    pub passkey: StaffPasskeyId,
    /// The signature counter that the authenticator reported.
    pub counter: u32,
    /// The credential as it is to be kept from now on.
    pub credential: String,
    pub challenge: AnsweredChallenge,
    /// Of the session to open, or to go on.
    pub token: SessionToken,
    /// The session that the browser holds, if any.
    pub held: Option<SessionTokenHash>,
}

/// What came of a sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StaffEntered {
    /// A session was opened; the session that the browser held has ended.
    Opened(StaffMember),
    /// The browser's session goes on under the new token, and its passkey is fresh.
    Refreshed(StaffMember),
}

/// Opens a session for the name of a passkey; in a browser where that name is signed in, makes the passkey fresh and renews the token instead.
///
/// # Errors
/// See [`StaffPasskeyRefused`]; no session is opened, changed or ended then.
pub fn sign_in_staff(
    store: &mut dyn StaffStore,
    attempt: &StaffSignIn,
    now: DateTime<Utc>,
) -> Result<StaffEntered, StaffPasskeyRefused> {
    let (member, counter) = store
        .lock_staff_passkey(attempt.passkey)?
        .ok_or(StaffPasskeyRefused::Gone)?;
    if !store.use_challenge(&attempt.challenge.hash, attempt.challenge.expires)? {
        return Err(StaffPasskeyRefused::ChallengeUsed);
    }
    if !has_risen(counter, attempt.counter) {
        return Err(StaffPasskeyRefused::CounterNotRisen);
    }
    store.set_staff_passkey_used(attempt.passkey, &attempt.credential, attempt.counter, now)?;
    if let Some(held) = &attempt.held {
        match signed_in_staff(store, held, now)? {
            Some(me) if me.member.id == member.id => {
                store.renew_staff_session(me.session.id, &attempt.token.hash(), now)?;
                store.touch_staff_session(me.session.id, now)?;
                return Ok(StaffEntered::Refreshed(member));
            }
            _ => store.delete_staff_session(held)?,
        }
    }
    open(store, &member, &attempt.token, now)?;
    Ok(StaffEntered::Opened(member))
}

/// Opens a session, whose passkey was just shown.
pub(crate) fn open(
    store: &mut dyn StaffStore,
    member: &StaffMember,
    token: &SessionToken,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    store.insert_staff_session(&NewStaffSession {
        staff: member.id,
        token: token.hash(),
        created_at: now,
        expires_at: now + STAFF_SESSION_LIFE,
    })?;
    let me = ActingStaff::in_browser(&member.name, None);
    store.append_act(&me.act(Action::StaffSessionOpened), now)
}
