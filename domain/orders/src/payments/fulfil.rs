//! Fulfilment: access for a member, purchase keys for a visitor, and a receipt for both.

use chrono::{DateTime, Datelike, Utc};
use courses::{CourseId, GrantError, GrantSource, grant_from};
use kernel::{RandomnessError, StoreError, UserId};
use mail::ReceiptMail;
use purchase_keys::{IssueOrder, issue_key, mail_keys};

use crate::{
    CheckoutContext, Document, DocumentKind, DocumentNumber, DocumentReason, Order, OrderStatus, OrderStore,
    VatNumber, document::e_invoice::job::enqueue_e_invoice, payments::reversal::change_status,
};

/// Why a paid order could not be fulfilled; nothing of it was written.
#[derive(Debug, thiserror::Error)]
pub enum FulfilError {
    /// There are no random bytes for a purchase key.
    #[error(transparent)]
    NoRandomness(#[from] RandomnessError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Marks an order as paid and grants what was bought, all or nothing.
pub(crate) fn fulfil(
    store: &mut dyn OrderStore,
    context: &CheckoutContext,
    order: &mut Order,
    now: DateTime<Utc>,
) -> Result<(), FulfilError> {
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
    match member {
        Some(user) => {
            for course in &courses {
                grant_course(store, order, user, *course, now)?;
            }
        }
        None => mail_course_keys(store, context, order, &courses, now)?,
    }
    if order.amounts.reverse_charge {
        flag_reverse_charge(order);
    }
    order.paid_at = Some(now);
    order.ended_at = None;
    change_status(store, order, OrderStatus::Paid)?;
    let granted = member.and(courses.first()).copied();
    Ok(issue_receipt(store, context, order, granted, now)?)
}

/// Right check digits do not say that a business exists, and the seller owes the tax if it does not.
fn flag_reverse_charge(order: &mut Order) {
    let number = order.buyer.vat_number.as_ref().map_or("", VatNumber::as_str);
    let reason = format!("VAT was taken off for {number}: ask VIES whether that number is registered");
    order.add_flag(&reason);
}

fn grant_course(
    store: &mut dyn OrderStore,
    order: &mut Order,
    user: UserId,
    course: CourseId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let running = store.grant_of(user, course)?;
    if running.is_some_and(|grant| grant.expires_at.is_none()) {
        order.add_flag("the member had the course for good already, so this payment opened nothing");
    }
    let source = GrantSource::Order(order.id.0);
    match grant_from(store, user, course, order.term, source, now) {
        Ok(_) => Ok(()),
        Err(GrantError::Store(error)) => Err(error),
        Err(error @ GrantError::NoSuchUser) => Err(StoreError::Inconsistent(Box::new(error))),
    }
}

/// A key of each course, as many as were bought, and one mail with all of them.
fn mail_course_keys(
    store: &mut dyn OrderStore,
    context: &CheckoutContext,
    order: &Order,
    courses: &[CourseId],
    now: DateTime<Utc>,
) -> Result<(), FulfilError> {
    let mut keys = Vec::with_capacity(courses.len());
    for id in courses {
        let Some(course) = store.course(*id)? else {
            return Err(
                StoreError::Inconsistent("an order names a course that does not exist".into()).into(),
            );
        };
        let issued = IssueOrder {
            course,
            term: order.term,
            email: Some(order.buyer.email.clone()),
        };
        let key = issue_key(store, &issued, (context.draw)()?, now)?;
        store.set_order_key(order.id, *id, &key.hash())?;
        keys.push((key, issued.course.title));
    }
    let titled: Vec<_> = keys
        .iter()
        .map(|(key, title)| (key.clone(), title.as_str()))
        .collect();
    Ok(mail_keys(
        store,
        &titled,
        order.term,
        &order.buyer.email,
        &context.public_url,
        now,
    )?)
}

/// Numbers, stores and mails the receipt; its sheet is printed for the mail, outside of the transaction. `granted`: the course
/// that a member may watch from now on.
fn issue_receipt(
    store: &mut dyn OrderStore,
    context: &CheckoutContext,
    order: &mut Order,
    granted: Option<CourseId>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let number = store.next_number(DocumentKind::Receipt, now.year())?;
    let receipt = receipt_of(context, order, number, now);
    store.insert_document(order.id, &receipt)?;
    enqueue_e_invoice(store, &receipt)?;
    order.receipt = Some(number);
    let course_url = granted.map(|CourseId(course)| format!("{}/portal/course/{course}", context.public_url));
    let mail = ReceiptMail {
        to: &receipt.buyer_email,
        buyer_name: &receipt.buyer_name,
        number: &number.to_string(),
        paid_at: receipt.paid_at,
        title: &receipt.shown_title(),
        discount: order.amounts.discount,
        total: receipt.total,
        currency: &receipt.currency,
        reference: &receipt.reference,
        place: receipt.place_facts(),
        seller_email: &receipt.seller.email,
        course_url: course_url.as_deref(),
    };
    store.enqueue_mail(&mail.compose(), now)
}

fn receipt_of(
    context: &CheckoutContext,
    order: &Order,
    number: DocumentNumber,
    paid_at: DateTime<Utc>,
) -> Document {
    Document {
        number,
        issued_at: paid_at,
        paid_at,
        seller: context.price_list.seller.clone(),
        buyer_name: order.buyer.name.clone(),
        buyer_email: order.buyer.email.as_str().to_owned(),
        buyer_vat_number: order
            .buyer
            .vat_number
            .as_ref()
            .map(|number| number.as_str().to_owned()),
        title: order.title.clone(),
        total: order.amounts.total,
        tax: order.amounts.tax,
        tax_basis_points: order.amounts.tax_basis_points,
        reverse_charge: order.amounts.reverse_charge,
        currency: order.currency.clone(),
        reference: order.reference.as_str().to_owned(),
        reason: DocumentReason::Payment {
            price: order.amounts.price,
            discount: order.amounts.discount,
            coupon: order.coupon.as_ref().map(|(_, code)| code.clone()),
        },
        quantity: order.quantity,
        buyer_place: order.buyer.place.clone(),
    }
}
