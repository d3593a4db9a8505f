//! Reset tokens as columns of their users.

use accounts::{ResetTokenHash, ResetTokenSent, ResetTokenStore, UsedResetToken};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::{StoreError, UserId};

use super::ResetTokenRow;
use crate::{Store, schema::users, store::on, times::stored};

impl ResetTokenStore for Store<'_> {
    fn set_reset_token(
        &mut self,
        user: UserId,
        token: &ResetTokenHash,
        sent: ResetTokenSent,
        expires: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let row = ResetTokenRow {
            reset_token: Some(&token.0),
            mailed_reset_token: (sent == ResetTokenSent::ByMail).then_some(&token.0[..]),
            reset_token_expiry: Some(stored(expires)),
        };
        on!(self, c => diesel::update(users::table.find(user.0)).set(row).execute(*c)).map(|_| ())
    }

    fn has_reset_token(&mut self, user: UserId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        on!(self, c => users::table
            .find(user.0)
            .filter(users::reset_token.is_not_null())
            .filter(users::reset_token_expiry.gt(stored(now)))
            .select(users::id)
            .first::<i32>(*c)
            .optional())
        .map(|id| id.is_some())
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
    ) -> Result<Option<UsedResetToken>, StoreError> {
        let user: Option<(i32, Option<Vec<u8>>)> = on!(self, c => diesel::update(
            users::table
                .filter(users::reset_token.eq(&token.0[..]))
                .filter(users::reset_token_expiry.gt(stored(now)))
        )
        .set((
            users::reset_token.eq(None::<Vec<u8>>),
            users::reset_token_expiry.eq(None::<NaiveDateTime>),
        ))
        .returning((users::id, users::mailed_reset_token))
        .get_result(*c)
        .optional())?;
        Ok(user.map(|(id, mailed)| UsedResetToken {
            user: UserId(id),
            // The version before does not know the column: it may hold a token that another one replaced.
            sent: if mailed.is_some_and(|mailed| mailed == token.0) {
                ResetTokenSent::ByMail
            } else {
                ResetTokenSent::ByStaff
            },
        }))
    }
}
