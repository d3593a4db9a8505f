//! Mails as rows: written with what causes them; the folder holds their delivery, the staff's view and the tokens in their links.

mod delivery;
mod records;

use ::mail::{
    EmailAddress, MAIL_JOB, Mail, MailId, MailKind, MailPart, MailStore, StoredToken, TokenHash,
    TokenPurpose, TokenSubject,
};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::{prelude::*, upsert::excluded};
use kernel::{JobKind, JobRank, Jobs as _, NewJob, StoreError, UserId};

use crate::{
    Store,
    schema::{mailed_tokens, outbox},
    store::on,
    times::{loaded, stored},
};

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

#[derive(Insertable)]
#[diesel(table_name = mailed_tokens)]
struct NewTokenRow<'a> {
    purpose: &'static str,
    token: &'a [u8],
    user_id: Option<i32>,
    order_id: Option<i32>,
    email_key: Option<&'a str>,
    name: Option<&'a str>,
    requested_at: NaiveDateTime,
    expires_at: NaiveDateTime,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = mailed_tokens)]
struct TokenRow {
    user_id: Option<i32>,
    order_id: Option<i32>,
    email_key: Option<String>,
    name: Option<String>,
    requested_at: NaiveDateTime,
    expires_at: NaiveDateTime,
}

impl TryFrom<TokenRow> for StoredToken {
    type Error = StoreError;

    fn try_from(row: TokenRow) -> Result<Self, StoreError> {
        let subject = match (row.user_id, row.order_id) {
            (Some(user), _) => TokenSubject::User(UserId(user)),
            (None, Some(order)) => TokenSubject::Order(order),
            (None, None) => return Err(StoreError::Inconsistent("a token of nothing".into())),
        };
        Ok(Self {
            subject,
            email_key: row.email_key,
            name: row.name,
            requested_at: loaded(row.requested_at),
            expires_at: loaded(row.expires_at),
        })
    }
}

/// The row of a token that has not expired.
macro_rules! live {
    ($token:expr, $now:expr) => {
        mailed_tokens::table
            .filter(mailed_tokens::token.eq(&$token.hash[..]))
            .filter(mailed_tokens::purpose.eq($token.purpose.as_str()))
            .filter(mailed_tokens::expires_at.gt(stored($now)))
    };
}

/// The row of a user's token of a purpose.
macro_rules! of_user {
    ($user:expr, $purpose:expr) => {
        mailed_tokens::table
            .filter(mailed_tokens::user_id.eq($user.0))
            .filter(mailed_tokens::purpose.eq($purpose.as_str()))
    };
}

impl MailStore for Store<'_> {
    fn put_mail(&mut self, mail: &Mail, now: DateTime<Utc>) -> Result<MailId, StoreError> {
        put(self, mail, None, now)
    }

    fn put_mail_at(
        &mut self,
        mail: &Mail,
        at: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<MailId, StoreError> {
        put(self, mail, Some(at), now)
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
        insert(self, DECOY, None, &nothing, job, now).map(|_| ())
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

    fn put_token(&mut self, token: &TokenHash, new: &StoredToken) -> Result<(), StoreError> {
        let (user_id, order_id) = match new.subject {
            TokenSubject::User(user) => (Some(user.0), None),
            TokenSubject::Order(order) => (None, Some(order)),
        };
        let row = NewTokenRow {
            purpose: token.purpose.as_str(),
            token: &token.hash,
            user_id,
            order_id,
            email_key: new.email_key.as_deref(),
            name: new.name.as_deref(),
            requested_at: stored(new.requested_at),
            expires_at: stored(new.expires_at),
        };
        on!(self, c => diesel::insert_into(mailed_tokens::table)
            .values(row)
            .on_conflict((mailed_tokens::user_id, mailed_tokens::purpose))
            .do_update()
            .set((
                mailed_tokens::token.eq(excluded(mailed_tokens::token)),
                mailed_tokens::email_key.eq(excluded(mailed_tokens::email_key)),
                mailed_tokens::name.eq(excluded(mailed_tokens::name)),
                mailed_tokens::requested_at.eq(excluded(mailed_tokens::requested_at)),
                mailed_tokens::expires_at.eq(excluded(mailed_tokens::expires_at)),
            ))
            .execute(*c))
        .map(|_| ())
    }

    fn token(&mut self, token: &TokenHash, now: DateTime<Utc>) -> Result<Option<StoredToken>, StoreError> {
        on!(self, c => live!(token, now).select(TokenRow::as_select()).first(*c).optional())?
            .map(StoredToken::try_from)
            .transpose()
    }

    fn take_token(
        &mut self,
        token: &TokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<StoredToken>, StoreError> {
        on!(self, c => diesel::delete(live!(token, now))
            .returning(TokenRow::as_returning())
            .get_result(*c)
            .optional())?
        .map(StoredToken::try_from)
        .transpose()
    }

    fn has_token(
        &mut self,
        user: UserId,
        purpose: TokenPurpose,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        on!(self, c => of_user!(user, purpose)
            .filter(mailed_tokens::expires_at.gt(stored(now)))
            .select(mailed_tokens::id)
            .first::<i32>(*c)
            .optional())
        .map(|id| id.is_some())
    }

    fn end_token(&mut self, user: UserId, purpose: TokenPurpose) -> Result<(), StoreError> {
        on!(self, c => diesel::delete(of_user!(user, purpose)).execute(*c)).map(|_| ())
    }
}

impl Store<'_> {
    /// Deletes the tokens that have expired.
    pub fn purge_tokens(&mut self, now: DateTime<Utc>) -> Result<(), StoreError> {
        on!(self, c => diesel::delete(
            mailed_tokens::table.filter(mailed_tokens::expires_at.le(stored(now)))
        )
        .execute(*c))
        .map(|_| ())
    }
}

fn put(
    store: &mut Store<'_>,
    mail: &Mail,
    due: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<MailId, StoreError> {
    let job = NewJob {
        kind: MAIL_JOB,
        key: "",
        payload: Some(mail.kind.as_str()),
        rank: mail.kind.rank(),
        due,
    };
    let address = Some(EmailAddress::key_of(&mail.to));
    insert(store, mail.kind.as_str(), address, mail, job, now)
}

/// Stores a mail and enqueues its job.
fn insert(
    store: &mut Store<'_>,
    kind: &str,
    address_key: Option<String>,
    mail: &Mail,
    job: NewJob<'_>,
    now: DateTime<Utc>,
) -> Result<MailId, StoreError> {
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
        tried_since: stored(job.due.unwrap_or(now)),
    };
    let id = on!(store, c => diesel::insert_into(outbox::table)
        .values(row)
        .returning(outbox::id)
        .get_result::<i32>(*c))?;
    store.enqueue(NewJob {
        key: &id.to_string(),
        ..job
    })?;
    Ok(MailId(id))
}

/// Deletes mails and their jobs.
pub(crate) fn forget_mails(store: &mut Store<'_>, ids: &[i32]) -> Result<(), StoreError> {
    on!(store, c => diesel::delete(outbox::table.filter(outbox::id.eq_any(ids))).execute(*c))?;
    let keys: Vec<String> = ids.iter().map(i32::to_string).collect();
    store.forget_jobs(MAIL_JOB, &keys)
}
