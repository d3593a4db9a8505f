//! From wanting to buy to a payment page.

use ::mail::EmailAddress;
use chrono::{DateTime, TimeDelta, Utc};
use courses::{CourseId, access_now};
use kernel::{StoreError, UserId};

use crate::{
    Amounts, Buyer, CheckoutContext, Coupon, CouponCode, NewOrder, OrderReference, OrderStatus, OrderStore,
    PageOrder, PlanKey, PriceList, Provider, VatNumber, amounts,
    checkout_page::{page_order, success_url},
    fulfil::fulfil,
    price_list::opened_by,
};

/// Whoever asks again within this time gets the page they got before.
const SAME_PAGE: TimeDelta = TimeDelta::minutes(10);

/// Providers take no payment of less, in hundredths of the price list's currency (Stripe: 0.50 of a dollar or a euro). A coupon may
/// leave nothing to pay, but not less than this.
const LEAST_CENTS: i32 = 50;

#[derive(Debug, thiserror::Error)]
pub enum CheckoutError {
    #[error("there is no such plan to buy")]
    NoSuchPlan,
    #[error("there is no such course")]
    NoSuchCourse,
    /// What the plan opens, by the owner's settings, is not in the catalogue.
    #[error("the courses of the plan {0} are not in the catalogue")]
    NothingToOpen(PlanKey),
    /// Unknown, ended, used up or for another plan; the same for all, so that nobody can search for coupons.
    #[error("the coupon takes nothing off")]
    CouponInvalid,
    #[error("the member has the course now")]
    AlreadyOwned,
    #[error("nobody takes payments here")]
    NoProvider,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a plan costs somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    pub title: String,
    pub amounts: Amounts,
    pub currency: String,
    pub coupon: Option<CouponCode>,
}

/// A visitor's checkout.
#[derive(Debug)]
pub struct PlanCheckout {
    pub plan: PlanKey,
    pub buyer: Buyer,
    pub coupon: Option<CouponCode>,
    pub provider: Provider,
    pub reference: OrderReference,
}

/// A member's checkout.
#[derive(Debug)]
pub struct CourseCheckout {
    pub user: UserId,
    pub course: CourseId,
    /// None: nobody takes payments here.
    pub provider: Option<Provider>,
    pub reference: OrderReference,
}

/// How to go on.
#[derive(Debug)]
pub enum CheckoutStep {
    /// Nothing was to be paid; the buyer goes where a payment would have led.
    Done { url: String },
    /// The page that was opened before.
    Page { url: String },
    /// The provider is to be asked for a page.
    CreateSession(Box<PageOrder>),
}

