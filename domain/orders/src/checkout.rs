//! Checkout: from a plan or a course to an order and its payment page.

pub(crate) mod amounts;
pub(crate) mod context;
pub(crate) mod coupon;
pub(crate) mod error;
pub(crate) mod page;
pub(crate) mod price_list;
pub(crate) mod quote;

use ::mail::EmailAddress;
use audit::{Act, Action};
use chrono::{DateTime, TimeDelta, Utc};
use courses::{CourseId, access_now};
use kernel::{StoreError, UserId};

use crate::{
    Buyer, BuyerPlace, CheckoutContext, CheckoutError, Country, CouponCode, NewOrder, OrderReference,
    OrderStatus, OrderStore, PageOrder, PlanKey, Provider, Quantity, QuoteWish, Sale,
    checkout::{
        page::{page_order, success_url},
        price_list::opened_by,
        quote::{quote_plan, usable_coupon},
    },
    payments::fulfil::fulfil,
};

/// A member who checks out the same course again within this time gets the same page.
const SAME_PAGE: TimeDelta = TimeDelta::minutes(10);

/// A visitor's checkout.
#[derive(Debug)]
pub struct PlanCheckout {
    pub plan: PlanKey,
    pub buyer: Buyer,
    pub quantity: Quantity,
    pub coupon: Option<CouponCode>,
    pub provider: Provider,
    pub reference: OrderReference,
}

/// A member's checkout.
#[derive(Debug)]
pub struct CourseCheckout {
    pub user: UserId,
    pub course: CourseId,
    /// `None`: with the One Stop Shop, the country of the account's last order.
    pub country: Option<Country>,
    /// `None`: the site takes no payments.
    pub provider: Option<Provider>,
    pub reference: OrderReference,
}

/// The next step of a checkout.
#[derive(Debug)]
pub enum CheckoutStep {
    /// Nothing was to be paid; the buyer goes to the page after a payment.
    Done { url: String },
    /// The page that was opened before.
    Page { url: String },
    /// The provider must be asked for a page.
    CreateSession(Box<PageOrder>),
}

/// Writes a visitor's order. With nothing to pay it is fulfilled at once.
///
/// # Errors
/// [`CheckoutError`]
pub fn check_out_plan(
    store: &mut dyn OrderStore,
    context: &CheckoutContext,
    checkout: PlanCheckout,
    now: DateTime<Utc>,
) -> Result<CheckoutStep, CheckoutError> {
    let price_list = &context.price_list;
    let wish = QuoteWish {
        plan: checkout.plan,
        quantity: checkout.quantity,
        coupon: checkout.coupon.as_ref(),
        buyer: checkout.buyer.taxed(),
    };
    let quote = quote_plan(store, price_list, wish, now)?;
    let (_, opens) = price_list.plan(checkout.plan).ok_or(CheckoutError::NoSuchPlan)?;
    let courses = opened_by(store, opens)?.ok_or(CheckoutError::NothingToOpen(checkout.plan))?;
    let coupon = checkout
        .coupon
        .as_ref()
        .map(|code| usable_coupon(store, code, checkout.plan, now))
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
        quantity: checkout.quantity,
        amounts: quote.amounts,
        currency: quote.currency,
        term: opens.term,
        courses: courses.into_iter().map(|course| course.id).collect(),
        coupon: coupon.map(|coupon| coupon.id),
    };
    open_order(store, context, &new, now)
}

/// Writes a member's order of one course, or finds the order that was written within the last minutes.
///
/// # Errors
/// [`CheckoutError`]
pub fn check_out_course(
    store: &mut dyn OrderStore,
    context: &CheckoutContext,
    checkout: CourseCheckout,
    now: DateTime<Utc>,
) -> Result<CheckoutStep, CheckoutError> {
    let course = store
        .course(checkout.course)?
        .ok_or(CheckoutError::NoSuchCourse)?;
    // The lock makes two clicks one after the other; the second finds the order of the first.
    store.lock_user(checkout.user)?;
    let access = access_now(store.grant_of(checkout.user, course.id)?.as_ref(), now);
    if !course.visibility.is_seen_with(access) {
        return Err(CheckoutError::NoSuchCourse);
    }
    if access.is_open() {
        return Err(CheckoutError::AlreadyOwned);
    }
    let provider = checkout.provider.ok_or(CheckoutError::NoProvider)?;
    let user = store.user(checkout.user)?.ok_or(CheckoutError::NoSuchCourse)?;
    let email = EmailAddress::parse(&user.email)?;
    let buyer = Buyer {
        name: user.username,
        email,
        vat_number: None,
        place: BuyerPlace {
            country: country_of_member(store, context, &checkout)?,
            ..BuyerPlace::default()
        },
    };
    let sale = Sale {
        price: course.price,
        quantity: Quantity::ONE,
        discount: None,
    };
    let costs = context.price_list.amounts(buyer.taxed(), sale)?;
    let running = store.running_order(checkout.user, course.id, now - SAME_PAGE)?;
    if let Some(order) = &running
        && order.status == OrderStatus::AwaitingMoney
    {
        // The page is completed and the bank has not paid yet: another page would take the money twice.
        return Ok(CheckoutStep::Page {
            url: success_url(context, order),
        });
    }
    if let Some(order) = running
        && (order.amounts, order.provider) == (costs, provider)
        && order.currency == context.price_list.currency
        && order.buyer.place == buyer.place
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
        buyer,
        quantity: Quantity::ONE,
        amounts: costs,
        currency: context.price_list.currency.clone(),
        term: context.price_list.course_term,
        courses: vec![course.id],
        coupon: None,
    };
    open_order(store, context, &new, now)
}

/// The country of a member's order: the one that was sent, or else, where the tax needs one, that of the account's last order.
fn country_of_member(
    store: &mut dyn OrderStore,
    context: &CheckoutContext,
    checkout: &CourseCheckout,
) -> Result<Option<Country>, StoreError> {
    if checkout.country.is_some() || !context.price_list.vat.abroad.oss {
        return Ok(checkout.country);
    }
    store.last_country(checkout.user)
}

/// Writes an order; fulfils it where nothing is to be paid.
fn open_order(
    store: &mut dyn OrderStore,
    context: &CheckoutContext,
    new: &NewOrder,
    now: DateTime<Utc>,
) -> Result<CheckoutStep, CheckoutError> {
    store.insert_order(new, now)?;
    let mut order = store
        .order(&new.reference)?
        .ok_or_else(|| StoreError::Inconsistent("an order that was written is not found".into()))?;
    if order.amounts.total.0 == 0 {
        fulfil(store, context, &mut order, now)?;
        // No provider is asked where there is nothing to pay.
        let act = Act::by_system(Action::OrderPaid)
            .concerning(order.user)
            .about(order.reference.as_str());
        store.append_act(&act, now)?;
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
