//! The mail that a credit note is attached to, by its number.

use chrono::{DateTime, Utc};
use kernel::Cents;

use crate::{
    Mail, MailAttachment, MailKind, MailPart,
    wording::{day, money},
};

/// The facts of a credit note's mail.
pub struct CreditNoteMail<'a> {
    pub to: &'a str,
    pub buyer_name: &'a str,
    /// `CN-2026-000001`
    pub number: &'a str,
    /// The receipt that it corrects.
    pub receipt_number: &'a str,
    pub issued_at: DateTime<Utc>,
    /// What was bought, in words.
    pub title: &'a str,
    pub amount: Cents,
    /// ISO 4217, small letters.
    pub currency: &'a str,
    /// The order's reference.
    pub reference: &'a str,
    /// As in [`crate::ReceiptMail`].
    pub place: Vec<(String, String)>,
    /// Where the buyer's questions go.
    pub seller_email: &'a str,
}

impl CreditNoteMail<'_> {
    #[must_use]
    pub fn compose(self) -> Mail {
        let amount = money(self.amount, self.currency);
        let mut facts = vec![
            (String::from("Credit note"), self.number.to_owned()),
            (String::from("Date"), day(self.issued_at)),
            (String::from("For receipt"), self.receipt_number.to_owned()),
            (String::from("Given back"), amount.clone()),
        ];
        facts.extend(self.place);
        let parts = vec![
            MailPart::Paragraph(format!(
                "Hello {}, {amount} of your order of {} goes back the way you paid; the credit note is attached.",
                self.buyer_name, self.title
            )),
            MailPart::Facts(facts),
            MailPart::Note(format!(
                "Order {}. Questions? Write to {}.",
                self.reference, self.seller_email
            )),
        ];
        let subject = format!("Your credit note {} for {}", self.number, self.title);
        Mail {
            attachments: vec![MailAttachment::Document {
                document: self.number.to_owned(),
            }],
            ..Mail::plain(MailKind::CreditNote, self.to, &subject, parts)
        }
    }
}
