//! The mail about a sign-in with a kind of browser that the account never used before.

use chrono::{DateTime, Utc};

use crate::{
    Mail, MailKind, MailPart,
    wording::{greeting, moment},
};

/// The facts of the mail about a new device.
pub struct NewDeviceMail<'a> {
    pub to: &'a str,
    pub signed_in_at: DateTime<Utc>,
    /// Such as "Firefox on Windows".
    pub browser: &'a str,
    /// The site's origin.
    pub public_url: &'a str,
}

impl NewDeviceMail<'_> {
    #[must_use]
    pub fn compose(&self) -> Mail {
        let parts = vec![
            greeting(),
            MailPart::Paragraph(String::from(
                "There was a sign-in to your course portal account from a device that we had not seen before:",
            )),
            MailPart::Facts(vec![
                (String::from("When"), moment(self.signed_in_at)),
                (String::from("With"), self.browser.to_owned()),
            ]),
            MailPart::Paragraph(String::from("If this was you, there is nothing to do.")),
            MailPart::Button {
                label: String::from("See your devices"),
                url: format!("{}/portal/account", self.public_url),
            },
            MailPart::Note(String::from(
                "If this was not you, another person knows your password. Choose another one now, which signs out every device, and \
                 answer this mail if you cannot.",
            )),
        ];
        Mail::plain(MailKind::NewDevice, self.to, "A sign-in from a new device", parts)
    }
}
