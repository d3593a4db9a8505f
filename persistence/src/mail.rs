//! Mails as rows: written with what causes them; the folder holds their delivery, the staff's view and the tokens in their links.

mod delivery;
mod records;
mod tokens;

use ::mail::{EmailAddress, MAIL_JOB, Mail, MailKind, MailPart, MailQueue};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::{JobKind, JobRank, Jobs as _, NewJob, StoreError};

use crate::{Store, schema::outbox, store::on, times::stored};

pub use delivery::{DueMail, StoredMail, UnreadableMail};
pub use records::{MailState, OutboxRecord, retry_mails_by_staff};

pub(crate) const PURPOSE: &str = "mail";

/// The kind of a decoy's row and of its job, which no worker takes.
const DECOY: JobKind = "decoy";

/// A mail's number as the key of its job, in a query on the outbox.
macro_rules! job_key {
    () => {
        diesel::dsl::sql::<diesel::sql_types::Text>("CAST(outbox.id AS TEXT)")
    };
}
pub(crate) use job_key;

#[derive(Insertable)]
#[diesel(table_name = outbox)]
struct NewMailRow<'a> {
    kind: &'a str,
    address_key: Option<String>,
    sealed_mail: Vec<u8>,
    created_at: NaiveDateTime,
    tried_since: NaiveDateTime,
}

impl MailQueue for Store<'_> {
    fn enqueue_mail(&mut self, mail: &Mail, now: DateTime<Utc>) -> Result<(), StoreError> {
        let job = NewJob {
            kind: MAIL_JOB,
            key: "",
            payload: Some(mail.kind.as_str()),
            rank: mail.kind.rank(),
            due: None,
        };
        let address = Some(EmailAddress::key_of(&mail.to));
        insert(self, mail.kind.as_str(), address, mail, job, now)
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
        let job = NewJob {
            kind: DECOY,
            key: "",
            payload: Some(MailKind::PasswordReset.as_str()),
            rank: JobRank::Urgent,
            due: None,
        };
        insert(self, DECOY, None, &nothing, job, now)
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

/// Stores a mail and enqueues its job.
fn insert(
    store: &mut Store<'_>,
    kind: &str,
    address_key: Option<String>,
    mail: &Mail,
    job: NewJob<'_>,
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
        tried_since: stored(now),
    };
    let id = on!(store, c => diesel::insert_into(outbox::table)
        .values(row)
        .returning(outbox::id)
        .get_result::<i32>(*c))?;
    store.enqueue(NewJob {
        key: &id.to_string(),
        ..job
    })
}

/// Deletes mails and their jobs.
pub(crate) fn forget_mails(store: &mut Store<'_>, ids: &[i32]) -> Result<(), StoreError> {
    on!(store, c => diesel::delete(outbox::table.filter(outbox::id.eq_any(ids))).execute(*c))?;
    let keys: Vec<String> = ids.iter().map(i32::to_string).collect();
    store.forget_jobs(MAIL_JOB, &keys)
}
