//! What features ask of the outbox.

use chrono::{DateTime, Utc};
use kernel::StoreError;

use crate::{EmailAddress, Mail, MailKind};

/// The mails that wait to be sent. Every method may return [`StoreError`].
pub trait MailQueue {
    /// Puts a mail into the outbox; it leaves after the transaction commits.
    fn enqueue_mail(&mut self, mail: &Mail, now: DateTime<Utc>) -> Result<(), StoreError>;
    /// Does the work of [`Self::enqueue_mail`] for a mail to nobody, so that both take as long.
    fn enqueue_decoy(&mut self, now: DateTime<Utc>) -> Result<(), StoreError>;
    /// How many mails of a kind went to an address since a time.
    fn mails_since(
        &mut self,
        kind: MailKind,
        to: &EmailAddress,
        since: DateTime<Utc>,
    ) -> Result<i64, StoreError>;
}
