//! An order: what somebody wants to buy, what it costs, and what became of it.

use std::{fmt, str::FromStr};

use accounts::{EmailAddress, UserId};
use chrono::{DateTime, Utc};
use courses::{AccessTerm, Cents, CourseId};
use purchase_keys::{KeyHash, KeyId};

use crate::{Amounts, CouponId, PaymentId, PaymentPage, PlanKey, ReceiptNumber, VatNumber};

const MAX_NAME_CHARS: usize = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
        Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
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

/// Where an order stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderStatus {
    /// Waits for its payment.
    Open,
    /// The payment page was completed; the money comes later or not at all.
    AwaitingMoney,
    /// Paid, and what was bought was given.
    Paid,
    /// The payment failed.
    Failed,
    /// The payment page was given up.
    Expired,
    /// The whole payment went back, and so did what was given.
    Refunded,
    /// The buyer's bank took the payment back, and so went what was given.
    Disputed,
    /// Something else was paid than was asked: kept for staff, nothing was given.
    Flagged,
}

impl OrderStatus {
    pub const ALL: [Self; 8] = [
        Self::Open,
        Self::AwaitingMoney,
        Self::Paid,
        Self::Failed,
        Self::Expired,
        Self::Refunded,
        Self::Disputed,
        Self::Flagged,
    ];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::AwaitingMoney => "awaiting_money",
            Self::Paid => "paid",
            Self::Failed => "failed",
            Self::Expired => "expired",
            Self::Refunded => "refunded",
            Self::Disputed => "disputed",
            Self::Flagged => "flagged",
        }
    }

    /// Whether an order counts for its coupon; none: as before.
    pub(crate) fn holds_coupon(self) -> Option<bool> {
        match self {
            Self::Open | Self::AwaitingMoney | Self::Paid | Self::Flagged => Some(true),
            Self::Failed | Self::Expired => Some(false),
            Self::Refunded | Self::Disputed => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an order is open, awaiting_money, paid, failed, expired, refunded, disputed or flagged")]
pub struct OrderStatusError;

impl FromStr for OrderStatus {
    type Err = OrderStatusError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|status| status.as_str() == text);
        known.ok_or(OrderStatusError)
    }
}

/// Who takes the money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// Nobody: there was nothing to pay.
    Nobody,
    /// The local page where no money moves.
    Sandbox,
    Stripe,
}

impl Provider {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Nobody => "none",
            Self::Sandbox => "sandbox",
            Self::Stripe => "stripe",
        }
    }
}

impl FromStr for Provider {
    type Err = OrderStatusError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        [Self::Nobody, Self::Sandbox, Self::Stripe]
            .into_iter()
            .find(|provider| provider.as_str() == text)
            .ok_or(OrderStatusError)
    }
}

/// Who buys.
#[derive(Clone, PartialEq, Eq)]
pub struct Buyer {
    pub name: String,
    pub email: EmailAddress,
    pub vat_number: Option<VatNumber>,
}

impl fmt::Debug for Buyer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Buyer(..)")
    }
}

/// The specification's messages (section 5), and two for what it leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BuyerNameError {
    #[error("First name must be at least 2 characters.")]
    FirstTooShort,
    #[error("Last name must be at least 2 characters.")]
    LastTooShort,
    #[error("Please write this in one line, without line breaks.")]
    LineBreak,
    #[error("Please use at most {MAX_NAME_CHARS} characters.")]
    TooLong,
}

/// # Errors
/// [`BuyerNameError`]
pub fn first_name(text: &str) -> Result<String, BuyerNameError> {
    name(text, BuyerNameError::FirstTooShort)
}

/// # Errors
/// [`BuyerNameError`]
pub fn last_name(text: &str) -> Result<String, BuyerNameError> {
    name(text, BuyerNameError::LastTooShort)
}

fn name(text: &str, too_short: BuyerNameError) -> Result<String, BuyerNameError> {
    if text.contains(|c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')) {
        return Err(BuyerNameError::LineBreak);
    }
    match text.trim().chars().count() {
        ..2 => Err(too_short),
        2..=MAX_NAME_CHARS => Ok(text.trim().to_owned()),
        _ => Err(BuyerNameError::TooLong),
    }
}

/// An order about to be.
#[derive(Debug, Clone)]
pub struct NewOrder {
    pub reference: OrderReference,
    pub provider: Provider,
    /// None: a course was bought by itself.
    pub plan: Option<PlanKey>,
    /// What is bought, in words.
    pub title: String,
    /// The member who buys; none for a visitor, who gets purchase keys.
    pub user: Option<UserId>,
    pub buyer: Buyer,
    pub amounts: Amounts,
    /// ISO 4217, small letters.
    pub currency: String,
    /// What is given of each course.
    pub term: AccessTerm,
    pub courses: Vec<CourseId>,
    pub coupon: Option<CouponId>,
}

/// An order with what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    pub id: OrderId,
    pub reference: OrderReference,
    pub provider: Provider,
    pub status: OrderStatus,
    pub plan: Option<PlanKey>,
    pub title: String,
    /// None for a visitor, and after the member was deleted.
    pub user: Option<UserId>,
    pub buyer: Buyer,
    pub amounts: Amounts,
    pub currency: String,
    pub term: AccessTerm,
    pub coupon: Option<(CouponId, String)>,
    pub page: Option<PaymentPage>,
    pub payment: Option<PaymentId>,
    pub given_back: Cents,
    /// What is wrong, for staff.
    pub flag: Option<String>,
    pub created_at: DateTime<Utc>,
    pub paid_at: Option<DateTime<Utc>>,
    /// When it failed, expired, or was taken back.
    pub ended_at: Option<DateTime<Utc>>,
    pub receipt: Option<ReceiptNumber>,
}

/// A course of an order, with the key that was issued for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderCourse {
    pub course: CourseId,
    pub key: Option<(KeyId, KeyHash)>,
}

/// Which orders staff ask for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OrderFilter {
    pub status: Option<OrderStatus>,
    /// Made at or after the first time and before the second.
    pub made: Option<(DateTime<Utc>, DateTime<Utc>)>,
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_name_is_one_line_of_two_characters_at_least() {
        assert_eq!(first_name(" Jo "), Ok(String::from("Jo")));
        assert_eq!(first_name("J"), Err(BuyerNameError::FirstTooShort));
        assert_eq!(last_name(" "), Err(BuyerNameError::LastTooShort));
        assert_eq!(last_name("Doe\r\nBcc: x"), Err(BuyerNameError::LineBreak));
        assert_eq!(last_name(&"x".repeat(101)), Err(BuyerNameError::TooLong));
    }

    #[test]
    fn every_status_reads_back() {
        for status in OrderStatus::ALL {
            assert_eq!(status.as_str().parse(), Ok(status));
        }
    }
}
