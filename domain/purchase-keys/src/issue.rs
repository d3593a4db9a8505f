//! Issuing purchase keys, and mailing them.

pub(crate) mod by_staff;

use ::mail::{EmailAddress, MailedKey, PurchaseKeyMail};
use chrono::{DateTime, Utc};
use kernel::StoreError;

use crate::{IssueOrder, PurchaseKey, PurchaseKeyStore};

/// How many random bytes a key needs.
pub const KEY_RANDOM_BYTES: usize = 15;

/// Issues as many keys as there are random bytes for, and mails all of them in one mail where the order names an address.
///
/// # Errors
/// [`StoreError`].
pub fn issue_keys<S: PurchaseKeyStore + ?Sized>(
    store: &mut S,
    order: &IssueOrder,
    random: &[[u8; KEY_RANDOM_BYTES]],
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<Vec<PurchaseKey>, StoreError> {
    let mut keys = Vec::with_capacity(random.len());
    for bytes in random {
        let key = PurchaseKey::from_random(*bytes);
        store.insert_key(&key, order, now)?;
        keys.push(key);
    }
    if let Some(to) = order.email.as_ref().filter(|_| !keys.is_empty()) {
        let texts: Vec<String> = keys.iter().map(PurchaseKey::reveal).collect();
        let mailed = |key| MailedKey {
            key,
            course_title: &order.course.title,
        };
        let mail = PurchaseKeyMail {
            to,
            keys: &texts.iter().map(String::as_str).map(mailed).collect::<Vec<_>>(),
            term: order.term,
            public_url,
        };
        store.enqueue_mail(&mail.compose(), now)?;
    }
    Ok(keys)
}

/// [`issue_keys`] for one key.
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
    let issued = issue_keys(store, order, &[random], public_url, now)?.pop();
    issued.ok_or_else(|| StoreError::Inconsistent("no key was issued".into()))
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
        keys: &[MailedKey {
            key: &key.reveal(),
            course_title: &usable.course.title,
        }],
        term: usable.term,
        public_url,
    };
    Ok(store.enqueue_mail(&mail.compose(), now)?)
}
