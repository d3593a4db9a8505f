//! Issuing purchase keys.

use ::mail::PurchaseKeyMail;
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
