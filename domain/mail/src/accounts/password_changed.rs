//! The mail about a password that was changed or reset.

use chrono::{DateTime, Utc};

use crate::{
    Mail, MailKind, MailPart,
    wording::{greeting, moment},
};

/// The facts of the mail about a changed password.
pub struct PasswordChangedMail<'a> {
    pub to: &'a str,
    pub changed_at: DateTime<Utc>,
}

impl PasswordChangedMail<'_> {
    #[must_use]
    pub fn compose(&self) -> Mail {
        let parts = vec![
            greeting(),
            MailPart::Paragraph(format!(
                "On {} the password of your course portal account was changed. Every other device was signed out.",
                moment(self.changed_at)
            )),
            MailPart::Note(String::from(
                "If this was not you, ask for a new password on the sign-in page at once, and answer this mail if you cannot.",
            )),
        ];
        let subject = "Your password was changed";
        Mail::plain(MailKind::PasswordChanged, self.to, subject, parts)
    }
}
