//! The outbox as staff see it: every mail's state, and another round for what failed.

use ::mail::{EmailAddress, MAIL_JOB};
use accounts::AccountStore;
use audit::{ActingStaff, Action, AuditStore};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::{prelude::*, sql_types::Bool};
use kernel::{StoreError, UserId};

use super::{DECOY, delivery::unseal, job_key};
use crate::{
    Store,
    jobs::is_free,
    schema::{jobs, outbox as rows},
    store::on,
    times::{loaded, stored},
};

/// Where a mail stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailState {
    /// To be tried, for the first time or again.
    Waiting,
    Sent,
    /// Given up.
    Failed,
}

impl MailState {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Sent => "sent",
            Self::Failed => "failed",
        }
    }
}

/// A mail without its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxRecord {
    pub id: i32,
    pub kind: String,
    /// As it was written where the mail can be unsealed, else in lower case.
    pub recipient: Option<String>,
    pub state: MailState,
    pub created_at: DateTime<Utc>,
    pub attempts: i32,
    pub next_try_at: Option<DateTime<Utc>>,
    pub sent_at: Option<DateTime<Utc>>,
    pub last_error: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = rows)]
struct RecordRow {
    id: i32,
    kind: String,
    address_key: Option<String>,
    sealed_mail: Option<Vec<u8>>,
    created_at: NaiveDateTime,
    sent_at: Option<NaiveDateTime>,
    attempts: Option<i32>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = jobs)]
struct JobRow {
    due_at: Option<NaiveDateTime>,
    attempts: i32,
    last_error: Option<String>,
}

/// All mails except decoys, with their jobs.
macro_rules! shown {
    () => {
        rows::table
            .left_join(jobs::table.on(jobs::kind.eq(MAIL_JOB).and(jobs::key.eq(job_key!()))))
            .filter(rows::kind.ne(DECOY))
    };
}

macro_rules! record_columns {
    () => {
        (RecordRow::as_select(), Option::<JobRow>::as_select())
    };
}

/// As many as one statement changes.
const AT_ONCE: usize = 500;

/// The outbox from the staff's side. Every method may return [`StoreError`].
impl Store<'_> {
    /// The mails in a state, or all, with greater numbers than this one, oldest first, at most `limit`.
    pub fn outbox_records_after(
        &mut self,
        id: i32,
        state: Option<MailState>,
        limit: i64,
    ) -> Result<Vec<OutboxRecord>, StoreError> {
        let mails = || shown!().filter(rows::id.gt(id)).order(rows::id).limit(limit);
        let found: Vec<(RecordRow, Option<JobRow>)> = match state {
            None => on!(self, c => mails().select(record_columns!()).load(*c))?,
            Some(MailState::Sent) => on!(self, c => mails()
                .filter(rows::sent_at.is_not_null())
                .select(record_columns!())
                .load(*c))?,
            Some(MailState::Waiting) => on!(self, c => mails()
                .filter(rows::sent_at.is_null())
                .filter(jobs::due_at.is_not_null())
                .select(record_columns!())
                .load(*c))?,
            Some(MailState::Failed) => on!(self, c => mails()
                .filter(rows::sent_at.is_null())
                .filter(jobs::due_at.is_null())
                .select(record_columns!())
                .load(*c))?,
        };
        Ok(found.into_iter().map(|row| record(self, row)).collect())
    }

    /// One mail.
    pub fn outbox_record(&mut self, id: i32) -> Result<Option<OutboxRecord>, StoreError> {
        let found: Option<(RecordRow, Option<JobRow>)> = on!(self, c => shown!()
                .filter(rows::id.eq(id))
                .select(record_columns!())
                .first(*c)
                .optional())?;
        Ok(found.map(|row| record(self, row)))
    }

    /// The mails to an address, the newest first, at most `limit`.
    pub fn outbox_records_to(
        &mut self,
        email: &EmailAddress,
        limit: i64,
    ) -> Result<Vec<OutboxRecord>, StoreError> {
        let key = email.key();
        let found: Vec<(RecordRow, Option<JobRow>)> = on!(self, c => shown!()
            .filter(rows::address_key.eq(&key))
            .order(rows::id.desc())
            .limit(limit)
            .select(record_columns!())
            .load(*c))?;
        Ok(found.into_iter().map(|row| record(self, row)).collect())
    }

    /// Has a mail tried at once and, if need be, for three days again; false for a mail that was sent, or is being tried.
    pub fn retry_mail(&mut self, id: i32, now: DateTime<Utc>) -> Result<bool, StoreError> {
        self.retry_mails(Some(id), now).map(|count| count == 1)
    }

    /// [`Self::retry_mail`] for every mail; answers how many.
    pub fn retry_all_mails(&mut self, now: DateTime<Utc>) -> Result<usize, StoreError> {
        self.retry_mails(None, now)
    }

    /// Not mails that are due anyway, or under way.
    fn retry_mails(&mut self, only: Option<i32>, now: DateTime<Utc>) -> Result<usize, StoreError> {
        let ids: Vec<i32> = on!(self, c => rows::table
            .inner_join(jobs::table.on(jobs::kind.eq(MAIL_JOB).and(jobs::key.eq(job_key!()))))
            .filter(rows::sent_at.is_null())
            .filter(rows::id.eq(only.unwrap_or_default()).or(only.is_none().into_sql::<Bool>()))
            .filter(jobs::due_at.is_null().or(jobs::due_at.gt(stored(now))))
            .filter(is_free!(now))
            .order(rows::id)
            .select(rows::id)
            .load(*c))?;
        for some in ids.chunks(AT_ONCE) {
            on!(self, c => diesel::update(rows::table.filter(rows::id.eq_any(some)))
                .set(rows::tried_since.eq(stored(now)))
                .execute(*c))?;
            let keys: Vec<String> = some.iter().map(i32::to_string).collect();
            self.hurry_jobs(MAIL_JOB, &keys)?;
        }
        Ok(ids.len())
    }
}

