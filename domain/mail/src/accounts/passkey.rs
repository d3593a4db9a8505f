//! The mail about a passkey that was added or removed.

use chrono::{DateTime, Utc};

use crate::{
    Mail, MailKind, MailPart,
    wording::{greeting, moment},
};

/// What was done to the passkeys of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasskeyChange {
    Added,
    Removed,
}

/// The facts of the mail.
pub struct PasskeyMail<'a> {
    pub to: &'a str,
    pub change: PasskeyChange,
    /// Made by the server.
    pub name: &'a str,
    pub changed_at: DateTime<Utc>,
}

impl PasskeyMail<'_> {
    #[must_use]
    pub fn compose(&self) -> Mail {
        let (subject, done, then, otherwise) = match self.change {
            PasskeyChange::Added => (
                "A passkey was added to your account",
                "was added to your course portal account",
                "From now on it signs you in without your password.",
                "If this was not you, remove it on your account page now, choose another password, and answer this mail.",
            ),
            PasskeyChange::Removed => (
                "A passkey was removed from your account",
                "was removed from your course portal account",
                "It signs in no more. You can delete it from the device that keeps it too.",
                "If this was not you, choose another password now by \"Forgot password?\" on the sign-in page, and answer this mail.",
            ),
        };
        let parts = vec![
            greeting(),
            MailPart::Paragraph(format!(
                "On {} the passkey \"{}\" {done}. {then}",
                moment(self.changed_at),
                self.name
            )),
            MailPart::Note(otherwise.to_owned()),
        ];
        Mail::plain(MailKind::PasskeyChanged, self.to, subject, parts)
    }
}
