//! Issuing purchase keys, and mailing them.

pub(crate) mod by_staff;

use ::mail::{EmailAddress, MailedKey, PurchaseKeyMail};
use chrono::{DateTime, Utc};
use kernel::{AccessTerm, StoreError};

use crate::{IssueOrder, PurchaseKey, PurchaseKeyStore};

/// How many random bytes a key needs.
pub const KEY_RANDOM_BYTES: usize = 15;

/// Issues one key; it is not mailed.
///
/// # Errors
/// [`StoreError`].
pub fn issue_key(
    store: &mut dyn PurchaseKeyStore,
    order: &IssueOrder,
    random: [u8; KEY_RANDOM_BYTES],
    now: DateTime<Utc>,
) -> Result<PurchaseKey, StoreError> {
    let key = PurchaseKey::from_random(random);
    store.insert_key(&key, order, now)?;
    Ok(key)
}

/// Mails keys of one term, each with the title of its course, in one mail.
///
/// # Errors
/// [`StoreError`].
pub fn mail_keys(
    store: &mut dyn PurchaseKeyStore,
    keys: &[(PurchaseKey, &str)],
    term: AccessTerm,
    to: &EmailAddress,
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    if keys.is_empty() {
        return Ok(());
    }
    let texts: Vec<String> = keys.iter().map(|(key, _)| key.reveal()).collect();
    let titles = keys.iter().map(|(_, title)| *title);
    let mail = PurchaseKeyMail {
        to,
        keys: &texts
            .iter()
            .zip(titles)
            .map(|(key, course_title)| MailedKey { key, course_title })
            .collect::<Vec<_>>(),
        term,
        public_url,
    };
    store.enqueue_mail(&mail.compose(), now)
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
pub fn mail_key(
    store: &mut dyn PurchaseKeyStore,
    key: &PurchaseKey,
    to: &EmailAddress,
    public_url: &str,
    now: DateTime<Utc>,
) -> Result<(), MailKeyError> {
    let usable = store.usable_key(&key.hash())?.ok_or(MailKeyError::NotUsable)?;
    store.set_key_email(&key.hash(), to)?;
    let keys = [(key.clone(), usable.course.title.as_str())];
    Ok(mail_keys(store, &keys, usable.term, to, public_url, now)?)
}
