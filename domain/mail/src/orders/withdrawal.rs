//! The mails of a withdrawal from the contract: the link that confirms it, and its receipt on a durable medium.

use chrono::{DateTime, Utc};
use kernel::Cents;

use crate::{
    Mail, MailAttachment, MailKind, MailPart,
    wording::{day, greeting, moment, money},
};

/// The facts of the mail with the link that confirms a withdrawal.
pub struct WithdrawalLinkMail<'a> {
    /// The order's address, also if the form gave another one.
    pub to: &'a str,
    /// What was bought, in words.
    pub title: &'a str,
    pub ordered_at: DateTime<Utc>,
    /// The order's reference.
    pub reference: &'a str,
    /// The page that confirms, with the token.
    pub link: &'a str,
}

impl WithdrawalLinkMail<'_> {
    #[must_use]
    pub fn compose(self) -> Mail {
        let parts = vec![
            greeting(),
            MailPart::Paragraph(format!(
                "On our site a withdrawal from the contract of this order was asked for, probably by you. It takes effect when you \
                 confirm it on the page below: the whole price of {} goes back, and the access that the order opened ends.",
                self.title
            )),
            order_facts(self.title, self.ordered_at, self.reference),
            MailPart::Button {
                label: String::from("Go to the confirmation"),
                url: self.link.to_owned(),
            },
            MailPart::Note(String::from(
                "If you did not ask for it, do nothing: the order stays as it is.",
            )),
        ];
        let subject = "Confirm your withdrawal from the contract";
        Mail::plain(MailKind::WithdrawalLink, self.to, subject, parts)
    }
}

/// What a withdrawal gives back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoneyBack<'a> {
    Amount {
        amount: Cents,
        /// ISO 4217, small letters.
        currency: &'a str,
    },
    /// The amount that arrived or is still under way.
    WhatWasPaid,
    /// There was nothing to pay.
    Nothing,
}

/// The facts of a withdrawal's receipt.
pub struct WithdrawalMail<'a> {
    pub to: &'a str,
    /// The buyer who withdraws.
    pub name: &'a str,
    pub withdrawn_at: DateTime<Utc>,
    /// What was bought, in words.
    pub title: &'a str,
    pub ordered_at: DateTime<Utc>,
    /// The order's reference.
    pub reference: &'a str,
    pub money_back: MoneyBack<'a>,
    /// The number of the credit note that is attached.
    pub credit_note: Option<&'a str>,
}

impl WithdrawalMail<'_> {
    #[must_use]
    pub fn compose(self) -> Mail {
        let money = match self.money_back {
            MoneyBack::Amount { amount, currency } => format!(
                "{} goes back the way you paid, at the latest fourteen days from now.",
                money(amount, currency)
            ),
            MoneyBack::WhatWasPaid => String::from(
                "What you paid goes back the way you paid it, at the latest fourteen days after it has reached us.",
            ),
            MoneyBack::Nothing => String::from("Nothing was paid, so nothing is given back."),
        };
        let mut facts = vec![
            (String::from("Withdrawn on"), moment(self.withdrawn_at)),
            (String::from("By"), self.name.to_owned()),
        ];
        facts.extend(named_order(self.title, self.ordered_at, self.reference));
        if let Some(number) = self.credit_note {
            facts.push((String::from("Credit note"), number.to_owned()));
        }
        let parts = vec![
            MailPart::Paragraph(format!(
                "This is the receipt of your withdrawal from the contract for {}. We received it on {}.",
                self.title,
                moment(self.withdrawn_at)
            )),
            MailPart::Facts(facts),
            MailPart::Paragraph(format!("{money} The access that the order opened has ended.")),
            MailPart::Note(String::from("Keep this mail: it proves your withdrawal.")),
        ];
        let subject = format!("Your withdrawal from the contract for {}", self.title);
        Mail {
            attachments: self
                .credit_note
                .map(|number| MailAttachment::Document {
                    document: number.to_owned(),
                })
                .into_iter()
                .collect(),
            ..Mail::plain(MailKind::Withdrawal, self.to, &subject, parts)
        }
    }
}

fn order_facts(title: &str, ordered_at: DateTime<Utc>, reference: &str) -> MailPart {
    MailPart::Facts(named_order(title, ordered_at, reference).into())
}

fn named_order(title: &str, ordered_at: DateTime<Utc>, reference: &str) -> [(String, String); 3] {
    [
        (String::from("Contract"), title.to_owned()),
        (String::from("Ordered on"), day(ordered_at)),
        (String::from("Order"), reference.to_owned()),
    ]
}
