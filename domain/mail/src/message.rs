//! A mail as the outbox stores it: a kind, an address, a subject, and a body in parts of plain text.

use kernel::JobRank;
use serde::{Deserialize, Serialize};

/// What a mail is for. It is stored with the mail, so the names are stable.
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
    WithdrawalLink,
    Withdrawal,
    CreditNote,
    VerifyAddress,
    PasswordChanged,
    SecondFactorChanged,
    PasskeyChanged,
    QuestionAnswered,
    Reminder,
    LiveSoon,
    LiveMoved,
    LiveCancelled,
    QuestionReported,
    QuestionHidden,
    Invitation,
    EInvoice,
}

impl MailKind {
    /// Every kind there is.
    pub const ALL: [Self; 24] = [
        Self::PasswordReset,
        Self::PurchaseKey,
        Self::Receipt,
        Self::AccessEnding,
        Self::AccessEnded,
        Self::AddressChanged,
        Self::NewDevice,
        Self::ContactMessage,
        Self::WithdrawalLink,
        Self::Withdrawal,
        Self::CreditNote,
        Self::VerifyAddress,
        Self::PasswordChanged,
        Self::SecondFactorChanged,
        Self::PasskeyChanged,
        Self::QuestionAnswered,
        Self::Reminder,
        Self::LiveSoon,
        Self::LiveMoved,
        Self::LiveCancelled,
        Self::QuestionReported,
        Self::QuestionHidden,
        Self::Invitation,
        Self::EInvoice,
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
            Self::WithdrawalLink => "withdrawal_link",
            Self::Withdrawal => "withdrawal",
            Self::CreditNote => "credit_note",
            Self::VerifyAddress => "verify_address",
            Self::PasswordChanged => "password_changed",
            Self::SecondFactorChanged => "second_factor_changed",
            Self::PasskeyChanged => "passkey_changed",
            Self::QuestionAnswered => "question_answered",
            Self::Reminder => "reminder",
            Self::LiveSoon => "live_soon",
            Self::LiveMoved => "live_moved",
            Self::LiveCancelled => "live_cancelled",
            Self::QuestionReported => "question_reported",
            Self::QuestionHidden => "question_hidden",
            Self::Invitation => "invitation",
            Self::EInvoice => "e_invoice",
        }
    }

    /// Whether only an account causes such a mail. Others also reach an address that has none.
    #[must_use]
    pub fn is_about_account(self) -> bool {
        match self {
            Self::PasswordReset
            | Self::AccessEnding
            | Self::AccessEnded
            | Self::AddressChanged
            | Self::NewDevice
            | Self::VerifyAddress
            | Self::PasswordChanged
            | Self::SecondFactorChanged
            | Self::PasskeyChanged
            | Self::QuestionAnswered
            | Self::Reminder
            | Self::LiveSoon
            | Self::LiveMoved
            | Self::LiveCancelled
            | Self::QuestionHidden
            | Self::Invitation => true,
            Self::PurchaseKey
            | Self::Receipt
            | Self::ContactMessage
            | Self::QuestionReported
            | Self::WithdrawalLink
            | Self::Withdrawal
            | Self::CreditNote
            | Self::EInvoice => false,
        }
    }

    /// Which mails leave first while many wait.
    #[must_use]
    pub fn rank(self) -> JobRank {
        match self {
            Self::PasswordReset
            | Self::VerifyAddress
            | Self::SecondFactorChanged
            | Self::PasskeyChanged
            | Self::PasswordChanged
            | Self::AddressChanged
            | Self::WithdrawalLink => JobRank::Urgent,
            Self::PurchaseKey | Self::Receipt | Self::Withdrawal | Self::CreditNote | Self::EInvoice => {
                JobRank::Paid
            }
            // A sign-in of many members at once causes as many notices of a device.
            Self::NewDevice
            | Self::AccessEnding
            | Self::AccessEnded
            | Self::ContactMessage
            | Self::QuestionAnswered
            | Self::Reminder
            | Self::LiveSoon
            | Self::LiveMoved
            | Self::LiveCancelled
            | Self::QuestionReported
            | Self::QuestionHidden
            | Self::Invitation => JobRank::Other,
        }
    }

    /// Why the reader gets such a mail; `outbound` prints it at the foot.
    #[must_use]
    pub fn why(self) -> &'static str {
        match self {
            Self::PasswordReset => {
                "You get this mail because we were asked for a new password for the account with this address."
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
                "You get this mail because the address of an account was changed from this one."
            }
            Self::NewDevice => {
                "You get this mail because there was a sign-in to the account with this address."
            }
            Self::ContactMessage => {
                "You get this mail because messages of the contact form go to this address."
            }
            Self::WithdrawalLink => {
                "You get this mail because a withdrawal from the contract of an order with this address was asked for."
            }
            Self::Withdrawal => {
                "You get this mail because the contract of an order with this address was withdrawn from."
            }
            Self::CreditNote => "You get this mail because a payment with this address was given back.",
            Self::EInvoice => "You get this mail because e-invoices of the site go to this address.",
            Self::VerifyAddress => {
                "You get this mail because an account was opened with this address, or is to have it."
            }
            Self::PasswordChanged => {
                "You get this mail because the password of the account with this address was changed."
            }
            Self::SecondFactorChanged => {
                "You get this mail because the second factor of the account with this address was changed."
            }
            Self::PasskeyChanged => {
                "You get this mail because the passkeys of the account with this address were changed."
            }
            Self::QuestionAnswered => {
                "You get this mail because a question of the account with this address was answered."
            }
            Self::Reminder => {
                "You get this mail because the account with this address has not watched a course for two weeks."
            }
            Self::QuestionReported => {
                "You get this mail because reports of questions on the site go to this address."
            }
            Self::QuestionHidden => {
                "You get this mail because a question of the account with this address was hidden."
            }
            Self::Invitation => {
                "You get this mail because your account of the site before was moved here with this address."
            }
            Self::LiveSoon | Self::LiveMoved | Self::LiveCancelled => {
                "You get this mail because the account with this address may join the live sessions of a course."
            }
        }
    }
}

