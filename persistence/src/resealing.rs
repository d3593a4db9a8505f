//! What is sealed in the database permanently, sealed anew while one session key replaces another: purchase keys, and the secrets of
//! second factors. Mails are sealed too, but wait for days at most.

use diesel::prelude::*;
use kernel::{StoreError, UserId};

use crate::{
    Store,
    accounts::second_factor,
    purchase_keys::PURPOSE,
    schema::{purchase_codes, second_factors},
    store::on,
};

/// As many as one transaction looks at.
const BATCH: i64 = 100;

/// What one step did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResealStep {
    pub resealed: usize,
    /// The last row that was looked at; `None` if there are no more.
    pub last: Option<i32>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = purchase_codes)]
struct KeyRow {
    id: i32,
    sealed_code: Vec<u8>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = second_factors)]
struct SecretRow {
    user_id: i32,
    sealed_secret: Vec<u8>,
}

/// The text sealed anew; `None` if that is not needed, or not possible.
fn anew(store: &Store<'_>, purpose: &str, sealed: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
    store
        .sealer
        .reseal(purpose, sealed)
        .transpose()
        .map_err(|error| StoreError::Program(Box::new(error)))
}

/// Each method takes the rows after a number, and seals those anew that were sealed under the older session key. Every method may return
/// [`StoreError`].
impl Store<'_> {
    /// Purchase keys, by their numbers.
    pub fn reseal_keys(&mut self, after: i32) -> Result<ResealStep, StoreError> {
        let rows = on!(self, c => purchase_codes::table
            .filter(purchase_codes::id.gt(after))
            .order(purchase_codes::id)
            .limit(BATCH)
            .select(KeyRow::as_select())
            .load(*c))?;
        let mut step = ResealStep {
            resealed: 0,
            last: rows.last().map(|row| row.id),
        };
        for row in rows {
            let Some(anew) = anew(self, PURPOSE, &row.sealed_code)? else {
                continue;
            };
            step.resealed += on!(self, c => diesel::update(purchase_codes::table.find(row.id))
                .set(purchase_codes::sealed_code.eq(&anew))
                .execute(*c))?;
        }
        Ok(step)
    }

    /// The secrets of second factors, by the numbers of their users.
    pub fn reseal_second_factors(&mut self, after: i32) -> Result<ResealStep, StoreError> {
        let rows = on!(self, c => second_factors::table
            .filter(second_factors::user_id.gt(after))
            .order(second_factors::user_id)
            .limit(BATCH)
            .select(SecretRow::as_select())
            .load(*c))?;
        let mut step = ResealStep {
            resealed: 0,
            last: rows.last().map(|row| row.user_id),
        };
        for row in rows {
            let purpose = second_factor::purpose(UserId(row.user_id));
            let Some(anew) = anew(self, &purpose, &row.sealed_secret)? else {
                continue;
            };
            // A secret that was offered meanwhile took the row, and stays.
            step.resealed += on!(self, c => diesel::update(
                second_factors::table
                    .find(row.user_id)
                    .filter(second_factors::sealed_secret.eq(&row.sealed_secret))
            )
            .set(second_factors::sealed_secret.eq(&anew))
            .execute(*c))?;
        }
        Ok(step)
    }
}
