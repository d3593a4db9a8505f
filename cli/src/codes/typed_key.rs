//! A purchase key as staff type it.

use purchase_keys::{KeyRecord, PurchaseKey};

use crate::output::{Refusal, refused};

/// A key however it was typed, also as several words. Text that is no key is refused before the database is asked.
pub fn parse_key(words: &[String]) -> Result<PurchaseKey, Refusal> {
    PurchaseKey::typed(&words.join(" ")).map_err(|_| {
        refused(
            "this is not a purchase key: a key has 25 letters and digits, an imported one 8 to 64; compare it with `portal codes list`",
        )
    })
}

/// A key as the audit trail names it: by its beginning and its course.
pub fn subject_of(record: &KeyRecord) -> String {
    format!("{}-… {}", record.hint, record.course_slug)
}

pub fn unknown_key() -> Refusal {
    refused("this key was never issued here, or is mistyped; `portal codes list` shows every key")
}
