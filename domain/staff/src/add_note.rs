//! Adding a note about a member.

use audit::{ActingStaff, Action};
use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};

use crate::{Note, NoteText, StaffStore};

/// Adds a note about a member. Returns `None` if there is no such user.
///
/// # Errors
/// [`StoreError`]
pub fn add_note(
    store: &mut dyn StaffStore,
    user: UserId,
    text: &NoteText,
    author: &str,
    now: DateTime<Utc>,
) -> Result<Option<Note>, StoreError> {
    let note = store.insert_note(user, text, author, now)?;
    if note.is_some() {
        let me = ActingStaff::in_browser(author, None);
        store.append_act(&me.act(Action::UsersNote).concerning(user), now)?;
    }
    Ok(note)
}
