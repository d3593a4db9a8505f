//! The mail that brings a purchase key.

use kernel::AccessTerm;

use crate::{EmailAddress, Mail, MailKind, MailPart};

/// The facts of a purchase key's mail.
pub struct PurchaseKeyMail<'a> {
    pub to: &'a EmailAddress,
    /// The key as it is printed.
    pub key: &'a str,
    pub course_title: &'a str,
    pub term: AccessTerm,
    /// The site's origin.
    pub public_url: &'a str,
}

impl PurchaseKeyMail<'_> {
    #[must_use]
    pub fn compose(&self) -> Mail {
        let Self {
            key,
            course_title,
            public_url,
            ..
        } = self;
        let lasts = match self.term {
            AccessTerm::Months(1) => String::from("for one month from the day you use it"),
            AccessTerm::Months(n) => format!("for {n} months from the day you use it"),
            AccessTerm::Days(n) => format!("for {n} days from the day you use it"),
            AccessTerm::Lifetime => String::from("without an end date"),
        };
        let parts = vec![
            MailPart::Paragraph(format!("Your purchase key for {course_title}:")),
            MailPart::Code((*key).to_owned()),
            MailPart::Paragraph(format!("It opens the course {lasts}, for one account, once.")),
            MailPart::Button {
                label: String::from("Create your account"),
                url: format!("{public_url}/portal/auth#key={key}"),
            },
            MailPart::Note(format!(
                "Already a member? Sign in and enter the key on your account page: {public_url}/portal/account"
            )),
        ];
        let subject = format!("Your purchase key for {course_title}");
        Mail::plain(MailKind::PurchaseKey, self.to.as_str(), &subject, parts)
    }
}