/// What a plan costs now; makes nothing.
///
/// # Errors
/// [`CheckoutError`]
pub fn quote_plan<S: OrderStore + ?Sized>(
    store: &mut S,
    price_list: &PriceList,
    plan: PlanKey,
    coupon: Option<&CouponCode>,
    vat_number: Option<&VatNumber>,
    now: DateTime<Utc>,
) -> Result<Quote, CheckoutError> {
    let (plan, _) = price_list.plan(plan).ok_or(CheckoutError::NoSuchPlan)?;
    let coupon = coupon
        .map(|code| good_coupon(store, code, plan.key, now))
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

fn good_coupon<S: OrderStore + ?Sized>(
    store: &mut S,
    code: &CouponCode,
    plan: PlanKey,
    now: DateTime<Utc>,
) -> Result<Coupon, CheckoutError> {
    store
        .coupon(code)?
        .filter(|coupon| coupon.is_good_for(plan, now))
        .ok_or(CheckoutError::CouponInvalid)
}

/// Writes a visitor's order. Where nothing is to be paid, it is paid at once.
///
/// # Errors
/// [`CheckoutError`]
pub fn check_out_plan<S: OrderStore + ?Sized>(
    store: &mut S,
    context: &CheckoutContext,
    checkout: PlanCheckout,
    now: DateTime<Utc>,
) -> Result<CheckoutStep, CheckoutError> {
    let price_list = &context.price_list;
    let quote = quote_plan(
        store,
        price_list,
        checkout.plan,
        checkout.coupon.as_ref(),
        checkout.buyer.vat_number.as_ref(),
        now,
    )?;
    let (_, opens) = price_list.plan(checkout.plan).ok_or(CheckoutError::NoSuchPlan)?;
    let courses = opened_by(store, &opens.courses)?.ok_or(CheckoutError::NothingToOpen(checkout.plan))?;
    let coupon = checkout
        .coupon
        .as_ref()
        .map(|code| good_coupon(store, code, checkout.plan, now))
        .transpose()?;
    if let Some(coupon) = &coupon
        && !store.take_coupon(coupon.id, now)?
    {
        return Err(CheckoutError::CouponInvalid);
    }
    let new = NewOrder {
        reference: checkout.reference,
        provider: if quote.amounts.total.0 == 0 {
            Provider::Free
        } else {
            checkout.provider
        },
        plan: Some(checkout.plan),
        title: quote.title,
        user: None,
        buyer: checkout.buyer,
        amounts: quote.amounts,
        currency: quote.currency,
        term: opens.term,
        courses: courses.into_iter().map(|course| course.id).collect(),
        coupon: coupon.map(|coupon| coupon.id),
    };
    open(store, context, &new, now)
}

/// Writes a member's order of one course, or finds the one that was made a moment ago.
///
/// # Errors
/// [`CheckoutError`]
pub fn check_out_course<S: OrderStore + ?Sized>(
    store: &mut S,
    context: &CheckoutContext,
    checkout: CourseCheckout,
    now: DateTime<Utc>,
) -> Result<CheckoutStep, CheckoutError> {
    let course = store
        .course(checkout.course)?
        .ok_or(CheckoutError::NoSuchCourse)?;
    // Two clicks come one after the other, and the second finds the order of the first.
    store.lock_user(checkout.user)?;
    if access_now(store.grant_of(checkout.user, course.id)?.as_ref(), now).is_open() {
        return Err(CheckoutError::AlreadyOwned);
    }
    let provider = checkout.provider.ok_or(CheckoutError::NoProvider)?;
    let user = store.user(checkout.user)?.ok_or(CheckoutError::NoSuchCourse)?;
    let email = EmailAddress::parse(&user.email).map_err(|error| StoreError::Fault(Box::new(error)))?;
    let costs = amounts(course.price, None, context.price_list.vat, false);
    let running = store.running_order(checkout.user, course.id, now - SAME_PAGE)?;
    if let Some(order) = &running
        && order.status == OrderStatus::AwaitingMoney
    {
        // Completed already, and the bank takes its time: another page would take the money twice.
        return Ok(CheckoutStep::Page {
            url: success_url(context, order),
        });
    }
    if let Some(order) = running
        && (order.amounts, order.provider) == (costs, provider)
        && order.currency == context.price_list.currency
    {
        return Ok(match &order.page {
            Some(page) => CheckoutStep::Page {
                url: page.url.clone(),
            },
            None => CheckoutStep::CreateSession(Box::new(page_order(context, &order, &[course.id]))),
        });
    }
    let new = NewOrder {
        reference: checkout.reference,
        provider: if costs.total.0 == 0 {
            Provider::Free
        } else {
            provider
        },
        plan: None,
        title: course.title,
        user: Some(checkout.user),
        buyer: Buyer {
            name: user.username,
            email,
            vat_number: None,
        },
        amounts: costs,
        currency: context.price_list.currency.clone(),
        term: context.price_list.course_term,
        courses: vec![course.id],
        coupon: None,
    };
    open(store, context, &new, now)
}

fn open<S: OrderStore + ?Sized>(
    store: &mut S,
    context: &CheckoutContext,
    new: &NewOrder,
    now: DateTime<Utc>,
) -> Result<CheckoutStep, CheckoutError> {
    store.insert_order(new, now)?;
    let mut order = store
        .order(&new.reference)?
        .ok_or_else(|| StoreError::Fault("an order that was written is not there".into()))?;
    if order.amounts.total.0 == 0 {
        fulfil(store, context, &mut order, now)?;
        return Ok(CheckoutStep::Done {
            url: success_url(context, &order),
        });
    }
    Ok(CheckoutStep::CreateSession(Box::new(page_order(
        context,
        &order,
        &new.courses,
    ))))
}
