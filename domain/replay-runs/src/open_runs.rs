//! What a member can go on with.

use chrono::{DateTime, Utc};
use courses::access_now;
use kernel::{StoreError, UserId};

use crate::{OpenRun, RunStore};

/// A member's runs that have not ended, of courses with access now, newest first.
///
/// # Errors
/// [`StoreError`]
pub fn open_runs(
    store: &mut dyn RunStore,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Vec<OpenRun>, StoreError> {
    let runs = store.open_runs(user)?.into_iter();
    let open = runs.filter(|(_, grant)| access_now(Some(grant), now).is_open());
    Ok(open.map(|(run, _)| run).collect())
}