/// Has mails tried again, by a command or in the pages of staff; answers how many. If that is 0, nothing is recorded. A retry of
/// one mail is recorded with the member whose address it goes to.
///
/// # Errors
/// [`StoreError`]
pub fn retry_mails_by_staff(
    store: &mut Store<'_>,
    ids: &[i32],
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<usize, StoreError> {
    let mut again = 0;
    for id in ids {
        again += usize::from(store.retry_mail(*id, now)?);
    }
    if again > 0 {
        let mails = if again == 1 {
            String::from("1 mail")
        } else {
            format!("{again} mails")
        };
        let member = receiver(store, ids)?;
        store.append_act(&by.act(Action::MailRetry).about(&mails).concerning(member), now)?;
    }
    Ok(again)
}

/// The member whom the only mail of these goes to; `None` if there are several mails, or no member has that address.
fn receiver(store: &mut Store<'_>, ids: &[i32]) -> Result<Option<UserId>, StoreError> {
    let &[id] = ids else {
        return Ok(None);
    };
    let recipient = store.outbox_record(id)?.and_then(|mail| mail.recipient);
    let Some(Ok(email)) = recipient.map(|text| EmailAddress::parse(&text)) else {
        return Ok(None);
    };
    Ok(store.user_by_email(&email)?.map(|user| user.id))
}

fn record(store: &Store<'_>, (row, job): (RecordRow, Option<JobRow>)) -> OutboxRecord {
    let due = job.as_ref().and_then(|job| job.due_at);
    let state = match (row.sent_at, due) {
        (Some(_), _) => MailState::Sent,
        (None, Some(_)) => MailState::Waiting,
        (None, None) => MailState::Failed,
    };
    let written = row.sealed_mail.and_then(|sealed| unseal(store, &sealed).ok());
    let tried = job.as_ref().map(|job| job.attempts);
    OutboxRecord {
        id: row.id,
        kind: row.kind,
        recipient: written.map(|mail| mail.to).or(row.address_key),
        state,
        created_at: loaded(row.created_at),
        attempts: row.attempts.or(tried).unwrap_or_default(),
        next_try_at: due.map(loaded),
        sent_at: row.sent_at.map(loaded),
        last_error: job.and_then(|job| job.last_error),
    }
}
