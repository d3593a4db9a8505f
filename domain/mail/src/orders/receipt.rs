//! The mail that a receipt is attached to, by its number.

use chrono::{DateTime, Utc};
use kernel::Cents;

use crate::{
    Mail, MailAttachment, MailKind, MailPart,
    wording::{day, money},
};

/// The facts of a receipt's mail.
pub struct ReceiptMail<'a> {
    pub to: &'a str,
    pub buyer_name: &'a str,
    /// `2026-000001`
    pub number: &'a str,
    pub paid_at: DateTime<Utc>,
    /// What was bought, in words.
    pub title: &'a str,
    pub discount: Cents,
    pub total: Cents,
    /// ISO 4217, small letters.
    pub currency: &'a str,
    /// The order's reference.
    pub reference: &'a str,
    /// Where the buyer is and what that means for the tax, each with its name; empty where no country was asked for.
    pub place: Vec<(String, String)>,
    /// Where the buyer's questions go.
    pub seller_email: &'a str,
    /// The page of the course that a member bought; `None` for a visitor, whose keys come in mails of their own.
    pub course_url: Option<&'a str>,
}

impl ReceiptMail<'_> {
    #[must_use]
    pub fn compose(self) -> Mail {
        let Self { number, title, .. } = self;
        let mut facts = vec![
            (String::from("Receipt"), number.to_owned()),
            (String::from("Date"), day(self.paid_at)),
            (String::from("Bought"), title.to_owned()),
        ];
        if self.discount.0 > 0 {
            facts.push((String::from("Discount"), money(self.discount, self.currency)));
        }
        facts.push((String::from("Total"), money(self.total, self.currency)));
        facts.extend(self.place);
        let next = match self.course_url {
            Some(url) => MailPart::Button {
                label: String::from("Start learning"),
                url: url.to_owned(),
            },
            None => MailPart::Paragraph(String::from(
                "The purchase key that opens your course comes in a mail of its own.",
            )),
        };
        let parts = vec![
            MailPart::Paragraph(format!(
                "Thank you, {}. Your order of {title} is paid; the receipt is attached.",
                self.buyer_name
            )),
            MailPart::Facts(facts),
            next,
            MailPart::Note(format!(
                "Order {}. Questions? Write to {}.",
                self.reference, self.seller_email
            )),
        ];
        let subject = format!("Your receipt {number} for {title}");
        Mail {
            attachments: vec![MailAttachment::Document {
                document: number.to_owned(),
            }],
            ..Mail::plain(MailKind::Receipt, self.to, &subject, parts)
        }
    }
}
