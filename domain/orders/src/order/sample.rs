//! An order for tests of rules.

use ::mail::EmailAddress;
use chrono::DateTime;
use kernel::{AccessTerm, Cents};

use crate::{Amounts, Buyer, BuyerPlace, Order, OrderId, OrderReference, OrderStatus, Provider, Quantity};

/// An open order of a visitor, at Stripe.
pub fn order() -> Order {
    Order {
        id: OrderId(1),
        reference: OrderReference::from_random([7; 16]),
        provider: Provider::Stripe,
        status: OrderStatus::Open,
        plan: None,
        title: String::from("A course"),
        user: None,
        adopted_by: None,
        buyer: Buyer {
            name: String::from("Anna"),
            email: EmailAddress::parse("anna@example.com").unwrap(),
            vat_number: None,
            place: BuyerPlace::default(),
        },
        quantity: Quantity::ONE,
        amounts: Amounts {
            price: Cents(30_000),
            discount: Cents(0),
            tax: Cents(5_207),
            total: Cents(30_000),
            tax_basis_points: 2_100,
            tax_included: true,
            reverse_charge: false,
        },
        currency: String::from("eur"),
        term: AccessTerm::Lifetime,
        coupon: None,
        page: None,
        payment: None,
        payment_country: None,
        given_back: Cents(0),
        refund: None,
        kept_open_upto: Cents(0),
        flag: None,
        created_at: DateTime::UNIX_EPOCH,
        paid_at: None,
        ended_at: None,
        withdrawn_at: None,
        receipt: None,
    }
}
