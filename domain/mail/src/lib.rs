//! Mails: which there are, the facts of each, the queue that they wait in, and the tokens in their links.
//!
//! Each mail is a struct of plain facts with `compose`, which writes it as parts in plain text. A feature names the facts in the
//! transaction of what caused the mail; `outbound` gives the parts their look and delivers them.
//!
//! Decision: the wording of every mail is here and not in the features, so that the mails of the product are read and changed in
//! one place. Cost: a mail's facts cross a crate border as plain texts and numbers.
//!
//! Decision: a queued [`Mail`] is stored sealed as JSON and outlives the version that wrote it, so no field of it and of its parts
//! is renamed or removed. Cost: a new field needs a default.

mod access_notice;
mod accounts;
mod address;
mod contact_message;
mod live;
mod message;
mod orders;
mod purchase_key;
mod questions;
mod reminder;
mod store;
mod token;
mod wording;

pub use access_notice::{AccessEndedMail, AccessEndingMail};
pub use accounts::address_changed::OldAddressMail;
pub use accounts::invitation::InvitationMail;
pub use accounts::new_device::NewDeviceMail;
pub use accounts::passkey::{PasskeyChange, PasskeyMail};
pub use accounts::password_changed::PasswordChangedMail;
pub use accounts::password_reset::PasswordResetMail;
pub use accounts::second_factor::{SecondFactorChange, SecondFactorMail};
pub use accounts::verify_address::VerifyAddressMail;
pub use address::{EmailAddress, EmailAddressError};
pub use contact_message::ContactMessageMail;
pub use live::{LiveCancelledMail, LiveMovedMail, LiveSoonMail};
pub use message::{Mail, MailAttachment, MailFile, MailKind, MailPart};
pub use orders::credit_note::CreditNoteMail;
pub use orders::e_invoice::EInvoiceMail;
pub use orders::receipt::ReceiptMail;
pub use orders::withdrawal::{MoneyBack, WithdrawalLinkMail, WithdrawalMail};
pub use purchase_key::{MailedKey, PurchaseKeyMail};
pub use questions::answered::QuestionAnsweredMail;
pub use questions::reported::{QuestionHiddenMail, QuestionReportedMail};
pub use reminder::ReminderMail;
pub use store::{MAIL_JOB, MailId, MailStore};
pub use token::{MailedToken, StoredToken, TokenHash, TokenPurpose, TokenSubject};
