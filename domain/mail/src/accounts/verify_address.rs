//! The mail with a link that proves an account's address.

use chrono::TimeDelta;

use crate::{Mail, MailKind, MailPart, wording::greeting};

/// The facts of the mail that proves an address.
pub struct VerifyAddressMail<'a> {
    pub to: &'a str,
    /// The page that confirms the address, with the token.
    pub link: &'a str,
    /// How long the link works.
    pub valid_for: TimeDelta,
}

impl VerifyAddressMail<'_> {
    #[must_use]
    pub fn compose(&self) -> Mail {
        let days = self.valid_for.num_days();
        let parts = vec![
            greeting(),
            MailPart::Paragraph(format!(
                "Please confirm that this is the e-mail address of your course portal account. The link works once, for {days} \
                 days."
            )),
            MailPart::Button {
                label: String::from("Confirm this address"),
                url: self.link.to_owned(),
            },
            MailPart::Note(String::from(
                "If you have no account with us, do nothing: without the link, this address is never confirmed.",
            )),
        ];
        let subject = "Confirm your e-mail address";
        Mail::plain(MailKind::VerifyAddress, self.to, subject, parts)
    }
}
