//! Second factors as rows, their secrets sealed, and the codes that were used.

use accounts::{RecoveryCodeHash, SecondFactor, SecondFactorStore, TimeStep, TotpSecret};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::{StoreError, UserId};

use crate::{
    Store,
    schema::{recovery_codes, second_factor_steps, second_factors, users},
    store::on,
    times::{loaded, stored},
};

/// How many used steps are kept: a day of them, so that a clock that is set back brings no used code back.
const KEPT_STEPS: i64 = 24 * 60 * 2;

#[derive(Queryable, Selectable)]
#[diesel(table_name = second_factors)]
struct FactorRow {
    sealed_secret: Vec<u8>,
    offered_at: NaiveDateTime,
    codes_full_at: Option<NaiveDateTime>,
}

#[derive(Insertable)]
#[diesel(table_name = second_factors)]
struct OfferedRow {
    user_id: i32,
    sealed_secret: Vec<u8>,
    offered_at: NaiveDateTime,
}

#[derive(Insertable)]
#[diesel(table_name = second_factor_steps)]
struct StepRow {
    user_id: i32,
    step: i64,
}

#[derive(Insertable)]
#[diesel(table_name = recovery_codes)]
struct NewCodeRow<'a> {
    user_id: i32,
    code: &'a [u8],
}

/// A secret opens for its own user only: a row that was copied to another account is of no use.
pub(crate) fn purpose(user: UserId) -> String {
    format!("second_factor {}", user.0)
}

/// Removes the secret, the used steps and the recovery codes.
fn remove(store: &mut Store<'_>, user: UserId) -> Result<(), StoreError> {
    on!(store, c => diesel::delete(second_factors::table.find(user.0)).execute(*c))?;
    on!(store, c => diesel::delete(second_factor_steps::table.filter(second_factor_steps::user_id.eq(user.0)))
        .execute(*c))?;
    on!(store, c => diesel::delete(recovery_codes::table.filter(recovery_codes::user_id.eq(user.0))).execute(*c))
        .map(|_| ())
}

impl SecondFactorStore for Store<'_> {
    fn second_factor(&mut self, user: UserId) -> Result<Option<SecondFactor>, StoreError> {
        let row: Option<(FactorRow, Option<NaiveDateTime>)> = on!(self, c => second_factors::table
            .inner_join(users::table)
            .filter(second_factors::user_id.eq(user.0))
            .select((FactorRow::as_select(), users::second_factor_since))
            .first(*c)
            .optional())?;
        let Some((row, since)) = row else {
            return Ok(None);
        };
        let opened = self.sealer.open(&purpose(user), &row.sealed_secret);
        if opened.is_err() {
            tracing::warn!(
                user = user.0,
                "a second factor was sealed under another session key; only recovery codes open the account"
            );
        }
        Ok(Some(SecondFactor {
            secret: opened.ok().and_then(|bytes| TotpSecret::stored(&bytes)),
            offered_at: loaded(row.offered_at),
            on_since: since.map(loaded),
            codes_full_at: row.codes_full_at.map(loaded),
        }))
    }

    fn offer_secret(
        &mut self,
        user: UserId,
        secret: &TotpSecret,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        remove(self, user)?;
        let sealed = self
            .sealer
            .seal(&purpose(user), secret.as_bytes())
            .map_err(|error| StoreError::Program(Box::new(error)))?;
        let row = OfferedRow {
            user_id: user.0,
            sealed_secret: sealed,
            offered_at: stored(now),
        };
        on!(self, c => diesel::insert_into(second_factors::table).values(row).execute(*c)).map(|_| ())
    }

    fn turn_on(
        &mut self,
        user: UserId,
        recovery: &[RecoveryCodeHash],
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let turned_on = on!(self, c => diesel::update(
            users::table.find(user.0).filter(users::second_factor_since.is_null())
        )
        .set(users::second_factor_since.eq(stored(now)))
        .execute(*c))?;
        if turned_on == 0 {
            return Ok(false);
        }
        for code in recovery {
            let row = NewCodeRow {
                user_id: user.0,
                code: &code.0,
            };
            on!(self, c => diesel::insert_into(recovery_codes::table).values(row).execute(*c))?;
        }
        Ok(true)
    }

    fn turn_off(&mut self, user: UserId) -> Result<bool, StoreError> {
        let turned_off = on!(self, c => diesel::update(
            users::table.find(user.0).filter(users::second_factor_since.is_not_null())
        )
        .set(users::second_factor_since.eq(None::<NaiveDateTime>))
        .execute(*c))?;
        remove(self, user)?;
        Ok(turned_off == 1)
    }

    fn take_step(&mut self, user: UserId, step: TimeStep) -> Result<bool, StoreError> {
        let row = StepRow {
            user_id: user.0,
            step: step.0,
        };
        // The primary key decides: of concurrent callers one inserts the row.
        let taken = on!(self, c => diesel::insert_into(second_factor_steps::table)
            .values(row)
            .on_conflict_do_nothing()
            .execute(*c))?;
        on!(self, c => diesel::delete(
            second_factor_steps::table
                .filter(second_factor_steps::user_id.eq(user.0))
                .filter(second_factor_steps::step.lt(step.0 - KEPT_STEPS))
        )
        .execute(*c))?;
        Ok(taken == 1)
    }

    fn take_recovery_code(
        &mut self,
        user: UserId,
        code: &RecoveryCodeHash,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        on!(self, c => diesel::update(
            recovery_codes::table
                .filter(recovery_codes::user_id.eq(user.0))
                .filter(recovery_codes::code.eq(&code.0[..]))
                .filter(recovery_codes::used_at.is_null())
        )
        .set(recovery_codes::used_at.eq(stored(now)))
        .execute(*c))
        .map(|rows| rows == 1)
    }

    fn set_codes_full_at(&mut self, user: UserId, full_at: DateTime<Utc>) -> Result<(), StoreError> {
        on!(self, c => diesel::update(second_factors::table.find(user.0))
            .set(second_factors::codes_full_at.eq(stored(full_at)))
            .execute(*c))
        .map(|_| ())
    }
}

impl Store<'_> {
    /// How many recovery codes are not used.
    pub fn recovery_codes_left(&mut self, user: UserId) -> Result<i64, StoreError> {
        on!(self, c => recovery_codes::table
            .filter(recovery_codes::user_id.eq(user.0))
            .filter(recovery_codes::used_at.is_null())
            .count()
            .get_result(*c))
    }
}
