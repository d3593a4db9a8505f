//! A mail as it travels: an RFC 5322 message. The library builds every header, so no value can start another one.

use std::time::SystemTime;

use accounts::Mail;
use lettre::{
    Address, Message,
    message::{
        Mailbox,
        header::{ContentType, MIME_VERSION_1_0},
    },
};

use crate::mail_text::mail_text;

/// Why a mail was not delivered.
#[derive(Debug, thiserror::Error)]
pub enum DeliveryError {
    /// No try will ever deliver it.
    #[error("the mail cannot be sent: {0}")]
    Refused(String),
    /// Another try may.
    #[error("the mail cannot be sent now: {0}")]
    Unavailable(String),
}

/// Brings mails to people, or to where they can be looked at.
pub trait MailDelivery: Send + Sync {
    /// Delivers one mail.
    ///
    /// # Errors
    /// [`DeliveryError::Refused`] for what can never be sent, [`DeliveryError::Unavailable`] for what may be tried again.
    fn deliver(&self, mail: &Mail) -> Result<(), DeliveryError>;
}

/// Who mails come from: an address, or a name with its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailSender(Mailbox);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is not one e-mail address, bare or as Name <address>")]
pub struct MailSenderError;

impl MailSender {
    /// # Errors
    /// [`MailSenderError`]
    pub fn parse(text: &str) -> Result<Self, MailSenderError> {
        if text.contains(char::is_control) {
            return Err(MailSenderError);
        }
        text.parse().map(Self).map_err(|_| MailSenderError)
    }
}

impl std::fmt::Display for MailSender {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// The bytes of a message: plain text in UTF-8 with its date and an id of its own.
pub(crate) fn message(
    mail: &Mail,
    from: &MailSender,
    now: SystemTime,
    unique: &str,
) -> Result<Vec<u8>, DeliveryError> {
    let refused = |what: &str| DeliveryError::Refused(what.to_owned());
    let to: Address = mail
        .to
        .parse()
        .map_err(|_| refused("the recipient is no e-mail address"))?;
    if mail.subject.contains(char::is_control) {
        return Err(refused("the subject holds a control character"));
    }
    let mut message = Message::builder();
    if let Some(address) = &mail.reply_to {
        let address: Address = address
            .parse()
            .map_err(|_| refused("the address to answer to is no e-mail address"))?;
        message = message.reply_to(Mailbox::new(None, address));
    }
    let message = message
        .date(now)
        .message_id(Some(format!("<{unique}@{}>", from.0.email.domain())))
        .from(from.0.clone())
        .to(Mailbox::new(None, to))
        .subject(mail.subject.clone())
        .header(MIME_VERSION_1_0)
        .header(ContentType::TEXT_PLAIN)
        .body(mail_text(mail))
        .map_err(|problem| DeliveryError::Refused(problem.to_string()))?;
    Ok(message.formatted())
}
