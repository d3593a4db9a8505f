//! The rows of staff, as the rules use them.

use accounts::{AccountStore, NewPasskey, SessionTokenHash};
use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};

use crate::{
    JoinTokenHash, Note, NoteText, Role, StaffId, StaffMember, StaffName, StaffSearchStore, StaffSession,
    StaffSessionId,
};

/// A name of staff as the list of them shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaffRecord {
    pub member: StaffMember,
    pub added_at: DateTime<Utc>,
    /// When the passkey was made.
    pub joined_at: Option<DateTime<Utc>>,
    /// When a session of theirs was last used.
    pub last_seen_at: Option<DateTime<Utc>>,
    /// How many sessions of theirs are live.
    pub sessions: usize,
}

/// A name of staff to be added.
#[derive(Debug)]
pub struct NewStaff<'a> {
    pub name: &'a StaffName,
    pub role: Role,
    pub token: JoinTokenHash,
    pub token_expires: DateTime<Utc>,
}

/// The names of staff. Every method may return [`StoreError`].
pub trait StaffStore: AccountStore + StaffSessionStore + StaffSearchStore {
    /// A name, in upper or lower case.
    fn staff_named(&mut self, name: &StaffName) -> Result<Option<StaffMember>, StoreError>;
    /// Adds a name; `None` if it is known, in upper or lower case.
    fn insert_staff(&mut self, new: &NewStaff<'_>, now: DateTime<Utc>)
    -> Result<Option<StaffId>, StoreError>;
    /// Removes a name with its passkeys and sessions; false for an unknown one.
    fn delete_staff(&mut self, staff: StaffId) -> Result<bool, StoreError>;
    /// Whose link this is, unless it has expired or was used; it stays valid.
    fn staff_of_join_token(
        &mut self,
        token: &JoinTokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<StaffMember>, StoreError>;
    /// Uses up a link that has not expired, and writes down that its name has joined. Of any number of concurrent callers, one gets the
    /// name.
    fn take_join_token(
        &mut self,
        token: &JoinTokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<StaffMember>, StoreError>;
    /// Adds a passkey; false if the credential is registered.
    fn insert_staff_passkey(
        &mut self,
        staff: StaffId,
        new: &NewPasskey,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError>;
    /// The name of a passkey and its signature counter, locked until the transaction ends.
    fn lock_staff_passkey(
        &mut self,
        passkey: StaffPasskeyId,
    ) -> Result<Option<(StaffMember, u32)>, StoreError>;
    /// Writes down a sign-in by a passkey.
    fn set_staff_passkey_used(
        &mut self,
        passkey: StaffPasskeyId,
        credential: &str,
        counter: u32,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError>;
    /// Adds a note; `None` if there is no such user.
    fn insert_note(
        &mut self,
        user: UserId,
        text: &NoteText,
        by: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<Note>, StoreError>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StaffPasskeyId(pub i32);

/// A passkey of staff as a signature is checked against it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownStaffPasskey {
    pub id: StaffPasskeyId,
    pub staff: StaffId,
    /// As [`accounts::KnownPasskey::credential`].
    pub credential: String,
}

/// A session to be opened.
#[derive(Debug)]
pub struct NewStaffSession {
    pub staff: StaffId,
    pub token: SessionTokenHash,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// The sessions of staff. Every method may return [`StoreError`].
pub trait StaffSessionStore {
    /// Opens a session, whose passkey is fresh from its start. Beyond [`crate::STAFF_SESSIONS`] of a name, those used longest ago end.
    fn insert_staff_session(&mut self, new: &NewStaffSession) -> Result<(), StoreError>;
    /// The session of a token and its name, ended or not.
    fn staff_session(
        &mut self,
        token: &SessionTokenHash,
    ) -> Result<Option<(StaffSession, StaffMember)>, StoreError>;
    /// Writes down that a session, and so its name, is in use.
    fn touch_staff_session(&mut self, session: StaffSessionId, now: DateTime<Utc>) -> Result<(), StoreError>;
    /// Writes down that the passkey was shown in a session, which has this token from now on.
    fn renew_staff_session(
        &mut self,
        session: StaffSessionId,
        token: &SessionTokenHash,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError>;
    /// Ends the session of a token, if there is one.
    fn delete_staff_session(&mut self, token: &SessionTokenHash) -> Result<(), StoreError>;
}
