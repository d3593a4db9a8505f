//! The mail with a link that sets a new password.

use chrono::TimeDelta;

use crate::{Mail, MailKind, MailPart, wording::greeting};

/// The facts of a password reset's mail.
pub struct PasswordResetMail<'a> {
    /// As the account has it, not as the request wrote it: two spellings may be two mailboxes.
    pub to: &'a str,
    /// The page that sets a new password, with the token.
    pub link: &'a str,
    /// How long the link works.
    pub valid_for: TimeDelta,
}

impl PasswordResetMail<'_> {
    #[must_use]
    pub fn compose(&self) -> Mail {
        let minutes = self.valid_for.num_minutes();
        let parts = vec![
            greeting(),
            MailPart::Paragraph(format!(
                "We were asked for a new password for your course portal account. \
                 Choose one within {minutes} minutes; the link works once."
            )),
            MailPart::Button {
                label: String::from("Choose a new password"),
                url: self.link.to_owned(),
            },
            MailPart::Note(String::from(
                "If you did not ask for it, do nothing: your password stays as it is.",
            )),
        ];
        let subject = "Set a new password for the course portal";
        Mail::plain(MailKind::PasswordReset, self.to, subject, parts)
    }
}
