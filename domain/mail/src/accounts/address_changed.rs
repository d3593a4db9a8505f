//! The mail to the address that an account no longer has. It does not name the new address, which was mailed its own link.

use chrono::{DateTime, Utc};

use crate::{
    Mail, MailKind, MailPart,
    wording::{greeting, moment},
};

/// The facts of the mail to the address that an account no longer has.
pub struct OldAddressMail<'a> {
    pub to: &'a str,
    pub changed_at: DateTime<Utc>,
}

impl OldAddressMail<'_> {
    #[must_use]
    pub fn compose(&self) -> Mail {
        let parts = vec![
            greeting(),
            MailPart::Paragraph(format!(
                "On {} the e-mail address of your course portal account was changed. This one no longer belongs to it, and \
                 mails about the account go to the new address from now on.",
                moment(self.changed_at)
            )),
            MailPart::Note(String::from(
                "If this was not you, another person knows your password: answer this mail at once, and we give the account back to you.",
            )),
        ];
        let subject = "The address of your account was changed";
        Mail::plain(MailKind::AddressChanged, self.to, subject, parts)
    }
}
