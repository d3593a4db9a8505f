//! Giving what was paid for: access to a member, purchase keys to a visitor, and a receipt to both.

use std::{fmt, sync::Arc};

use chrono::{DateTime, Datelike, Utc};
use courses::{CourseId, GrantError, GrantSource, grant_from};
use kernel::StoreError;
use purchase_keys::{IssueOrder, KEY_RANDOM_BYTES, issue_key};

use crate::{
    Order, OrderReferenceSecret, OrderStatus, OrderStore, PriceList, Receipt, ReceiptPrinter, VatNumber,
    receipt_mail::receipt_mail, reversal::change_status,
};

/// What selling needs beside the database.
#[derive(Clone)]
pub struct CheckoutContext {
    pub price_list: PriceList,
    pub printer: Arc<dyn ReceiptPrinter>,
    /// The site's origin, for links.
    pub public_url: String,
    pub reference_secret: OrderReferenceSecret,
    /// Random bytes for one purchase key.
    pub draw: fn() -> Result<[u8; KEY_RANDOM_BYTES], StoreError>,
}

impl fmt::Debug for CheckoutContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CheckoutContext(..)")
    }
}

/// Marks an order as paid and gives what was bought, all or nothing.
pub(crate) fn fulfil<S: OrderStore + ?Sized>(
    store: &mut S,
    context: &CheckoutContext,
    order: &mut Order,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let courses: Vec<CourseId> = store
        .order_courses(order.id)?
        .into_iter()
        .map(|sold| sold.course)
        .collect();
    // A member who was deleted while paying gets keys, like a visitor.
    let member = match order.user {
        Some(user) if store.lock_user(user)? => Some(user),
        _ => None,
    };
    for course in &courses {
        match member {
            Some(user) => {
                let running = store.grant_of(user, *course)?;
                if running.is_some_and(|grant| grant.expires_at.is_none()) {
                    order.flag = Some(String::from(
                        "the member had the course for good already, so this payment opened nothing",
                    ));
                }
                let source = GrantSource::Order(order.id.0);
                grant_from(store, user, *course, order.term, source, now).map_err(|error| match error {
                    GrantError::Store(error) => error,
                    GrantError::NoSuchUser => StoreError::Fault(Box::new(error)),
                })?;
            }
            None => send_key(store, context, order, *course, now)?,
        }
    }
    if order.amounts.reverse_charge {
        flag_reverse_charge(order);
    }
    order.paid_at = Some(now);
    order.ended_at = None;
    change_status(store, order, OrderStatus::Paid)?;
    let learn_at = member.and(courses.first()).copied();
    send_receipt(store, context, order, learn_at, now)
}

/// Right check digits do not say that a business exists, and the seller owes the tax if it does not.
fn flag_reverse_charge(order: &mut Order) {
    let number = order.buyer.vat_number.as_ref().map_or("", VatNumber::as_str);
    let look = format!("VAT was taken off for {number}: ask VIES whether that number is registered");
    order.flag = Some(match order.flag.take() {
        Some(flag) => format!("{flag}; {look}"),
        None => look,
    });
}

fn send_key<S: OrderStore + ?Sized>(
    store: &mut S,
    context: &CheckoutContext,
    order: &Order,
    course: CourseId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let Some(course) = store.course(course)? else {
        return Err(StoreError::Fault("an order of a course that is not there".into()));
    };
    let id = course.id;
    let key = IssueOrder {
        course,
        term: order.term,
        email: Some(order.buyer.email.clone()),
    };
    let key = issue_key(store, &key, (context.draw)()?, &context.public_url, now)?;
    store.set_order_key(order.id, id, &key.hash())
}

fn send_receipt<S: OrderStore + ?Sized>(
    store: &mut S,
    context: &CheckoutContext,
    order: &mut Order,
    learn_at: Option<CourseId>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let number = store.next_receipt(now.year())?;
    let receipt = Receipt {
        number: number.to_string(),
        paid_at: now,
        seller: context.price_list.seller.clone(),
        buyer_name: order.buyer.name.clone(),
        buyer_email: order.buyer.email.as_str().to_owned(),
        buyer_vat_number: order
            .buyer
            .vat_number
            .as_ref()
            .map(|number| number.as_str().to_owned()),
        title: order.title.clone(),
        price: order.amounts.price,
        discount: order.amounts.discount,
        coupon: order.coupon.as_ref().map(|(_, code)| code.clone()),
        total: order.amounts.total,
        tax: order.amounts.tax,
        tax_basis_points: order.amounts.tax_basis_points,
        reverse_charge: order.amounts.reverse_charge,
        currency: order.currency.clone(),
        reference: order.reference.as_str().to_owned(),
    };
    let pdf = context
        .printer
        .print(&receipt)
        .map_err(|error| StoreError::Fault(Box::new(error)))?;
    store.insert_receipt(order.id, number, &pdf, now)?;
    order.receipt = Some(number);
    store.enqueue_mail(&receipt_mail(&receipt, pdf, learn_at, &context.public_url), now)
}
