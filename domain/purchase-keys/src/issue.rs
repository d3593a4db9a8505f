//! Issuing purchase keys.

use ::mail::{EmailAddress, Mail, MailKind, MailPart};
use chrono::{DateTime, Utc};
use courses::Course;
use kernel::AccessTerm;
use kernel::StoreError;

use crate::{PurchaseKey, PurchaseKeyStore};

/// Random bytes that one key takes.
pub const KEY_RANDOM_BYTES: usize = 15;

/// What a key is to open, and for whom.
#[derive(Debug, Clone)]
pub struct IssueOrder {
    pub course: Course,
    pub term: AccessTerm,
    /// Where the key is mailed to; anybody who holds the key may redeem it.
    pub email: Option<EmailAddress>,
}

/// Issues one key, and mails it where the order names an address.
///
/// # Errors
/// [`StoreError`].
pub fn issue_key<S: PurchaseKeyStore + ?Sized>(
    store: &mut S,
    order: &IssueOrder,
    random: [u8; KEY_RANDOM_BYTES],
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<PurchaseKey, StoreError> {
    let key = PurchaseKey::from_random(random);
    store.insert_key(&key, order, now)?;
    if let Some(address) = &order.email {
        store.enqueue_mail(&key_mail(&key, order, address, public_url), now)?;
    }
    Ok(key)
}

fn key_mail(key: &PurchaseKey, order: &IssueOrder, to: &EmailAddress, public_url: &str) -> Mail {
    let key = key.reveal();
    let lasts = match order.term {
        AccessTerm::Months(1) => String::from("for one month from the day you use it"),
        AccessTerm::Months(n) => format!("for {n} months from the day you use it"),
        AccessTerm::Days(n) => format!("for {n} days from the day you use it"),
        AccessTerm::Lifetime => String::from("without an end date"),
    };
    Mail {
        kind: MailKind::PurchaseKey,
        to: to.as_str().to_owned(),
        reply_to: None,
        subject: format!("Your purchase key for {}", order.course.title),
        parts: vec![
            MailPart::Paragraph(format!("Your purchase key for {}:", order.course.title)),
            MailPart::Code(key.clone()),
            MailPart::Paragraph(format!("It opens the course {lasts}, for one account, once.")),
            MailPart::Button {
                label: String::from("Create your account"),
                url: format!("{public_url}/portal/auth?key={key}"),
            },
            MailPart::Note(format!(
                "Already a member? Sign in and enter the key on your account page: {public_url}/portal/account"
            )),
        ],
        attachments: Vec::new(),
    }
}
