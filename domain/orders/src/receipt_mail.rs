//! The mail that a receipt travels with.

use ::mail::{Mail, MailAttachment, MailKind, MailPart};
use courses::CourseId;
use kernel::Cents;

use crate::Receipt;

/// `learn_at`: the course that a member was just given; a visitor's keys come in mails of their own.
pub(crate) fn receipt_mail(
    receipt: &Receipt,
    pdf: Vec<u8>,
    learn_at: Option<CourseId>,
    public_url: &str,
) -> Mail {
    let money = |amount| money(amount, &receipt.currency);
    let mut facts = vec![
        (String::from("Receipt"), receipt.number.clone()),
        (
            String::from("Date"),
            receipt.paid_at.format("%-d %B %Y").to_string(),
        ),
        (String::from("Bought"), receipt.title.clone()),
    ];
    if receipt.discount.0 > 0 {
        facts.push((String::from("Discount"), money(receipt.discount)));
    }
    facts.push((String::from("Total"), money(receipt.total)));
    let mut parts = vec![
        MailPart::Paragraph(format!(
            "Thank you, {}. Your order of {} is paid; the receipt is attached.",
            receipt.buyer_name, receipt.title
        )),
        MailPart::Facts(facts),
    ];
    match learn_at {
        Some(CourseId(course)) => parts.push(MailPart::Button {
            label: String::from("Start learning"),
            url: format!("{public_url}/portal/course/{course}"),
        }),
        None => parts.push(MailPart::Paragraph(String::from(
            "The purchase key that opens your course comes in a mail of its own.",
        ))),
    }
    parts.push(MailPart::Note(format!(
        "Order {}. Questions? Write to {}.",
        receipt.reference, receipt.seller.email
    )));
    Mail {
        kind: MailKind::Receipt,
        to: receipt.buyer_email.clone(),
        reply_to: None,
        subject: format!("Your receipt {} for {}", receipt.number, receipt.title),
        parts,
        attachments: vec![MailAttachment {
            file_name: format!("receipt-{}.pdf", receipt.number),
            content_type: String::from("application/pdf"),
            bytes: pdf,
        }],
    }
}

/// `300.00 USD`.
fn money(Cents(cents): Cents, currency: &str) -> String {
    format!("{}.{:02} {}", cents / 100, cents % 100, currency.to_uppercase())
}
