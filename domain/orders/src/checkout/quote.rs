//! A quote: what a plan costs a buyer now.

use chrono::{DateTime, Utc};

use crate::{
    Amounts, CheckoutError, Coupon, CouponCode, OrderStore, PlanKey, PriceList, Quantity, Sale, TaxedBuyer,
};

/// The smallest payment that providers take, in cents of the price list's currency (Stripe: 0.50 of a dollar or a euro). A coupon
/// may reduce a price to nothing, but not to less than this.
const LEAST_CENTS: i32 = 50;

/// What a buyer asks the price of.
#[derive(Debug, Clone, Copy)]
pub struct QuoteWish<'a> {
    pub plan: PlanKey,
    pub quantity: Quantity,
    pub coupon: Option<&'a CouponCode>,
    pub buyer: TaxedBuyer<'a>,
}

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
    wish: QuoteWish<'_>,
    now: DateTime<Utc>,
) -> Result<Quote, CheckoutError> {
    let (plan, _) = price_list.plan(wish.plan).ok_or(CheckoutError::NoSuchPlan)?;
    let coupon = wish
        .coupon
        .map(|code| usable_coupon(store, code, plan.key, now))
        .transpose()?;
    let sale = Sale {
        price: plan.price,
        quantity: wish.quantity,
        discount: coupon.as_ref().map(|coupon| coupon.terms.discount),
    };
    let costs = price_list.amounts(wish.buyer, sale)?;
    if sale.discount.is_some() && (1..LEAST_CENTS).contains(&costs.total.0) {
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
