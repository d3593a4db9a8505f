//! The mail that invites an imported member to set a password.

use chrono::TimeDelta;

use crate::{Mail, MailKind, MailPart, wording::greeting};

/// The facts of an invitation.
pub struct InvitationMail<'a> {
    pub to: &'a str,
    /// The page that sets a password, with the token.
    pub link: &'a str,
    /// How long the link works, from the sending.
    pub valid_for: TimeDelta,
}

impl InvitationMail<'_> {
    #[must_use]
    pub fn compose(&self) -> Mail {
        let days = self.valid_for.num_days();
        let parts = vec![
            greeting(),
            MailPart::Paragraph(format!(
                "Our courses have a new portal, and your account was moved there with your courses. Choose a password for it within \
                 {days} days; the link works once."
            )),
            MailPart::Button {
                label: String::from("Choose a password"),
                url: self.link.to_owned(),
            },
            MailPart::Note(String::from(
                "You sign in with this e-mail address. A password of the old portal that was moved with your account works as well.",
            )),
        ];
        let subject = "Your account has moved to our new course portal";
        Mail::plain(MailKind::Invitation, self.to, subject, parts)
    }
}
