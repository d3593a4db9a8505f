//! The outbox as staff see it: every mail's state, and another round for what failed.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::StoreError;

use crate::{
    MAIL_CLAIM, Store, outbox,
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

/// The outbox from the staff's side. Every method may return [`StoreError`].
pub trait OutboxRecordStore {
    /// The mails in a state, or all, oldest first.
    fn outbox_records(&mut self, state: Option<MailState>) -> Result<Vec<OutboxRecord>, StoreError>;
    /// Has a mail tried at once and, if need be, for three days again; false for one that was sent, or is being tried.
    fn retry_mail(&mut self, id: i32, now: DateTime<Utc>) -> Result<bool, StoreError>;
    /// [`Self::retry_mail`] for every mail; answers how many.
    fn retry_all_mails(&mut self, now: DateTime<Utc>) -> Result<usize, StoreError>;
}

type Row = (
    i32,
    String,
    Option<String>,
    Option<Vec<u8>>,
    i32,
    NaiveDateTime,
    Option<NaiveDateTime>,
    Option<NaiveDateTime>,
    Option<String>,
);

/// The columns of a retry, on the rows that it may touch: a mail whose next try is nearer than a claim may be under way.
macro_rules! retried {
    ($target:expr, $now:expr) => {
        diesel::update(
            $target
                .filter(rows::sent_at.is_null())
                .filter(rows::kind.ne("decoy"))
                .filter(
                    rows::due_at
                        .is_null()
                        .or(rows::due_at.gt(stored($now + MAIL_CLAIM))),
                ),
        )
        .set((rows::due_at.eq(stored($now)), rows::tried_since.eq(stored($now))))
    };
}

impl OutboxRecordStore for Store<'_> {
    fn outbox_records(&mut self, state: Option<MailState>) -> Result<Vec<OutboxRecord>, StoreError> {
        macro_rules! records {
            () => {
                rows::table
                    .filter(rows::kind.ne("decoy"))
                    .order(rows::id)
                    .select((
                        rows::id,
                        rows::kind,
                        rows::address_key,
                        rows::sealed_mail,
                        rows::attempts,
                        rows::created_at,
                        rows::due_at,
                        rows::sent_at,
                        rows::last_error,
                    ))
            };
        }
        let found: Vec<Row> = match state {
            None => on!(self, c => records!().load(*c))?,
            Some(MailState::Sent) => on!(self, c => records!().filter(rows::sent_at.is_not_null()).load(*c))?,
            Some(MailState::Waiting) => on!(self, c => records!()
                .filter(rows::sent_at.is_null())
                .filter(rows::due_at.is_not_null())
                .load(*c))?,
            Some(MailState::Failed) => on!(self, c => records!()
                .filter(rows::sent_at.is_null())
                .filter(rows::due_at.is_null())
                .load(*c))?,
        };
        Ok(found.into_iter().map(|row| record(self, row)).collect())
    }

    fn retry_mail(&mut self, id: i32, now: DateTime<Utc>) -> Result<bool, StoreError> {
        on!(self, c => retried!(rows::table.find(id), now).execute(*c)).map(|count| count == 1)
    }

    fn retry_all_mails(&mut self, now: DateTime<Utc>) -> Result<usize, StoreError> {
        on!(self, c => retried!(rows::table, now).execute(*c))
    }
}

fn record(store: &Store<'_>, row: Row) -> OutboxRecord {
    let (id, kind, address_key, sealed, attempts, created_at, due_at, sent_at, last_error) = row;
    let state = match (sent_at, due_at) {
        (Some(_), _) => MailState::Sent,
        (None, Some(_)) => MailState::Waiting,
        (None, None) => MailState::Failed,
    };
    let written = sealed.and_then(|sealed| outbox::unseal(store, &sealed));
    OutboxRecord {
        id,
        kind,
        recipient: written.map(|mail| mail.to).or(address_key),
        state,
        created_at: loaded(created_at),
        attempts,
        next_try_at: due_at.map(loaded),
        sent_at: sent_at.map(loaded),
        last_error,
    }
}
