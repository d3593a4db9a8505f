//! The rows of mails and of the tokens in them, as features use them.

use chrono::{DateTime, Utc};
use kernel::{JobKind, Jobs, StoreError, UserId};

use crate::{EmailAddress, Mail, MailKind, StoredToken, TokenHash, TokenPurpose};

/// The job that sends a mail; its key is the mail's number in the outbox, and its payload the mail's kind.
pub const MAIL_JOB: JobKind = "mail";

/// A mail in the outbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MailId(pub i32);

/// The mails that are not sent yet, and the tokens of those that were. Every method may return [`StoreError`]; a token that has expired is
/// not found.
pub trait MailStore: Jobs {
    /// Stores a mail and enqueues its job; it is sent after the transaction commits.
    fn put_mail(&mut self, mail: &Mail, now: DateTime<Utc>) -> Result<MailId, StoreError>;
    /// [`Self::put_mail`] of a mail that is not sent before a time.
    fn put_mail_at(
        &mut self,
        mail: &Mail,
        at: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<MailId, StoreError>;
    /// [`Self::put_mail`] of a mail that is not taken back.
    fn enqueue_mail(&mut self, mail: &Mail, now: DateTime<Utc>) -> Result<(), StoreError> {
        self.put_mail(mail, now).map(|_| ())
    }
    /// Does the work of [`Self::enqueue_mail`] without queueing a mail, so that both take equally long.
    fn enqueue_decoy(&mut self, now: DateTime<Utc>) -> Result<(), StoreError>;
    /// How many mails of a kind were queued for an address since a time.
    fn mails_since(
        &mut self,
        kind: MailKind,
        to: &EmailAddress,
        since: DateTime<Utc>,
    ) -> Result<i64, StoreError>;
    /// Stores a token. It takes the place of the token of its purpose that its user had; an order may have several.
    fn put_token(&mut self, token: &TokenHash, stored: &StoredToken) -> Result<(), StoreError>;
    /// A token, which stays valid.
    fn token(&mut self, token: &TokenHash, now: DateTime<Utc>) -> Result<Option<StoredToken>, StoreError>;
    /// Uses a token up. Of any number of concurrent callers, one gets it.
    fn take_token(
        &mut self,
        token: &TokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<StoredToken>, StoreError>;
    /// Whether a user has a token of a purpose.
    fn has_token(
        &mut self,
        user: UserId,
        purpose: TokenPurpose,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError>;
    /// Ends a user's token of a purpose, if there is one.
    fn end_token(&mut self, user: UserId, purpose: TokenPurpose) -> Result<(), StoreError>;
}
