//! Coupons as rows.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::Cents;
use kernel::StoreError;
use orders::{Coupon, CouponCode, CouponId, CouponStore, Discount, NewCoupon, PlanKey};

use crate::{
    Store,
    order_rows::foreign,
    schema::coupons,
    store::on,
    times::{loaded, stored},
};

type Terms = (String, Option<i32>, Option<i32>, Option<String>, Option<i32>);
type Times = (Option<NaiveDateTime>, Option<NaiveDateTime>, NaiveDateTime);

macro_rules! rows {
    () => {
        coupons::table.order(coupons::id).select((
            coupons::id,
            (
                coupons::code,
                coupons::percent,
                coupons::amount,
                coupons::plan,
                coupons::max_uses,
            ),
            coupons::used,
            (coupons::expires_at, coupons::disabled_at, coupons::created_at),
        ))
    };
}

fn coupon((id, terms, used, times): (i32, Terms, i32, Times)) -> Result<Coupon, StoreError> {
    let ((code, percent, amount, plan, limit), (expires_at, disabled_at, created_at)) = (terms, times);
    let discount = match (percent, amount) {
        (Some(percent), _) => Discount::Percent(percent),
        (None, Some(amount)) => Discount::Amount(Cents(amount)),
        (None, None) => return Err(StoreError::Fault("a coupon that takes nothing off".into())),
    };
    Ok(Coupon {
        id: CouponId(id),
        terms: NewCoupon {
            code: code.parse().map_err(foreign)?,
            discount,
            plan: plan
                .map(|plan| plan.parse::<PlanKey>())
                .transpose()
                .map_err(foreign)?,
            limit,
            expires_at: expires_at.map(loaded),
        },
        used,
        disabled_at: disabled_at.map(loaded),
        created_at: loaded(created_at),
    })
}

impl CouponStore for Store<'_> {
    fn insert_coupon(&mut self, new: &NewCoupon, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let (percent, amount) = match new.discount {
            Discount::Percent(percent) => (Some(percent), None),
            Discount::Amount(Cents(amount)) => (None, Some(amount)),
        };
        let row = (
            coupons::code.eq(new.code.as_str()),
            coupons::percent.eq(percent),
            coupons::amount.eq(amount),
            coupons::plan.eq(new.plan.map(PlanKey::as_str)),
            coupons::max_uses.eq(new.limit),
            coupons::expires_at.eq(new.expires_at.map(stored)),
            coupons::created_at.eq(stored(now)),
        );
        on!(self, c => diesel::insert_into(coupons::table)
            .values(row)
            .on_conflict(coupons::code)
            .do_nothing()
            .execute(*c))
        .map(|rows| rows == 1)
    }

    fn coupon(&mut self, code: &CouponCode) -> Result<Option<Coupon>, StoreError> {
        on!(self, c => rows!()
            .filter(coupons::code.eq(code.as_str()))
            .first::<(i32, Terms, i32, Times)>(*c)
            .optional())?
        .map(coupon)
        .transpose()
    }

    fn coupons(&mut self) -> Result<Vec<Coupon>, StoreError> {
        on!(self, c => rows!().load::<(i32, Terms, i32, Times)>(*c))?
            .into_iter()
            .map(coupon)
            .collect()
    }

    fn take_coupon(&mut self, id: CouponId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        // One conditional update is the whole race: the limit is looked at where it is counted.
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

    fn disable_coupon(&mut self, code: &CouponCode, now: DateTime<Utc>) -> Result<bool, StoreError> {
        on!(self, c => diesel::update(
            coupons::table.filter(coupons::code.eq(code.as_str())).filter(coupons::disabled_at.is_null())
        )
        .set(coupons::disabled_at.eq(stored(now)))
        .execute(*c))
        .map(|rows| rows == 1)
    }
}
