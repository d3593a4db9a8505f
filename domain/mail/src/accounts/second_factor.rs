//! The mail about a second factor that was turned on or off.

use chrono::{DateTime, Utc};

use crate::{
    Mail, MailKind, MailPart,
    wording::{greeting, moment},
};

/// What was done to the second factor of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecondFactorChange {
    TurnedOn,
    TurnedOff,
    /// For a member who lost it.
    ResetByStaff,
}

/// The facts of the mail.
pub struct SecondFactorMail<'a> {
    pub to: &'a str,
    pub change: SecondFactorChange,
    pub changed_at: DateTime<Utc>,
}

impl SecondFactorMail<'_> {
    #[must_use]
    pub fn compose(&self) -> Mail {
        let (subject, done, then) = match self.change {
            SecondFactorChange::TurnedOn => (
                "Your account now asks for a code",
                "the second factor of your course portal account was turned on",
                "From now on you sign in with your password and a code from your app. Keep the recovery codes where you find them \
                 without it.",
            ),
            SecondFactorChange::TurnedOff => (
                "Your account no longer asks for a code",
                "the second factor of your course portal account was turned off",
                "From now on you sign in with your password alone. The recovery codes no longer work.",
            ),
            SecondFactorChange::ResetByStaff => (
                "Your account no longer asks for a code",
                "the second factor of your course portal account was turned off by our staff",
                "From now on you sign in with your password alone, and can turn a second factor on again on your account page.",
            ),
        };
        let parts = vec![
            greeting(),
            MailPart::Paragraph(format!("On {} {done}. {then}", moment(self.changed_at))),
            MailPart::Note(String::from(
                "If this was not you, choose another password now by \"Forgot password?\" on the sign-in page, and answer this mail.",
            )),
        ];
        Mail::plain(MailKind::SecondFactorChanged, self.to, subject, parts)
    }
}
