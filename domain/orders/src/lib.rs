//! Plans, checkout, refunds, coupons: how a payment becomes access.

mod payment;
mod receipt;

pub use payment::{
    Happened, PageOrder, PaymentError, PaymentEvent, PaymentId, PaymentPage, PaymentPages, SessionId,
};
pub use receipt::{Receipt, ReceiptError, ReceiptPrinter, Seller};
