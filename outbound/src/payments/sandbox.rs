//! The payment provider of a demo: a page of this site where no money moves.

use orders::{CheckoutSessionId, PageOrder, PaymentError, PaymentPage, PaymentPages};

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
}
