//! Mails as the rules write them: what to say, in parts. The outbox keeps them, `outbound` gives them a look and delivers them.

use serde::{Deserialize, Serialize};

/// What a mail is for; stored with it, so the words are stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MailKind {
    PasswordReset,
    PurchaseKey,
    Receipt,
    AccessEnding,
    AccessEnded,
    AddressChanged,
    NewDevice,
    ContactMessage,
}

impl MailKind {
    /// Every kind there is.
    pub const ALL: [Self; 8] = [
        Self::PasswordReset,
        Self::PurchaseKey,
        Self::Receipt,
        Self::AccessEnding,
        Self::AccessEnded,
        Self::AddressChanged,
        Self::NewDevice,
        Self::ContactMessage,
    ];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PasswordReset => "password_reset",
            Self::PurchaseKey => "purchase_key",
            Self::Receipt => "receipt",
            Self::AccessEnding => "access_ending",
            Self::AccessEnded => "access_ended",
            Self::AddressChanged => "address_changed",
            Self::NewDevice => "new_device",
            Self::ContactMessage => "contact_message",
        }
    }

    /// Why such a mail comes to whoever reads it; stands at its foot.
    #[must_use]
    pub fn why(self) -> &'static str {
        match self {
            Self::PasswordReset => {
                "You get this mail because somebody asked for a new password for the account with this address."
            }
            Self::PurchaseKey => "You get this mail because a purchase key was issued for this address.",
            Self::Receipt => "You get this mail because a payment was made with this address.",
            Self::AccessEnding => {
                "You get this mail because the access of your account to a course ends soon."
            }
            Self::AccessEnded => {
                "You get this mail because the access of your account to a course has ended."
            }
            Self::AddressChanged => {
                "You get this mail because the address of an account was changed from or to this one."
            }
            Self::NewDevice => {
                "You get this mail because somebody signed in to the account with this address."
            }
            Self::ContactMessage => {
                "You get this mail because messages of the contact form go to this address."
            }
        }
    }
}

/// One piece of a mail's body, in plain text: whoever gives it a look escapes it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MailPart {
    Paragraph(String),
    /// An address of this site to open, with what step it does.
    Button {
        label: String,
        url: String,
    },
    /// Something to copy letter by letter: a purchase key.
    Code(String),
    /// Names with their values, as a small table.
    Facts(Vec<(String, String)>),
    /// Somebody else's words, their line breaks kept.
    Quote(String),
    /// An aside in smaller letters.
    Note(String),
}

/// A file that travels with a mail.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailAttachment {
    /// ASCII, without a path.
    pub file_name: String,
    pub content_type: String,
    pub bytes: Vec<u8>,
}

/// A mail. It may carry a token or a key, so it is sealed wherever it rests.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    pub kind: MailKind,
    /// One parsed address.
    pub to: String,
    /// Whom an answer goes to, where that is not the sender: one parsed address.
    pub reply_to: Option<String>,
    pub subject: String,
    pub parts: Vec<MailPart>,
    pub attachments: Vec<MailAttachment>,
}

impl std::fmt::Debug for Mail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mail")
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}
