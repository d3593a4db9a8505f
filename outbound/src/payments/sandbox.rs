//! The payment provider of a demo: a page of this site where no money moves.

use chrono::Utc;
use kernel::Cents;
use orders::{
    AcceptedRefund, CheckoutSessionId, PageOrder, PaymentError, PaymentId, PaymentPage, PaymentPages,
    RefundKey,
};

/// Payment pages on the site itself.
pub struct SandboxPages {
    public_url: String,
}

impl SandboxPages {
    /// `public_url` is the site's origin.
    #[must_use]
    pub fn new(public_url: &str) -> Self {
        Self {
            public_url: public_url.to_owned(),
        }
    }
}

impl PaymentPages for SandboxPages {
    fn open(&self, order: &PageOrder) -> Result<PaymentPage, PaymentError> {
        Ok(PaymentPage {
            session: CheckoutSessionId(format!("sandbox-{}", order.reference)),
            url: format!("{}/checkout/sandbox?order={}", self.public_url, order.reference),
        })
    }

    fn refund(
        &self,
        _payment: &PaymentId,
        _part: Option<Cents>,
        _key: &RefundKey,
    ) -> Result<AcceptedRefund, PaymentError> {
        Ok(AcceptedRefund {
            refund: None,
            at: Utc::now(),
        })
    }
}
