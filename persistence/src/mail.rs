//! Mails as rows: written with what causes them; the folder holds their delivery, the staff's view and the tokens in their links.

mod delivery;
mod records;
mod tokens;

use ::mail::{EmailAddress, Mail, MailKind, MailPart, MailQueue, MailRank};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::StoreError;

use crate::{Store, engine::sealing::OpenError, schema::outbox, store::on, times::stored};

pub use delivery::{DueMail, MAIL_CLAIM};
pub use records::{MailState, OutboxRecord, retry_mails_by_staff};

pub(crate) const PURPOSE: &str = "mail";

#[derive(Insertable)]
#[diesel(table_name = outbox)]
struct NewMailRow<'a> {
    kind: &'a str,
    address_key: Option<String>,
    sealed_mail: Vec<u8>,
    created_at: NaiveDateTime,
    due_at: NaiveDateTime,
    rank: i32,
}

impl MailQueue for Store<'_> {
    fn enqueue_mail(&mut self, mail: &Mail, now: DateTime<Utc>) -> Result<(), StoreError> {
        insert(
            self,
            mail.kind.as_str(),
            Some(EmailAddress::key_of(&mail.to)),
            mail,
            now,
        )
    }

    fn enqueue_decoy(&mut self, now: DateTime<Utc>) -> Result<(), StoreError> {
        let nothing = Mail {
            kind: MailKind::PasswordReset,
            to: String::new(),
            reply_to: None,
            subject: String::new(),
            parts: vec![MailPart::Paragraph(" ".repeat(600))],
            attachments: Vec::new(),
            turn_off: None,
        };
        insert(self, "decoy", None, &nothing, now)
    }

    fn mails_since(
        &mut self,
        kind: MailKind,
        to: &EmailAddress,
        since: DateTime<Utc>,
    ) -> Result<i64, StoreError> {
        let key = to.key();
        on!(self, c => outbox::table
            .filter(outbox::address_key.eq(&key))
            .filter(outbox::kind.eq(kind.as_str()))
            .filter(outbox::created_at.gt(stored(since)))
            .count()
            .get_result(*c))
    }
}

fn insert(
    store: &mut Store<'_>,
    kind: &str,
    address_key: Option<String>,
    mail: &Mail,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let text = serde_json::to_vec(mail).map_err(|error| StoreError::Program(Box::new(error)))?;
    let sealed = store
        .sealer
        .seal(PURPOSE, &text)
        .map_err(|error| StoreError::Program(Box::new(error)))?;
    let row = NewMailRow {
        kind,
        address_key,
        sealed_mail: sealed,
        created_at: stored(now),
        due_at: stored(now),
        rank: MailRank::of_stored(kind).number(),
    };
    on!(store, c => diesel::insert_into(outbox::table).values(row).execute(*c)).map(|_| ())
}

/// Why a stored mail cannot be read; staff see the words.
#[derive(Debug, thiserror::Error)]
enum UnreadableMail {
    #[error("it was sealed under another session key")]
    OtherKey(#[from] OpenError),
    #[error("it was written by another version of this program")]
    OtherForm(#[from] serde_json::Error),
}

fn unseal(store: &Store<'_>, sealed: &[u8]) -> Result<Mail, UnreadableMail> {
    let text = store.sealer.open(PURPOSE, sealed)?;
    Ok(serde_json::from_slice(&text)?)
}