/// One part of a mail's body, in plain text: what renders it as HTML escapes it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MailPart {
    Paragraph(String),
    /// A link to a page of this site, with the name of what it does.
    Button {
        label: String,
        url: String,
    },
    /// A text to copy character by character: a purchase key.
    Code(String),
    /// Names with their values, as a small table.
    Facts(Vec<(String, String)>),
    /// A text that a visitor wrote, with its line breaks.
    Quote(String),
    /// An aside in smaller letters.
    Note(String),
}

/// What is attached to a mail.
///
/// A version that does not know an attachment cannot read the mail, and gives it up where staff see it, instead of sending it without
/// what its text promises.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum MailAttachment {
    File(MailFile),
    /// The receipt or credit note of this number; printed when the mail is delivered.
    Document {
        document: String,
    },
    /// The e-invoice of the document of this number; written when the mail is delivered.
    EInvoice {
        e_invoice: String,
    },
}

/// A file that is attached to a mail.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailFile {
    /// ASCII, without a path.
    pub file_name: String,
    pub content_type: String,
    pub bytes: Vec<u8>,
}

/// A mail. It may hold a token or a key, so it is stored sealed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    pub kind: MailKind,
    /// One parsed address.
    pub to: String,
    /// Where an answer goes, if not to the sender: one parsed address.
    pub reply_to: Option<String>,
    pub subject: String,
    pub parts: Vec<MailPart>,
    pub attachments: Vec<MailAttachment>,
    /// A link that turns such mails off, by one request without a sign-in (RFC 8058).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_off: Option<String>,
}

impl Mail {
    /// A mail without attachments, answered to the sender.
    pub(crate) fn plain(kind: MailKind, to: &str, subject: &str, parts: Vec<MailPart>) -> Self {
        Self {
            kind,
            to: to.to_owned(),
            reply_to: None,
            subject: subject.to_owned(),
            parts,
            attachments: Vec::new(),
            turn_off: None,
        }
    }
}

impl std::fmt::Debug for Mail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mail")
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}
