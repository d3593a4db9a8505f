//! A reconciliation that staff ask for.

use accounts::{DiscordUserId, User};
use audit::{ActingStaff, Action};
use chrono::{DateTime, Utc};
use kernel::StoreError;

use crate::{DiscordStore, enqueue_member, link::mark_account_uncertain};

/// Has a member's Discord account reconciled at once, by a command or in the pages of staff. Returns `None` if the member has
/// linked none; then nothing is done.
///
/// # Errors
/// [`StoreError`]
pub fn request_sync(
    store: &mut dyn DiscordStore,
    user: &User,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<Option<DiscordUserId>, StoreError> {
    let Some(account) = &user.discord_user_id else {
        return Ok(None);
    };
    enqueue_member(store, account)?;
    // Roles that were changed by hand differ from what is remembered. After the job's row: two orders could deadlock.
    mark_account_uncertain(store, account)?;
    let act = by.act(Action::DiscordSync).concerning(user.id);
    store.append_act(&act.about("1 linked member"), now)?;
    Ok(Some(account.clone()))
}
