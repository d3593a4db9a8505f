//! The outbox from the delivery's side: a mail is read for its job, and written down when it was sent.

use ::mail::{MAIL_JOB, Mail};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::{
    dsl::{count_star, min},
    prelude::*,
};
use kernel::StoreError;

use super::{DECOY, PURPOSE, job_key};
use crate::{
    Store,
    schema::{jobs, outbox},
    store::on,
    times::{loaded, stored},
};

/// Why a stored mail cannot be read; staff see the words.
#[derive(Debug, thiserror::Error)]
pub enum UnreadableMail {
    #[error("it was sealed under another session key")]
    OtherKey,
    #[error("it was written by another version of this program")]
    OtherForm,
}

/// A mail as it was stored.
pub type StoredMail = Result<Mail, UnreadableMail>;

/// A mail whose turn it is.
#[derive(Debug)]
pub struct DueMail {
    pub id: i32,
    /// Since when it has been tried.
    pub since: DateTime<Utc>,
    /// The same at every try, and no other mail's.
    pub name: String,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = outbox)]
struct DueRow {
    id: i32,
    sealed_mail: Option<Vec<u8>>,
    tried_since: NaiveDateTime,
}

/// The beginning of the sealed text is its nonce: random, no secret, and unchanged for as long as the mail waits.
fn name(sealed: &[u8]) -> String {
    hex::encode(sealed.get(..16).unwrap_or(sealed))
}

pub(super) fn unseal(store: &Store<'_>, sealed: &[u8]) -> StoredMail {
    let text = store.sealer.open(PURPOSE, sealed);
    let text = text.map_err(|_| UnreadableMail::OtherKey)?;
    serde_json::from_slice(&text).map_err(|_| UnreadableMail::OtherForm)
}

/// The outbox from the delivery's side. Every method may return [`StoreError`].
impl Store<'_> {
    /// The mail of a job; `None` if it was sent or deleted.
    pub fn due_mail(&mut self, key: &str) -> Result<Option<(DueMail, StoredMail)>, StoreError> {
        let Ok(id) = key.parse::<i32>() else {
            return Ok(None);
        };
        let row = on!(self, c => outbox::table
            .find(id)
            .filter(outbox::sent_at.is_null())
            .select(DueRow::as_select())
            .first(*c)
            .optional())?;
        Ok(row.map(|row| {
            let sealed = row.sealed_mail.unwrap_or_default();
            let due = DueMail {
                id: row.id,
                since: loaded(row.tried_since),
                name: name(&sealed),
            };
            (due, unseal(self, &sealed))
        }))
    }

    /// Writes down that a mail was delivered at a try; its text is deleted.
    pub fn mail_sent(&mut self, id: i32, attempts: i32, now: DateTime<Utc>) -> Result<(), StoreError> {
        on!(self, c => diesel::update(outbox::table.find(id))
            .set((
                outbox::sent_at.eq(stored(now)),
                outbox::attempts.eq(attempts),
                outbox::sealed_mail.eq(None::<Vec<u8>>),
            ))
            .execute(*c))
        .map(|_| ())
    }

    /// How many mails wait, and how many were given up.
    pub fn mail_counts(&mut self) -> Result<(i64, i64), StoreError> {
        let waiting = on!(self, c => jobs::table
            .filter(jobs::kind.eq(MAIL_JOB))
            .filter(jobs::due_at.is_not_null())
            .count()
            .get_result(*c))?;
        Ok((waiting, self.mails_given_up()?))
    }

    pub(crate) fn mails_given_up(&mut self) -> Result<i64, StoreError> {
        on!(self, c => jobs::table
            .filter(jobs::kind.eq(MAIL_JOB))
            .filter(jobs::due_at.is_null())
            .count()
            .get_result(*c))
    }

    /// How many mails wait, and since when the mail has been tried that waits longest.
    pub(crate) fn waiting_mails(&mut self) -> Result<(i64, Option<DateTime<Utc>>), StoreError> {
        let (count, oldest) = on!(self, c => outbox::table
            .inner_join(jobs::table.on(jobs::kind.eq(MAIL_JOB).and(jobs::key.eq(job_key!()))))
            .filter(outbox::sent_at.is_null())
            .filter(jobs::due_at.is_not_null())
            .select((count_star(), min(outbox::tried_since)))
            .first::<(i64, Option<NaiveDateTime>)>(*c))?;
        Ok((count, oldest.map(loaded)))
    }

    /// Deletes mails that were delivered before a time, and decoys.
    pub fn purge_mails(&mut self, before: DateTime<Utc>) -> Result<(), StoreError> {
        on!(self, c => diesel::delete(outbox::table.filter(outbox::sent_at.lt(stored(before)))).execute(*c))?;
        on!(self, c => diesel::delete(
            outbox::table.filter(outbox::sent_at.is_null()).filter(outbox::kind.eq(DECOY))
        )
        .execute(*c))?;
        on!(self, c => diesel::delete(jobs::table.filter(jobs::kind.eq(DECOY))).execute(*c)).map(|_| ())
    }
}
