//! The accounts' rows, as the rules use them.

use chrono::{DateTime, Utc};

use crate::{
    BrowserSeen, Credentials, NewSession, PasskeyStore, PasswordHash, SecondFactorStore, Session, SessionId,
    SessionTokenHash, User, Username,
};
use ::mail::{EmailAddress, MailStore};
use audit::AuditStore;
use kernel::{StoreError, UserId, VideoId};

/// A name or address belongs to another user.
#[derive(Debug, thiserror::Error)]
pub enum NameTaken {
    #[error("the user name is taken")]
    Username,
    #[error("the e-mail address is taken")]
    Email,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A user to be inserted.
#[derive(Debug)]
pub struct NewUser {
    pub username: Username,
    pub email: EmailAddress,
    pub password: PasswordHash,
}

/// The users' rows. Every method may return [`StoreError`]; an option is `None` if the row does not exist.
pub trait AccountStore:
    MailStore + AuditStore + SessionStore + SecondFactorStore + PasskeyStore + StaffUserStore
{
    /// Adds a user; [`NameTaken`] where the name or the address (without case or Unicode form) is another's.
    fn insert_user(&mut self, new: &NewUser, now: DateTime<Utc>) -> Result<UserId, NameTaken>;
    /// Renames a user; [`NameTaken`] as for [`Self::insert_user`].
    fn set_username(&mut self, user: UserId, username: &Username) -> Result<(), NameTaken>;
    /// Changes a user's address, and ends the reset token and what waits for a link; [`NameTaken`] as for [`Self::insert_user`].
    /// Another address is not verified.
    fn set_email(&mut self, user: UserId, email: &EmailAddress) -> Result<(), NameTaken>;
    /// Writes down that the mailbox of the user's address was proved.
    fn set_email_verified(&mut self, user: UserId) -> Result<(), StoreError>;
    /// Writes down a new address that waits for its link, or that none does; a link that was mailed before ends.
    fn set_pending_email(&mut self, user: UserId, email: Option<&EmailAddress>) -> Result<(), StoreError>;
    fn user(&mut self, user: UserId) -> Result<Option<User>, StoreError>;
    fn user_by_email(&mut self, email: &EmailAddress) -> Result<Option<User>, StoreError>;
    /// Locks the user: every other change of this user's rights waits until the transaction ends. False where there is no such user.
    fn lock_user(&mut self, user: UserId) -> Result<bool, StoreError>;
    fn credentials_of(&mut self, user: UserId) -> Result<Option<Credentials>, StoreError>;
    /// Sets the password, and ends the user's reset token and invitation.
    fn set_password(&mut self, user: UserId, password: &PasswordHash) -> Result<(), StoreError>;
    /// Turns the mails after a while without watching on or off; false where there is no such user.
    fn set_reminders(&mut self, user: UserId, on: bool) -> Result<bool, StoreError>;
    /// Replaces the hash of an unchanged password, and ends the user's invitation.
    fn renew_hash(&mut self, user: UserId, password: &PasswordHash) -> Result<(), StoreError>;
    /// Makes a user the buyer of the paid orders that visitors made with an address; an order that has a buyer keeps it.
    fn adopt_orders(&mut self, user: UserId, email: &EmailAddress) -> Result<(), StoreError>;
}

/// The sessions' rows and the browsers that signed in. Every method may return [`StoreError`].
pub trait SessionStore {
    fn insert_session(&mut self, session: &NewSession) -> Result<(), StoreError>;
    /// Records a kind of browser for a user; answers whether it was recorded before.
    fn remember_browser(
        &mut self,
        user: UserId,
        name: &str,
        now: DateTime<Utc>,
    ) -> Result<BrowserSeen, StoreError>;
    /// The session of a token and its user, expired or not.
    fn session(&mut self, token: &SessionTokenHash) -> Result<Option<(Session, User)>, StoreError>;
    /// A user's sessions, the latest used first.
    fn sessions(&mut self, user: UserId) -> Result<Vec<Session>, StoreError>;
    /// Gives a session another token; what the browser held before signs in no more.
    fn renew_session(&mut self, session: SessionId, token: &SessionTokenHash) -> Result<(), StoreError>;
    fn touch_session(&mut self, session: SessionId, now: DateTime<Utc>) -> Result<(), StoreError>;
    /// Records that a session's device watches a video now.
    fn set_watching(
        &mut self,
        session: SessionId,
        video: VideoId,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError>;
    /// Ends the session of a token, if there is one.
    fn delete_session(&mut self, token: &SessionTokenHash) -> Result<(), StoreError>;
    /// Ends all of a user's sessions except one; answers how many.
    fn delete_sessions(&mut self, user: UserId, but: Option<SessionId>) -> Result<usize, StoreError>;
    /// Ends a user's least recently used sessions beyond `keep`.
    fn trim_sessions(&mut self, user: UserId, keep: usize) -> Result<(), StoreError>;
}

/// Users as staff list and remove them. Every method may return [`StoreError`].
pub trait StaffUserStore {
    /// Locks what the deletion of a user changes, in the order in which a payment event locks it.
    fn lock_for_deletion(&mut self, user: UserId) -> Result<(), StoreError>;
    /// Before a user is deleted: forgets mails to their address, and the address on the keys that they used.
    fn forget_address(&mut self, user: UserId, email: &EmailAddress) -> Result<(), StoreError>;
    /// Before a user is deleted: forgets the links that were mailed to an address that waits for one.
    fn forget_links(&mut self, pending: &EmailAddress) -> Result<(), StoreError>;
    /// Removes a user and all rows of the user; purchase keys that the user used stay used. False where there is no such user.
    fn delete_user(&mut self, user: UserId) -> Result<bool, StoreError>;
}
