//! The mail that an e-invoice is attached to, by its document's number.

use chrono::NaiveDate;
use kernel::Cents;

use crate::{Mail, MailAttachment, MailKind, MailPart, wording::money};

/// The facts of an e-invoice's mail.
pub struct EInvoiceMail<'a> {
    /// The owner's address for e-invoices.
    pub to: &'a str,
    /// `2026-000001` or `CN-2026-000001`
    pub number: &'a str,
    /// A credit note's receipt.
    pub corrects: Option<&'a str>,
    pub issued_on: NaiveDate,
    /// The buyer's company.
    pub company: &'a str,
    pub vat_number: &'a str,
    /// What was bought, in words.
    pub title: &'a str,
    /// Cents of a euro.
    pub total: Cents,
}

impl EInvoiceMail<'_> {
    #[must_use]
    pub fn compose(self) -> Mail {
        let what = match self.corrects {
            None => "invoice",
            Some(_) => "credit note",
        };
        let mut facts = vec![
            (String::from("Number"), self.number.to_owned()),
            (
                String::from("Date"),
                self.issued_on.format("%-d %B %Y").to_string(),
            ),
        ];
        if let Some(receipt) = self.corrects {
            facts.push((String::from("For invoice"), receipt.to_owned()));
        }
        facts.extend([
            (String::from("Buyer"), self.company.to_owned()),
            (String::from("VAT number"), self.vat_number.to_owned()),
            (String::from("Total"), money(self.total, "eur")),
        ]);
        let parts = vec![
            MailPart::Paragraph(format!(
                "The {what} for {} is attached as a file for Peppol (UBL 2.1, BIS Billing 3). Send it by your access point or your \
                 bookkeeping.",
                self.title
            )),
            MailPart::Facts(facts),
            MailPart::Note(String::from(
                "It was paid or given back already. Each document is mailed once; `portal orders e-invoices` writes the files again.",
            )),
        ];
        let subject = format!("E-invoice {} for {}", self.number, self.company);
        Mail {
            attachments: vec![MailAttachment::EInvoice {
                e_invoice: self.number.to_owned(),
            }],
            ..Mail::plain(MailKind::EInvoice, self.to, &subject, parts)
        }
    }
}
