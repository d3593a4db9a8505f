//! An order's row, read and understood.

use ::mail::EmailAddress;
use chrono::NaiveDateTime;
use kernel::Cents;
use kernel::{StoreError, UserId};
use orders::{
    Amounts, Buyer, CheckoutSessionId, CouponId, Order, OrderId, PaymentId, PaymentPage, ReceiptNumber,
    VatNumber,
};

use crate::{purchase_keys::parse_term, times::loaded};

type Names = (i32, String, String, String, Option<String>, String, Option<i32>);
type BuyerColumns = (String, String, Option<String>);
type Money = (i32, i32, i32, i32, i32, bool, bool);
type Payment = (
    Option<String>,
    Option<String>,
    Option<String>,
    i32,
    Option<String>,
);
type Times = (NaiveDateTime, Option<NaiveDateTime>, Option<NaiveDateTime>);
pub(crate) type OrderRow = (
    Names,
    BuyerColumns,
    Money,
    (String, String),
    Payment,
    Times,
    Option<(i32, String)>,
    Option<(i32, i32)>,
);

/// Orders with their coupon and receipt.
macro_rules! order_rows {
    () => {
        orders::table
            .left_join(coupons::table)
            .left_join(receipts::table)
            .select((
                (
                    orders::id,
                    orders::reference,
                    orders::provider,
                    orders::status,
                    orders::plan,
                    orders::title,
                    orders::user_id,
                ),
                (orders::buyer_name, orders::email, orders::vat_number),
                (
                    orders::price,
                    orders::discount,
                    orders::tax,
                    orders::total,
                    orders::tax_basis_points,
                    orders::tax_included,
                    orders::reverse_charge,
                ),
                (orders::currency, orders::term),
                (
                    orders::session_id,
                    orders::page_url,
                    orders::payment_id,
                    orders::given_back,
                    orders::flag,
                ),
                (orders::created_at, orders::paid_at, orders::ended_at),
                (coupons::id, coupons::code).nullable(),
                (receipts::year, receipts::serial).nullable(),
            ))
    };
}

pub(crate) use order_rows;

/// A value in a row that the program itself never writes.
pub(crate) fn foreign<E: std::error::Error + Send + Sync + 'static>(error: E) -> StoreError {
    StoreError::Fault(Box::new(error))
}

pub(crate) fn order(row: OrderRow) -> Result<Order, StoreError> {
    let (names, buyer, money, (currency, term), payment, times, coupon, receipt) = row;
    let (id, reference, provider, status, plan, title, user) = names;
    let (name, email, vat_number) = buyer;
    let (price, discount, tax, total, tax_basis_points, tax_included, reverse_charge) = money;
    let (session, url, payment, given_back, flag) = payment;
    let (created_at, paid_at, ended_at) = times;
    Ok(Order {
        id: OrderId(id),
        reference: reference.parse().map_err(foreign)?,
        provider: provider.parse().map_err(foreign)?,
        status: status.parse().map_err(foreign)?,
        plan: plan.map(|plan| plan.parse().map_err(foreign)).transpose()?,
        title,
        user: user.map(UserId),
        buyer: Buyer {
            name,
            email: EmailAddress::parse(&email).map_err(foreign)?,
            vat_number: vat_number
                .map(|number| VatNumber::from_order(&number).map_err(foreign))
                .transpose()?,
        },
        amounts: Amounts {
            price: Cents(price),
            discount: Cents(discount),
            tax: Cents(tax),
            total: Cents(total),
            tax_basis_points,
            tax_included,
            reverse_charge,
        },
        currency,
        term: parse_term(&term)?,
        coupon: coupon.map(|(id, code)| (CouponId(id), code)),
        page: session.zip(url).map(|(session, url)| PaymentPage {
            session: CheckoutSessionId(session),
            url,
        }),
        payment: payment.map(PaymentId),
        given_back: Cents(given_back),
        flag,
        created_at: loaded(created_at),
        paid_at: paid_at.map(loaded),
        ended_at: ended_at.map(loaded),
        receipt: receipt.map(|(year, serial)| ReceiptNumber { year, serial }),
    })
}
