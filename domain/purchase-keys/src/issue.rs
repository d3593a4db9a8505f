//! Issuing purchase keys.

use ::mail::{EmailAddress, PurchaseKeyMail};
use chrono::{DateTime, Utc};
use courses::Course;
use kernel::AccessTerm;
use kernel::StoreError;

use crate::{PurchaseKey, PurchaseKeyStore};

/// How many random bytes a key needs.
pub const KEY_RANDOM_BYTES: usize = 15;

/// What a new key opens, and who gets it.
#[derive(Debug, Clone)]
pub struct IssueOrder {
    pub course: Course,
    pub term: AccessTerm,
    /// Where the key is mailed to. Any account may redeem it.
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
