//! Mails as the rules write them; the outbox keeps them, `outbound` delivers them.

/// What a mail is for; stored with it, so the words are stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailKind {
    PasswordReset,
    PurchaseKey,
    ContactMessage,
}

impl MailKind {
    /// Every kind there is.
    pub const ALL: [Self; 3] = [Self::PasswordReset, Self::PurchaseKey, Self::ContactMessage];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PasswordReset => "password_reset",
            Self::PurchaseKey => "purchase_key",
            Self::ContactMessage => "contact_message",
        }
    }
}

/// A plain-text mail. It may carry a token or a key, so it is sealed wherever it rests.
#[derive(Clone, PartialEq, Eq)]
pub struct Mail {
    pub kind: MailKind,
    /// One parsed address.
    pub to: String,
    /// Whom an answer goes to, where that is not the sender: one parsed address.
    pub reply_to: Option<String>,
    pub subject: String,
    pub text: String,
}

impl std::fmt::Debug for Mail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mail")
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}
