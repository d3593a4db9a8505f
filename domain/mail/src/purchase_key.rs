//! The mail that brings purchase keys.

use kernel::AccessTerm;

use crate::{EmailAddress, Mail, MailKind, MailPart};

/// A key in a mail.
pub struct MailedKey<'a> {
    /// As it is printed.
    pub key: &'a str,
    pub course_title: &'a str,
}

/// The facts of the mail that brings one purchase key, or all keys of one issue.
pub struct PurchaseKeyMail<'a> {
    pub to: &'a EmailAddress,
    /// At least one.
    pub keys: &'a [MailedKey<'a>],
    pub term: AccessTerm,
    /// The site's origin.
    pub public_url: &'a str,
}

impl PurchaseKeyMail<'_> {
    #[must_use]
    pub fn compose(&self) -> Mail {
        let lasts = match self.term {
            AccessTerm::Months(1) => String::from("for one month from the day you use it"),
            AccessTerm::Months(n) => format!("for {n} months from the day you use it"),
            AccessTerm::Days(n) => format!("for {n} days from the day you use it"),
            AccessTerm::Lifetime => String::from("without an end date"),
        };
        let (subject, parts) = match self.keys {
            [only] => self.one(only, &lasts),
            keys => self.several(keys, &lasts),
        };
        Mail::plain(MailKind::PurchaseKey, self.to.as_str(), &subject, parts)
    }

    fn one(&self, MailedKey { key, course_title }: &MailedKey<'_>, lasts: &str) -> (String, Vec<MailPart>) {
        let public_url = self.public_url;
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
        (format!("Your purchase key for {course_title}"), parts)
    }

    /// The button fills in none of the keys: such a mail is passed on, and each reader would use the same one.
    fn several(&self, keys: &[MailedKey<'_>], lasts: &str) -> (String, Vec<MailPart>) {
        let (count, public_url) = (keys.len(), self.public_url);
        let mut parts = Vec::new();
        for course in keys.chunk_by(|one, next| one.course_title == next.course_title) {
            let title = course.first().map_or("", |key| key.course_title);
            let whose = if course.len() == 1 {
                "Your purchase key"
            } else {
                "Your purchase keys"
            };
            parts.push(MailPart::Paragraph(format!("{whose} for {title}:")));
            parts.extend(course.iter().map(|key| MailPart::Code(key.key.to_owned())));
        }
        parts.extend([
            MailPart::Paragraph(format!(
                "Each key opens its course {lasts}, for one account, once."
            )),
            MailPart::Button {
                label: String::from("Create your account"),
                url: format!("{public_url}/portal/auth"),
            },
            MailPart::Note(format!(
                "Already a member? Sign in and enter a key on your account page: {public_url}/portal/account"
            )),
        ]);
        (format!("Your {count} purchase keys"), parts)
    }
}
