//! A quote: what a plan costs a buyer now.

use chrono::{DateTime, Utc};

use crate::{Amounts, CheckoutError, Coupon, CouponCode, OrderStore, PlanKey, PriceList, VatNumber, amounts};

/// The smallest payment that providers take, in cents of the price list's currency (Stripe: 0.50 of a dollar or a euro). A coupon
/// may reduce a price to nothing, but not to less than this.
const LEAST_CENTS: i32 = 50;

/// What a plan costs a buyer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    pub title: String,
    pub amounts: Amounts,
    pub currency: String,
    pub coupon: Option<CouponCode>,
}

/// What a plan costs now; writes nothing.
///
/// # Errors
/// [`CheckoutError`]
pub fn quote_plan(
    store: &mut dyn OrderStore,
    price_list: &PriceList,
    plan: PlanKey,
    coupon: Option<&CouponCode>,
    vat_number: Option<&VatNumber>,
    now: DateTime<Utc>,
) -> Result<Quote, CheckoutError> {
    let (plan, _) = price_list.plan(plan).ok_or(CheckoutError::NoSuchPlan)?;
    let coupon = coupon
        .map(|code| usable_coupon(store, code, plan.key, now))
        .transpose()?;
    let reversed = price_list
        .vat
        .is_reversed(vat_number, &price_list.seller.vat_number);
    let discount = coupon.as_ref().map(|coupon| coupon.terms.discount);
    let costs = amounts(plan.price, discount, price_list.vat, reversed);
    if discount.is_some() && (1..LEAST_CENTS).contains(&costs.total.0) {
        return Err(CheckoutError::CouponInvalid);
    }
    Ok(Quote {
        title: plan.name.clone(),
        amounts: costs,
        currency: price_list.currency.clone(),
        coupon: coupon.map(|coupon| coupon.terms.code),
    })
}

pub(crate) fn usable_coupon(
    store: &mut dyn OrderStore,
    code: &CouponCode,
    plan: PlanKey,
    now: DateTime<Utc>,
) -> Result<Coupon, CheckoutError> {
    store
        .coupon(code)?
        .filter(|coupon| coupon.is_good_for(plan, now))
        .ok_or(CheckoutError::CouponInvalid)
}
