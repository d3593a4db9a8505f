//! The outbox.

use chrono::{DateTime, Utc};
use kernel::StoreError;
use mail::{EmailAddress, Mail, MailKind, MailQueue};

use crate::FakeStore;

impl MailQueue for FakeStore {
    fn enqueue_mail(&mut self, mail: &Mail, now: DateTime<Utc>) -> Result<(), StoreError> {
        self.mails.push((mail.clone(), now));
        Ok(())
    }

    fn enqueue_decoy(&mut self, _: DateTime<Utc>) -> Result<(), StoreError> {
        Ok(())
    }

    fn mails_since(
        &mut self,
        kind: MailKind,
        to: &EmailAddress,
        since: DateTime<Utc>,
    ) -> Result<i64, StoreError> {
        let count = self.mails.iter().filter(|(mail, at)| {
            mail.kind == kind && EmailAddress::key_of(&mail.to) == to.key() && *at > since
        });
        Ok(i64::try_from(count.count()).unwrap_or(i64::MAX))
    }
}
