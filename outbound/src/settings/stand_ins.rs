//! Stand-ins for real services, where a site that people reach by https still has them.

use super::{Settings, services::PaymentMode};

impl Settings {
    /// What stands in for a real service although the public address is https; a sentence each, for staff. None elsewhere: on one
    /// machine stand-ins are the default.
    #[must_use]
    pub fn stand_ins_in_public(&self) -> Vec<String> {
        let mut found = Vec::new();
        if !self.public_url.is_https() {
            return found;
        }
        if self.demo {
            found.push(String::from(
                "PORTAL_DEMO=public: anyone can sign in with the demo account",
            ));
        }
        if self.payments == PaymentMode::Sandbox || (self.demo && self.stripe.is_none()) {
            found.push(String::from(
                "payments go to the sandbox, where no money moves; set PORTAL_STRIPE_SECRET_KEY and \
                 PORTAL_STRIPE_WEBHOOK_SECRET",
            ));
        }
        if self.smtp.is_none() {
            found.push(format!(
                "mails reach nobody: they are written to {}; set PORTAL_SMTP_URL",
                self.outbox().display()
            ));
        }
        found
    }
}
