//! An order's row, read and understood.

use ::mail::EmailAddress;
use chrono::NaiveDateTime;
use diesel::prelude::*;
use kernel::{Cents, StoreError, UserId};
use orders::{
    Amounts, Buyer, CheckoutSessionId, CouponId, DocumentKind, DocumentNumber, NewOrder, Order, OrderId,
    OrderStatus, PaymentId, PaymentPage, PlanKey, RefundStanding, VatNumber,
};

use super::billing::{Billing, BillingColumns};
use crate::{
    errors::foreign,
    schema::{coupons, documents, order_billing, order_buyers, orders as order_rows},
    times::loaded,
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = order_rows)]
pub(super) struct AmountsColumns {
    price: i32,
    discount: i32,
    tax: i32,
    total: i32,
    tax_basis_points: i32,
    tax_included: bool,
    reverse_charge: bool,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = coupons)]
pub(super) struct CouponColumns {
    id: i32,
    code: String,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = documents)]
pub(super) struct ReceiptColumns {
    year: i32,
    serial: i32,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = order_buyers)]
pub(super) struct BuyerColumns {
    user_id: i32,
}

/// An order with its coupon, its receipt, and the account that became its buyer.
#[derive(Queryable, Selectable)]
#[diesel(table_name = order_rows)]
pub(super) struct OrderRow {
    id: i32,
    reference: String,
    provider: String,
    status: String,
    plan: Option<String>,
    title: String,
    user_id: Option<i32>,
    buyer_name: String,
    email: String,
    vat_number: Option<String>,
    #[diesel(embed)]
    amounts: AmountsColumns,
    currency: String,
    term: String,
    session_id: Option<String>,
    page_url: Option<String>,
    payment_id: Option<String>,
    given_back: i32,
    refund: Option<String>,
    kept_open_upto: i32,
    flag: Option<String>,
    created_at: NaiveDateTime,
    paid_at: Option<NaiveDateTime>,
    ended_at: Option<NaiveDateTime>,
    withdrawn_at: Option<NaiveDateTime>,
    #[diesel(embed)]
    billing: Option<BillingColumns>,
    #[diesel(embed)]
    coupon: Option<CouponColumns>,
    #[diesel(embed)]
    receipt: Option<ReceiptColumns>,
    #[diesel(embed)]
    adopted: Option<BuyerColumns>,
}

impl TryFrom<OrderRow> for Order {
    type Error = StoreError;

    fn try_from(row: OrderRow) -> Result<Self, StoreError> {
        let billing = row
            .billing
            .map(Billing::try_from)
            .transpose()?
            .unwrap_or_default();
        Ok(Self {
            id: OrderId(row.id),
            reference: row.reference.parse().map_err(foreign)?,
            provider: row.provider.parse().map_err(foreign)?,
            status: row.status.parse().map_err(foreign)?,
            plan: row.plan.map(|plan| plan.parse().map_err(foreign)).transpose()?,
            title: row.title,
            user: row.user_id.map(UserId),
            adopted_by: row.adopted.map(|buyer| UserId(buyer.user_id)),
            buyer: Buyer {
                name: row.buyer_name,
                email: EmailAddress::parse(&row.email).map_err(foreign)?,
                vat_number: row
                    .vat_number
                    .map(|number| VatNumber::from_order(&number).map_err(foreign))
                    .transpose()?,
                place: billing.place,
            },
            quantity: billing.quantity,
            amounts: row.amounts.into(),
            currency: row.currency,
            term: row.term.parse().map_err(foreign)?,
            coupon: row.coupon.map(|coupon| (CouponId(coupon.id), coupon.code)),
            page: row
                .session_id
                .zip(row.page_url)
                .map(|(session, url)| PaymentPage {
                    session: CheckoutSessionId(session),
                    url,
                }),
            payment: row.payment_id.map(PaymentId),
            payment_country: billing.payment_country,
            given_back: Cents(row.given_back),
            refund: row.refund.as_deref().and_then(RefundStanding::parse),
            kept_open_upto: Cents(row.kept_open_upto),
            flag: row.flag,
            created_at: loaded(row.created_at),
            paid_at: row.paid_at.map(loaded),
            ended_at: row.ended_at.map(loaded),
            withdrawn_at: row.withdrawn_at.map(loaded),
            receipt: row.receipt.map(|receipt| DocumentNumber {
                kind: DocumentKind::Receipt,
                year: receipt.year,
                serial: receipt.serial,
            }),
        })
    }
}

impl From<AmountsColumns> for Amounts {
    fn from(row: AmountsColumns) -> Self {
        Self {
            price: Cents(row.price),
            discount: Cents(row.discount),
            tax: Cents(row.tax),
            total: Cents(row.total),
            tax_basis_points: row.tax_basis_points,
            tax_included: row.tax_included,
            reverse_charge: row.reverse_charge,
        }
    }
}

#[derive(Insertable)]
#[diesel(table_name = order_rows)]
pub(super) struct NewOrderRow<'a> {
    reference: &'a str,
    provider: &'static str,
    status: &'static str,
    plan: Option<&'static str>,
    title: &'a str,
    user_id: Option<i32>,
    buyer_name: &'a str,
    email: &'a str,
    email_key: String,
    vat_number: Option<&'a str>,
    #[diesel(embed)]
    amounts: AmountsColumns,
    currency: &'a str,
    term: String,
    coupon_id: Option<i32>,
    created_at: NaiveDateTime,
}

impl<'a> NewOrderRow<'a> {
    pub(super) fn of(new: &'a NewOrder, created_at: NaiveDateTime) -> Self {
        Self {
            reference: new.reference.as_str(),
            provider: new.provider.as_str(),
            status: OrderStatus::Open.as_str(),
            plan: new.plan.map(PlanKey::as_str),
            title: &new.title,
            user_id: new.user.map(|user| user.0),
            buyer_name: &new.buyer.name,
            email: new.buyer.email.as_str(),
            email_key: new.buyer.email.key(),
            vat_number: new.buyer.vat_number.as_ref().map(VatNumber::as_str),
            amounts: AmountsColumns {
                price: new.amounts.price.0,
                discount: new.amounts.discount.0,
                tax: new.amounts.tax.0,
                total: new.amounts.total.0,
                tax_basis_points: new.amounts.tax_basis_points,
                tax_included: new.amounts.tax_included,
                reverse_charge: new.amounts.reverse_charge,
            },
            currency: &new.currency,
            term: new.term.to_string(),
            coupon_id: new.coupon.map(|coupon| coupon.0),
            created_at,
        }
    }
}

/// What [`orders::OrderStore::save_order`] writes.
#[derive(AsChangeset)]
#[diesel(table_name = order_rows, treat_none_as_null = true)]
pub(super) struct SavedOrderRow<'a> {
    pub(super) status: &'static str,
    pub(super) payment_id: Option<&'a str>,
    pub(super) given_back: i32,
    pub(super) refund: Option<&'static str>,
    pub(super) kept_open_upto: i32,
    pub(super) flag: Option<&'a str>,
    pub(super) paid_at: Option<NaiveDateTime>,
    pub(super) ended_at: Option<NaiveDateTime>,
    pub(super) withdrawn_at: Option<NaiveDateTime>,
}

/// The tables of [`OrderRow`].
#[diesel::dsl::auto_type]
pub(super) fn order_tables() -> _ {
    order_rows::table
        .left_join(coupons::table)
        .left_join(
            documents::table.on(documents::order_id
                .eq(order_rows::id)
                .and(documents::kind.eq("receipt"))),
        )
        .left_join(order_billing::table)
        .left_join(order_buyers::table)
}
