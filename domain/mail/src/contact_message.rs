//! The mail that brings a message of the contact form to the owner.

use crate::{EmailAddress, Mail, MailKind, MailPart};

/// The facts of a contact message's mail. An answer to it goes to the visitor.
pub struct ContactMessageMail<'a> {
    pub owner: &'a EmailAddress,
    /// One line.
    pub visitor_name: &'a str,
    pub visitor_email: &'a EmailAddress,
    /// One line.
    pub subject: &'a str,
    pub text: &'a str,
    /// Marked before the subject.
    pub priority: bool,
}

impl ContactMessageMail<'_> {
    #[must_use]
    pub fn compose(&self) -> Mail {
        let visitor = self.visitor_email.as_str();
        let parts = vec![
            MailPart::Paragraph(format!("{} <{visitor}> wrote:", self.visitor_name)),
            MailPart::Quote(self.text.to_owned()),
        ];
        let mark = if self.priority { "[Priority] " } else { "" };
        let subject = format!("Contact form: {mark}{}", self.subject);
        Mail {
            reply_to: Some(visitor.to_owned()),
            ..Mail::plain(MailKind::ContactMessage, self.owner.as_str(), &subject, parts)
        }
    }
}
