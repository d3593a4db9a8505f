//! An order: what a buyer orders, what it costs, and its state.

pub(crate) mod buyer;
pub(crate) mod fresh_keys;
pub(crate) mod income;
pub(crate) mod place;
pub(crate) mod quantity;
pub(crate) mod refund_standing;
#[cfg(test)]
pub(crate) mod sample;
pub(crate) mod signed_reference;
pub(crate) mod status;
pub(crate) mod totals;

use std::{fmt, str::FromStr};

use chrono::{DateTime, Utc};
use courses::CourseId;
use kernel::{AccessTerm, Cents, UserId};
use purchase_keys::{KeyHash, KeyId};

use crate::{
    Amounts, Buyer, CouponId, DocumentNumber, OrderStatus, PaymentId, PaymentPage, PlanKey, Provider,
    Quantity, RefundStanding,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrderId(pub i32);

/// An order's public name: 128 random bits, so that knowing it is the right to see the order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OrderReference(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an order's reference is 32 digits and letters from a to f")]
pub struct OrderReferenceError;

impl OrderReference {
    #[must_use]
    pub fn from_random(bytes: [u8; 16]) -> Self {
        Self(hex::encode(bytes))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for OrderReference {
    type Err = OrderReferenceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let plain = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if plain && text.len() == 32 {
            Ok(Self(text.to_owned()))
        } else {
            Err(OrderReferenceError)
        }
    }
}

impl fmt::Display for OrderReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An order to be inserted.
#[derive(Debug, Clone)]
pub struct NewOrder {
    pub reference: OrderReference,
    pub provider: Provider,
    /// `None`: a single course was bought.
    pub plan: Option<PlanKey>,
    /// What is bought, in words.
    pub title: String,
    /// The member who buys; `None` for a visitor, who gets purchase keys.
    pub user: Option<UserId>,
    pub buyer: Buyer,
    /// Of the plan; each of its courses has as many keys.
    pub quantity: Quantity,
    pub amounts: Amounts,
    /// ISO 4217, small letters.
    pub currency: String,
    /// How long the access to each course lasts.
    pub term: AccessTerm,
    pub courses: Vec<CourseId>,
    pub coupon: Option<CouponId>,
}

/// An order as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    pub id: OrderId,
    pub reference: OrderReference,
    pub provider: Provider,
    pub status: OrderStatus,
    pub plan: Option<PlanKey>,
    pub title: String,
    /// `None` for a visitor, and after the member was deleted.
    pub user: Option<UserId>,
    /// The account that became the buyer of a visitor's order, because it proved the order's address.
    pub adopted_by: Option<UserId>,
    pub buyer: Buyer,
    pub quantity: Quantity,
    pub amounts: Amounts,
    pub currency: String,
    pub term: AccessTerm,
    pub coupon: Option<(CouponId, String)>,
    pub page: Option<PaymentPage>,
    pub payment: Option<PaymentId>,
    /// The country of the billing address that the provider collected: two letters, not always a country of ISO 3166-1.
    pub payment_country: Option<String>,
    /// The refunds that succeeded or are pending.
    pub given_back: Cents,
    /// How the refund stands; `None` if no refund is under way or owed.
    pub refund: Option<RefundStanding>,
    /// Up to which sum staff gave money back without ending the access.
    pub kept_open_upto: Cents,
    /// What is wrong with the order, for staff.
    pub flag: Option<String>,
    pub created_at: DateTime<Utc>,
    pub paid_at: Option<DateTime<Utc>>,
    /// When it failed, expired, or was taken back.
    pub ended_at: Option<DateTime<Utc>>,
    /// When the buyer withdrew from the contract.
    pub withdrawn_at: Option<DateTime<Utc>>,
    pub receipt: Option<DocumentNumber>,
}

impl Order {
    /// Whether something is wrong with it that was not ended by a refund.
    #[must_use]
    pub fn needs_a_look(&self) -> bool {
        self.flag.is_some() && !matches!(self.status, OrderStatus::Refunded | OrderStatus::Disputed)
    }

    /// Adds to what is wrong with it.
    pub(crate) fn add_flag(&mut self, reason: &str) {
        self.flag = Some(match self.flag.take() {
            Some(flag) => format!("{flag}; {reason}"),
            None => reason.to_owned(),
        });
    }

    /// What was bought, with the number where it is more than one.
    #[must_use]
    pub fn shown_title(&self) -> String {
        self.quantity.of(&self.title)
    }

    /// Whether a member is the buyer: name, address, VAT number and receipt are the buyer's alone. The account that made the order
    /// counts, and of a visitor's order the account that proved its address. An equal e-mail address by itself does not: a member who was
    /// given a purchase key could take the buyer's.
    #[must_use]
    pub fn is_bought_by(&self, member: UserId) -> bool {
        self.user == Some(member) || self.adopted_by == Some(member)
    }
}

/// A course of an order, with a key that was issued for it; an order of several has each course as often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderCourse {
    pub course: CourseId,
    pub key: Option<(KeyId, KeyHash)>,
}

/// Which orders staff list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OrderFilter {
    pub status: Option<OrderStatus>,
    /// Created at or after the first time and before the second.
    pub made: Option<(DateTime<Utc>, DateTime<Utc>)>,
    /// Only those for which [`Order::needs_a_look`] holds.
    pub needs_a_look: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::sample::order;

    #[test]
    fn only_the_account_that_made_or_adopted_an_order_is_its_buyer() {
        let member = UserId(7);
        let own = Order {
            user: Some(member),
            ..order()
        };
        assert!(own.is_bought_by(member));
        assert!(!own.is_bought_by(UserId(8)));
        assert!(
            !order().is_bought_by(member),
            "a visitor's order belongs to no account"
        );
        let adopted = Order {
            adopted_by: Some(member),
            ..order()
        };
        assert!(adopted.is_bought_by(member) && !adopted.is_bought_by(UserId(8)));
    }

    #[test]
    fn a_reference_reads_back_and_nothing_else_is_one() {
        let reference = OrderReference::from_random([0xAB; 16]);
        assert_eq!(reference.as_str().parse(), Ok(reference.clone()));
        for text in [
            "",
            "ab",
            &"g".repeat(32),
            &"A".repeat(32),
            &"a".repeat(33),
            "../../etc",
        ] {
            assert!(text.parse::<OrderReference>().is_err(), "{text}");
        }
    }
}
