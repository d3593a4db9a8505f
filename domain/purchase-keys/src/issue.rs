//! Issuing purchase keys, and mailing them.

pub(crate) mod by_staff;

use ::mail::{EmailAddress, PurchaseKeyMail};
use chrono::{DateTime, Utc};
use kernel::StoreError;

use crate::{IssueOrder, PurchaseKey, PurchaseKeyStore};

/// How many random bytes a key needs.
pub const KEY_RANDOM_BYTES: usize = 15;

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
        let mail = PurchaseKeyMail {
            to: address,
            key: &key.reveal(),
            course_title: &order.course.title,
            term: order.term,
            public_url,
        };
        store.enqueue_mail(&mail.compose(), now)?;
    }
    Ok(key)
}

#[derive(Debug, thiserror::Error)]
pub enum MailKeyError {
    #[error("the key is used, revoked or unknown")]
    NotUsable,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Mails an unused key to an address, which is the key's from now on.
///
/// # Errors
/// [`MailKeyError`]
pub fn mail_key<S: PurchaseKeyStore + ?Sized>(
    store: &mut S,
    key: &PurchaseKey,
    to: &EmailAddress,
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<(), MailKeyError> {
    let usable = store.usable_key(&key.hash())?.ok_or(MailKeyError::NotUsable)?;
    store.set_key_email(&key.hash(), to)?;
    let mail = PurchaseKeyMail {
        to,
        key: &key.reveal(),
        course_title: &usable.course.title,
        term: usable.term,
        public_url,
    };
    Ok(store.enqueue_mail(&mail.compose(), now)?)
}
