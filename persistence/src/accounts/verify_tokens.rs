//! The links that prove addresses, as rows.

use ::mail::EmailAddress;
use accounts::{VerifyTokenHash, VerifyTokenStore};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::{prelude::*, upsert::excluded};
use kernel::{StoreError, UserId};

use crate::{Store, schema::verify_tokens, store::on, times::stored};

#[derive(Insertable)]
#[diesel(table_name = verify_tokens)]
struct NewTokenRow<'a> {
    user_id: i32,
    token: &'a [u8],
    email_key: String,
    expires_at: NaiveDateTime,
}

/// Ends the link of a user, if there is one.
pub(super) fn end(store: &mut Store<'_>, user: UserId) -> Result<(), StoreError> {
    on!(store, c => diesel::delete(verify_tokens::table.find(user.0)).execute(*c)).map(|_| ())
}

impl VerifyTokenStore for Store<'_> {
    fn set_verify_token(
        &mut self,
        user: UserId,
        token: &VerifyTokenHash,
        email: &EmailAddress,
        expires: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let row = NewTokenRow {
            user_id: user.0,
            token: &token.0,
            email_key: email.key(),
            expires_at: stored(expires),
        };
        on!(self, c => diesel::insert_into(verify_tokens::table)
            .values(row)
            .on_conflict(verify_tokens::user_id)
            .do_update()
            .set((
                verify_tokens::token.eq(excluded(verify_tokens::token)),
                verify_tokens::email_key.eq(excluded(verify_tokens::email_key)),
                verify_tokens::expires_at.eq(excluded(verify_tokens::expires_at)),
            ))
            .execute(*c))
        .map(|_| ())
    }

    fn user_of_verify_token(
        &mut self,
        token: &VerifyTokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<UserId>, StoreError> {
        on!(self, c => verify_tokens::table
            .filter(verify_tokens::token.eq(&token.0[..]))
            .filter(verify_tokens::expires_at.gt(stored(now)))
            .select(verify_tokens::user_id)
            .first::<i32>(*c)
            .optional())
        .map(|id| id.map(UserId))
    }

    fn take_verify_token(
        &mut self,
        token: &VerifyTokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<String>, StoreError> {
        on!(self, c => diesel::delete(
            verify_tokens::table
                .filter(verify_tokens::token.eq(&token.0[..]))
                .filter(verify_tokens::expires_at.gt(stored(now)))
        )
        .returning(verify_tokens::email_key)
        .get_result::<String>(*c)
        .optional())
    }
}
