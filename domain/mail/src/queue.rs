//! The outbox, as features use it.

use chrono::{DateTime, Utc};
use kernel::{JobKind, StoreError};

use crate::{EmailAddress, Mail, MailKind};

/// The job that sends a mail; its key is the mail's number in the outbox, and its payload the mail's kind.
pub const MAIL_JOB: JobKind = "mail";

/// The mails that are not sent yet. Every method may return [`StoreError`].
pub trait MailQueue {
    /// Stores a mail and enqueues its job; it is sent after the transaction commits.
    fn enqueue_mail(&mut self, mail: &Mail, now: DateTime<Utc>) -> Result<(), StoreError>;
    /// Does the work of [`Self::enqueue_mail`] without queueing a mail, so that both take equally long.
    fn enqueue_decoy(&mut self, now: DateTime<Utc>) -> Result<(), StoreError>;
    /// How many mails of a kind were queued for an address since a time.
    fn mails_since(
        &mut self,
        kind: MailKind,
        to: &EmailAddress,
        since: DateTime<Utc>,
    ) -> Result<i64, StoreError>;
}
