//! Reset tokens as columns of their users.

use accounts::{ResetTokenHash, ResetTokenStore};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use kernel::{StoreError, UserId};

use super::{NO_RESET_TOKEN, ResetTokenRow};
use crate::{Store, schema::users, store::on, times::stored};

impl ResetTokenStore for Store<'_> {
    fn set_reset_token(
        &mut self,
        user: UserId,
        token: &ResetTokenHash,
        expires: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let row = ResetTokenRow {
            reset_token: Some(&token.0),
            reset_token_expiry: Some(stored(expires)),
        };
        on!(self, c => diesel::update(users::table.find(user.0)).set(row).execute(*c)).map(|_| ())
    }

    fn user_of_reset_token(
        &mut self,
        token: &ResetTokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<UserId>, StoreError> {
        on!(self, c => users::table
            .filter(users::reset_token.eq(&token.0[..]))
            .filter(users::reset_token_expiry.gt(stored(now)))
            .select(users::id)
            .first::<i32>(*c)
            .optional())
        .map(|id| id.map(UserId))
    }

    fn take_reset_token(
        &mut self,
        token: &ResetTokenHash,
        now: DateTime<Utc>,
    ) -> Result<Option<UserId>, StoreError> {
        on!(self, c => diesel::update(
            users::table
                .filter(users::reset_token.eq(&token.0[..]))
                .filter(users::reset_token_expiry.gt(stored(now)))
        )
        .set(NO_RESET_TOKEN)
        .returning(users::id)
        .get_result::<i32>(*c)
        .optional())
        .map(|id| id.map(UserId))
    }
}
