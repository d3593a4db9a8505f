//! The outbox as staff see it: every mail's state, and another round for what failed.

use ::mail::EmailAddress;
use accounts::AccountStore;
use audit::{ActingStaff, Action, AuditStore};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::{StoreError, UserId};

use super::unseal;
use crate::{
    Store,
    due_queue::is_free,
    schema::outbox as rows,
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
    attempts: i32,
    created_at: NaiveDateTime,
    due_at: Option<NaiveDateTime>,
    sent_at: Option<NaiveDateTime>,
    last_error: Option<String>,
}

#[derive(AsChangeset)]
#[diesel(table_name = rows)]
struct RetriedRow {
    due_at: NaiveDateTime,
    tried_since: NaiveDateTime,
}

/// A retry of the mails that it may touch: not mails that are due anyway, or under way.
macro_rules! retried {
    ($target:expr, $now:expr) => {
        diesel::update(
            $target
                .filter(rows::sent_at.is_null())
                .filter(rows::kind.ne("decoy"))
                .filter(rows::due_at.is_null().or(rows::due_at.gt(stored($now))))
                .filter(is_free!(rows, $now)),
        )
        .set(RetriedRow {
            due_at: stored($now),
            tried_since: stored($now),
        })
    };
}

/// All mails except decoys.
#[diesel::dsl::auto_type]
fn shown() -> _ {
    rows::table.filter(rows::kind.ne("decoy"))
}

/// The outbox from the staff's side. Every method may return [`StoreError`].
impl Store<'_> {
    /// The mails in a state, or all, with greater numbers than this one, oldest first, at most `limit`.
    pub fn outbox_records_after(
        &mut self,
        id: i32,
        state: Option<MailState>,
        limit: i64,
    ) -> Result<Vec<OutboxRecord>, StoreError> {
        let mails = || shown().filter(rows::id.gt(id)).order(rows::id).limit(limit);
        let found = match state {
            None => on!(self, c => mails().select(RecordRow::as_select()).load(*c))?,
            Some(MailState::Sent) => on!(self, c => mails()
                .filter(rows::sent_at.is_not_null())
                .select(RecordRow::as_select())
                .load(*c))?,
            Some(MailState::Waiting) => on!(self, c => mails()
                .filter(rows::sent_at.is_null())
                .filter(rows::due_at.is_not_null())
                .select(RecordRow::as_select())
                .load(*c))?,
            Some(MailState::Failed) => on!(self, c => mails()
                .filter(rows::sent_at.is_null())
                .filter(rows::due_at.is_null())
                .select(RecordRow::as_select())
                .load(*c))?,
        };
        Ok(found.into_iter().map(|row| record(self, row)).collect())
    }

    /// One mail.
    pub fn outbox_record(&mut self, id: i32) -> Result<Option<OutboxRecord>, StoreError> {
        let found = on!(self, c => shown()
            .filter(rows::id.eq(id))
            .select(RecordRow::as_select())
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
        let found = on!(self, c => shown()
            .filter(rows::address_key.eq(&key))
            .order(rows::id.desc())
            .limit(limit)
            .select(RecordRow::as_select())
            .load(*c))?;
        Ok(found.into_iter().map(|row| record(self, row)).collect())
    }

    /// Has a mail tried at once and, if need be, for three days again; false for a mail that was sent, or is being tried.
    pub fn retry_mail(&mut self, id: i32, now: DateTime<Utc>) -> Result<bool, StoreError> {
        on!(self, c => retried!(rows::table.find(id), now).execute(*c)).map(|count| count == 1)
    }

    /// [`Self::retry_mail`] for every mail; answers how many.
    pub fn retry_all_mails(&mut self, now: DateTime<Utc>) -> Result<usize, StoreError> {
        on!(self, c => retried!(rows::table, now).execute(*c))
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

fn record(store: &Store<'_>, row: RecordRow) -> OutboxRecord {
    let state = match (row.sent_at, row.due_at) {
        (Some(_), _) => MailState::Sent,
        (None, Some(_)) => MailState::Waiting,
        (None, None) => MailState::Failed,
    };
    let written = row.sealed_mail.and_then(|sealed| unseal(store, &sealed).ok());
    OutboxRecord {
        id: row.id,
        kind: row.kind,
        recipient: written.map(|mail| mail.to).or(row.address_key),
        state,
        created_at: loaded(row.created_at),
        attempts: row.attempts,
        next_try_at: row.due_at.map(loaded),
        sent_at: row.sent_at.map(loaded),
        last_error: row.last_error,
    }
}
