//! Coupons as rows.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::{dsl::sql, prelude::*, sql_types::Text};
use kernel::{Cents, StoreError};
use orders::{Coupon, CouponCode, CouponId, CouponStore, Discount, NewCoupon, PlanKey};

use crate::{
    Store,
    errors::foreign,
    schema::coupons,
    store::on,
    times::{loaded, stored},
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = coupons)]
struct CouponRow {
    id: i32,
    code: String,
    percent: Option<i32>,
    amount: Option<i32>,
    plan: Option<String>,
    max_uses: Option<i32>,
    used: i32,
    expires_at: Option<NaiveDateTime>,
    disabled_at: Option<NaiveDateTime>,
    created_at: NaiveDateTime,
}

impl TryFrom<CouponRow> for Coupon {
    type Error = StoreError;

    fn try_from(row: CouponRow) -> Result<Self, StoreError> {
        let discount = match (row.percent, row.amount) {
            (Some(percent), _) => Discount::Percent(percent),
            (None, Some(amount)) => Discount::Amount(Cents(amount)),
            (None, None) => return Err(StoreError::Inconsistent("a coupon that takes nothing off".into())),
        };
        Ok(Self {
            id: CouponId(row.id),
            terms: NewCoupon {
                code: row.code.parse().map_err(foreign)?,
                discount,
                plan: row
                    .plan
                    .map(|plan| plan.parse::<PlanKey>())
                    .transpose()
                    .map_err(foreign)?,
                limit: row.max_uses,
                expires_at: row.expires_at.map(loaded),
            },
            used: row.used,
            disabled_at: row.disabled_at.map(loaded),
            created_at: loaded(row.created_at),
        })
    }
}

#[derive(Insertable)]
#[diesel(table_name = coupons)]
struct NewCouponRow<'a> {
    code: &'a str,
    percent: Option<i32>,
    amount: Option<i32>,
    plan: Option<&'static str>,
    max_uses: Option<i32>,
    expires_at: Option<NaiveDateTime>,
    created_at: NaiveDateTime,
}

impl CouponStore for Store<'_> {
    fn coupon(&mut self, code: &CouponCode) -> Result<Option<Coupon>, StoreError> {
        // Written as the index `coupons_code_without_dashes` has it. Older rows may differ in a dash alone: the one as it was typed is first.
        let key = || sql::<Text>("replace(code, '-', '')");
        on!(self, c => coupons::table
            .filter(key().eq(code.key()))
            .order((coupons::code.eq(code.as_str()).desc(), coupons::id))
            .select(CouponRow::as_select())
            .first(*c)
            .optional())?
        .map(Coupon::try_from)
        .transpose()
    }

    fn take_coupon(&mut self, id: CouponId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        // One conditional update decides: the limit is checked where it is counted.
        on!(self, c => diesel::update(
            coupons::table
                .find(id.0)
                .filter(coupons::disabled_at.is_null())
                .filter(coupons::expires_at.is_null().or(coupons::expires_at.gt(stored(now))))
                .filter(coupons::max_uses.is_null().or(coupons::max_uses.gt(coupons::used.nullable())))
        )
        .set(coupons::used.eq(coupons::used + 1))
        .execute(*c))
        .map(|rows| rows == 1)
    }

    fn count_coupon(&mut self, id: CouponId, change: i32) -> Result<(), StoreError> {
        on!(self, c => diesel::update(coupons::table.find(id.0))
            .set(coupons::used.eq(coupons::used + change))
            .execute(*c))
        .map(|_| ())
    }
}

impl Store<'_> {
    /// Adds a coupon; false where its code is taken.
    pub fn insert_coupon(&mut self, new: &NewCoupon, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let (percent, amount) = match new.discount {
            Discount::Percent(percent) => (Some(percent), None),
            Discount::Amount(Cents(amount)) => (None, Some(amount)),
        };
        // The transactions that write are one after the other on SQLite; on PostgreSQL two at once can only make two codes that differ
        // in a dash, of which each is found as it was made.
        if self.coupon(&new.code)?.is_some() {
            return Ok(false);
        }
        let row = NewCouponRow {
            code: new.code.as_str(),
            percent,
            amount,
            plan: new.plan.map(PlanKey::as_str),
            max_uses: new.limit,
            expires_at: new.expires_at.map(stored),
            created_at: stored(now),
        };
        on!(self, c => diesel::insert_into(coupons::table)
            .values(row)
            .on_conflict(coupons::code)
            .do_nothing()
            .execute(*c))
        .map(|rows| rows == 1)
    }

    /// Every coupon, oldest first.
    pub fn coupons(&mut self) -> Result<Vec<Coupon>, StoreError> {
        on!(self, c => coupons::table.order(coupons::id).select(CouponRow::as_select()).load(*c))?
            .into_iter()
            .map(Coupon::try_from)
            .collect()
    }

    /// Disables a coupon; false where it was disabled before or does not exist.
    pub fn disable_coupon(&mut self, code: &CouponCode, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let Some(coupon) = self.coupon(code)? else {
            return Ok(false);
        };
        on!(self, c => diesel::update(
            coupons::table.find(coupon.id.0).filter(coupons::disabled_at.is_null())
        )
        .set(coupons::disabled_at.eq(stored(now)))
        .execute(*c))
        .map(|rows| rows == 1)
    }
}
