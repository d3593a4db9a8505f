//! What orders need of a payment provider: a page to pay on, a refund, and the events that it sends.

pub(crate) mod events;
pub(crate) mod fulfil;
pub(crate) mod refund;
pub(crate) mod reversal;
pub(crate) mod sandbox;
pub(crate) mod stale;

use chrono::{DateTime, Utc};
use kernel::Cents;

use crate::{OrderStatus, ProviderRefund};

/// Where a buyer pays; implemented by the real provider and by the sandbox.
pub trait PaymentPages: Send + Sync {
    /// Opens a page on which exactly this order is paid. Two calls with one reference open one page.
    ///
    /// # Errors
    /// [`PaymentError`]; nothing was charged.
    fn open(&self, order: &PageOrder) -> Result<PaymentPage, PaymentError>;
}

/// What the provider's page shows and charges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageOrder {
    /// The order's public name; also the idempotency key of the request.
    pub reference: String,
    /// What is bought, in words.
    pub title: String,
    pub total: Cents,
    /// ISO 4217, small letters.
    pub currency: String,
    pub email: String,
    /// Whether the page asks for the billing address, whose country is evidence of where the buyer lives.
    pub asks_address: bool,
    /// Where the browser goes after the payment, and after an abandoned one.
    pub success_url: String,
    pub cancel_url: String,
    /// When the page ends.
    pub expires_at: DateTime<Utc>,
}

/// The provider's page for one order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentPage {
    pub session: CheckoutSessionId,
    pub url: String,
}

/// The provider's id of one payment page.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CheckoutSessionId(pub String);

/// The provider's id of one payment.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PaymentId(pub String);

/// The provider's id of an inquiry of the buyer's bank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InquiryId(pub String);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InquiryState {
    /// It waits for an answer of the owner, or of the bank.
    Open,
    Closed,
}

#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    /// The provider refused the request; the same request will be refused again.
    #[error("the payment provider refused: {0}")]
    Refused(String),
    /// No connection: nothing was asked of the provider.
    #[error("the payment provider cannot be reached: {0}")]
    Unreachable(String),
    /// The provider is slow, busy or down, or its answer cannot be read; another try may succeed.
    #[error("the payment provider cannot be used now: {0}")]
    Unavailable(String),
}

/// An event at the provider. Events come late, twice, and in any order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentEvent {
    /// The provider's id of the event; each event acts once.
    pub id: String,
    /// When it happened, by the provider's clock.
    pub at: DateTime<Utc>,
    pub kind: PaymentEventKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaymentEventKind {
    /// The page was completed and the money has arrived.
    Paid {
        session: CheckoutSessionId,
        payment: Option<PaymentId>,
        amount: Cents,
        currency: String,
        /// The country of the billing address that was collected; see [`crate::Order::payment_country`].
        country: Option<String>,
    },
    /// The page was completed; the money comes later or not at all.
    AwaitingMoney {
        session: CheckoutSessionId,
        payment: Option<PaymentId>,
    },
    /// The awaited money does not come.
    Failed { session: CheckoutSessionId },
    /// The page ended without a payment.
    Expired { session: CheckoutSessionId },
    /// Money went back: `given_back` of `charged` cents so far.
    Refunded {
        payment: PaymentId,
        charged: Cents,
        given_back: Cents,
    },
    /// What became of one refund.
    RefundChanged {
        payment: PaymentId,
        refund: ProviderRefund,
    },
    /// The buyer's bank took the money back.
    Disputed { payment: PaymentId },
    /// The buyer's bank asks about the payment, and takes nothing.
    Inquiry {
        payment: PaymentId,
        id: InquiryId,
        state: InquiryState,
    },
    /// Anything else, acknowledged and ignored.
    Other,
}

/// What was given back of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reversal {
    /// The most that any report said.
    pub given_back: Cents,
    /// The time of that report; the latest one, if several said so much.
    pub reported_at: Option<DateTime<Utc>>,
    /// All of it.
    pub whole: bool,
    /// By the buyer's bank.
    pub disputed: bool,
}

impl Reversal {
    pub(crate) const NOTHING: Self = Self {
        given_back: Cents(0),
        reported_at: None,
        whole: false,
        disputed: false,
    };

    /// Both together, the same in any order: events come in any order.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let most = (self.given_back, self.reported_at).max((other.given_back, other.reported_at));
        Self {
            given_back: most.0,
            reported_at: most.1,
            whole: self.whole || other.whole,
            disputed: self.disputed || other.disputed,
        }
    }

    /// The final status of an order with it, if it ends the order; a dispute precedes a refund.
    pub(crate) fn end(self) -> Option<OrderStatus> {
        match self {
            Self { disputed: true, .. } => Some(OrderStatus::Disputed),
            Self { whole: true, .. } => Some(OrderStatus::Refunded),
            _ => None,
        }
    }
}
