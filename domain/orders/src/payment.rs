//! What orders need of a payment provider: a page to pay on, a refund, and what happened since.

use chrono::{DateTime, Utc};
use kernel::Cents;

/// Where a buyer pays; implemented by the real provider and by the sandbox.
pub trait PaymentPages: Send + Sync {
    /// Opens a page on which exactly this order is paid. Asking twice with one reference opens one page.
    ///
    /// # Errors
    /// [`PaymentError`]; nothing was charged.
    fn open(&self, order: &PageOrder) -> Result<PaymentPage, PaymentError>;

    /// Gives the whole of a payment back. Asking twice gives it back once.
    ///
    /// # Errors
    /// [`PaymentError`]
    fn refund(&self, payment: &PaymentId) -> Result<(), PaymentError>;
}

/// What the provider's page shows and charges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageOrder {
    /// The order's public name; also what makes a repeated request the same request.
    pub reference: String,
    /// What is bought, in words.
    pub title: String,
    pub total: Cents,
    /// ISO 4217, small letters.
    pub currency: String,
    pub email: String,
    /// Where the browser goes after paying, and after giving up.
    pub success_url: String,
    pub cancel_url: String,
    /// Until when the page takes the payment.
    pub expires_at: DateTime<Utc>,
}

/// A page that was opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentPage {
    pub session: CheckoutSessionId,
    pub url: String,
}

/// The provider's name of one payment page.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CheckoutSessionId(pub String);

/// The provider's name of the money's movement.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PaymentId(pub String);

#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    /// The provider understood and said no; another try will hear the same.
    #[error("the payment provider refused: {0}")]
    Refused(String),
    /// The provider is slow, busy, down, or spoke nonsense; another try may do.
    #[error("the payment provider cannot be used now: {0}")]
    Unavailable(String),
}

/// Something that happened at the provider. Events come late, twice, and in any order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentEvent {
    /// The provider's name of the event; one is acted upon once.
    pub id: String,
    pub kind: PaymentEventKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaymentEventKind {
    /// The page was completed and the money is there.
    Paid {
        session: CheckoutSessionId,
        payment: Option<PaymentId>,
        amount: Cents,
        currency: String,
    },
    /// The page was completed; the money comes later or not at all.
    AwaitingMoney {
        session: CheckoutSessionId,
        payment: Option<PaymentId>,
    },
    /// The money that was awaited does not come.
    Failed { session: CheckoutSessionId },
    /// The page was given up.
    Expired { session: CheckoutSessionId },
    /// Money went back: `given_back` of `charged` cents so far.
    Refunded {
        payment: PaymentId,
        charged: Cents,
        given_back: Cents,
    },
    /// The buyer's bank took the money back.
    Disputed { payment: PaymentId },
    /// Anything else, acknowledged and ignored.
    Other,
}
