//! A mail as it travels: an RFC 5322 message, its text first and then its page. The library builds every header, so no value
//! can start another one.

use std::time::SystemTime;

use ::mail::{Mail, MailAttachment, MailKind, MailPart};
use lettre::{
    Message,
    message::{
        Attachment, Body, Mailbox, MultiPart, SinglePart,
        header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue},
    },
};

use super::{
    html::mail_html,
    letterhead::{Letterhead, for_mail_server},
    text::mail_text,
};

/// Why a mail was not delivered. The words are for staff and the log: no address, no secret.
#[derive(Debug, thiserror::Error)]
pub enum DeliveryError {
    /// No try will ever deliver it.
    #[error("the mail cannot be sent: {0}")]
    Refused(String),
    /// This mail was put off; another may go at once.
    #[error("the mail was put off: {0}")]
    Deferred(String),
    /// No mail at all can be delivered now; soon it may.
    #[error("no mail can be sent now: {0}")]
    Unavailable(String),
    /// The server takes no mail from this site until a setting is changed.
    #[error("the mail server refuses this site: {0}")]
    SiteRefused(String),
}

/// Brings mails to people, or to where they can be looked at.
pub trait MailDelivery: Send + Sync {
    /// Delivers one mail. `name` is the same at every try, so that a mailbox can recognize a mail that was sent twice.
    ///
    /// # Errors
    /// [`DeliveryError::Refused`] for what can never be sent, [`DeliveryError::Deferred`] for this mail and
    /// [`DeliveryError::Unavailable`] or [`DeliveryError::SiteRefused`] for every mail that may be tried again.
    fn deliver(&self, mail: &Mail, name: &str) -> Result<(), DeliveryError>;

    /// Called when no mail waits any more: connections that were kept may be closed.
    fn rest(&self) {}
}

/// A message and whom it is for.
pub(crate) fn message(
    mail: &Mail,
    letterhead: &Letterhead,
    now: SystemTime,
    name: &str,
) -> Result<Message, DeliveryError> {
    let refused = |what: &str| DeliveryError::Refused(what.to_owned());
    let to = for_mail_server(&mail.to).ok_or_else(|| refused("the recipient is no e-mail address"))?;
    if mail.subject.contains(char::is_control) {
        return Err(refused("the subject holds a control character"));
    }
    let mut message = Message::builder();
    if let Some(address) = &mail.reply_to {
        let address = for_mail_server(address)
            .ok_or_else(|| refused("the address to answer to is no e-mail address"))?;
        message = message.reply_to(Mailbox::new(None, address));
    }
    if mail.kind != MailKind::ContactMessage {
        // So that no automatic answer comes back (RFC 3834, section 5).
        let name = HeaderName::new_from_ascii_str("Auto-Submitted");
        message = message.raw_header(HeaderValue::new(name, String::from("auto-generated")));
    }
    if let Some(link) = &mail.turn_off {
        if !link
            .bytes()
            .all(|c| c.is_ascii_graphic() && !matches!(c, b'<' | b'>'))
        {
            return Err(refused("the link that turns such mails off is no address"));
        }
        // RFC 8058, section 3.1.
        for (name, value) in [
            ("List-Unsubscribe", format!("<{link}>")),
            (
                "List-Unsubscribe-Post",
                String::from("List-Unsubscribe=One-Click"),
            ),
        ] {
            let name = HeaderName::new_from_ascii_str(name);
            message = message.raw_header(HeaderValue::new(name, value));
        }
    }
    let from = letterhead.from();
    let shown = Mail {
        parts: mail.parts.iter().map(with_line_feeds).collect(),
        subject: mail.subject.clone(),
        to: mail.to.clone(),
        reply_to: mail.reply_to.clone(),
        turn_off: mail.turn_off.clone(),
        attachments: Vec::new(),
        kind: mail.kind,
    };
    let page =
        mail_html(&shown, letterhead).map_err(|problem| DeliveryError::Refused(problem.to_string()))?;
    let both = MultiPart::alternative()
        .singlepart(text_part(mail_text(&shown, letterhead)))
        .singlepart(SinglePart::html(page));
    message
        .date(now)
        .message_id(Some(format!("<{name}@{}>", from.email.domain())))
        .from(from.clone())
        .to(Mailbox::new(None, to))
        .subject(mail.subject.clone())
        .multipart(with_attachments(both, &mail.attachments)?)
        .map_err(|problem| DeliveryError::Refused(problem.to_string()))
}

/// A part whose every line break is a line feed: a form can hold CR LF, and a lone CR from some clipboards. The library writes each as
/// CR LF, and doubles the dot that a line begins with; of a lone CR it would do neither (RFC 5322 section 2.3, RFC 5321 section 4.5.2).
fn with_line_feeds(part: &MailPart) -> MailPart {
    let plain = |text: &String| text.replace("\r\n", "\n").replace('\r', "\n");
    match part {
        MailPart::Paragraph(text) => MailPart::Paragraph(plain(text)),
        MailPart::Button { label, url } => MailPart::Button {
            label: plain(label),
            url: plain(url),
        },
        MailPart::Code(text) => MailPart::Code(plain(text)),
        MailPart::Facts(facts) => MailPart::Facts(
            facts
                .iter()
                .map(|(name, value)| (plain(name), plain(value)))
                .collect(),
        ),
        MailPart::Quote(text) => MailPart::Quote(plain(text)),
        MailPart::Note(text) => MailPart::Note(plain(text)),
    }
}

/// Plain lines go as they are, so that a link is whole in the file too; the library would wrap them at 76 characters, where
/// 998 are allowed (RFC 5322, section 2.1.1).
fn text_part(text: String) -> SinglePart {
    let is_plain = text.bytes().all(|c| matches!(c, b' '..=b'~' | b'\n'));
    if is_plain && text.lines().all(|line| line.len() <= 998) {
        let lines = text.replace('\n', "\r\n").into_bytes();
        let body = Body::dangerous_pre_encoded(lines, ContentTransferEncoding::SevenBit);
        return SinglePart::builder().header(ContentType::TEXT_PLAIN).body(body);
    }
    SinglePart::plain(text)
}

fn with_attachments(body: MultiPart, attachments: &[MailAttachment]) -> Result<MultiPart, DeliveryError> {
    if attachments.is_empty() {
        return Ok(body);
    }
    let refused = |what: &str| DeliveryError::Refused(what.to_owned());
    let mut whole = MultiPart::mixed().multipart(body);
    for attachment in attachments {
        let MailAttachment::File(attachment) = attachment else {
            return Err(refused("an attachment was not made before the delivery"));
        };
        let name = &attachment.file_name;
        if !name.bytes().all(|c| c.is_ascii_graphic() || c == b' ') || name.contains(['/', '"', '\\']) {
            return Err(refused("an attachment has no plain file name"));
        }
        let content_type = ContentType::parse(&attachment.content_type)
            .map_err(|_| refused("an attachment has no content type"))?;
        // Byte for byte, also where the bytes happen to be a text.
        let body = Body::new_with_encoding(attachment.bytes.clone(), ContentTransferEncoding::Base64)
            .map_err(|_| refused("an attachment cannot be encoded"))?;
        whole = whole.singlepart(Attachment::new(name.clone()).body(body, content_type));
    }
    Ok(whole)
}
