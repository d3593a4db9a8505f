//! The tokens in mailed links, as rows.

use ::mail::{MailedTokenStore, StoredToken, TokenHash, TokenPurpose, TokenSubject};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::{prelude::*, upsert::excluded};
use kernel::{StoreError, UserId};

use crate::{
    Store,
    schema::mailed_tokens,
    store::on,
    times::{loaded, stored},
};

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

impl MailedTokenStore for Store<'_> {
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

    fn purge_tokens(&mut self, now: DateTime<Utc>) -> Result<(), StoreError> {
        on!(self, c => diesel::delete(
            mailed_tokens::table.filter(mailed_tokens::expires_at.le(stored(now)))
        )
        .execute(*c))
        .map(|_| ())
    }
}
