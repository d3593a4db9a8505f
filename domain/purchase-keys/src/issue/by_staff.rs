//! Issuing purchase keys by staff, with their lines of the trail.

use audit::{ActingStaff, Action};
use chrono::{DateTime, Utc};
use courses::DraftCourse;
use kernel::StoreError;

use crate::{IssueOrder, KEY_RANDOM_BYTES, PurchaseKey, PurchaseKeyStore, issue_key, mail_keys};

#[derive(Debug, thiserror::Error)]
pub enum IssueError {
    #[error(transparent)]
    Draft(#[from] DraftCourse),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Issues as many keys as there are random bytes for, by a command or in the pages of staff; a line of the trail for each, and
/// one mail for all.
///
/// # Errors
/// [`IssueError`]
pub fn issue_by_staff(
    store: &mut dyn PurchaseKeyStore,
    order: &IssueOrder,
    random: &[[u8; KEY_RANDOM_BYTES]],
    public_url: &str,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<Vec<PurchaseKey>, IssueError> {
    order.course.check_not_draft()?;
    let mut keys = Vec::with_capacity(random.len());
    for bytes in random {
        let key = issue_key(store, order, *bytes, now)?;
        let subject = format!("{}-… {} for {}", key.hint(), order.course.slug, order.term);
        store.append_act(&by.act(Action::CodesIssue).about(&subject), now)?;
        keys.push(key);
    }
    if let Some(to) = &order.email {
        let titled: Vec<_> = keys
            .iter()
            .map(|key| (key.clone(), order.course.title.as_str()))
            .collect();
        mail_keys(store, &titled, order.term, to, public_url, now)?;
    }
    Ok(keys)
}
