//! Which lesson is the recording of a live session, as rows.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use courses::VideoId;
use diesel::prelude::*;
use kernel::StoreError;

use crate::{Store, schema::live_sessions, store::on, times::stored};

/// The live session of which a lesson is the recording.
pub(super) fn recording_of(store: &mut Store<'_>, lesson: VideoId) -> Result<Option<i32>, StoreError> {
    on!(store, c => live_sessions::table
        .filter(live_sessions::recording_id.eq(lesson.0))
        .select(live_sessions::id)
        .first(*c)
        .optional())
}

/// Gives the sessions of a course these lessons as recordings, and takes every other recording back. A session whose recording changes
/// has changed for calendars; a session of another course and a cancelled session get no recording.
pub(super) fn put_recordings(
    store: &mut Store<'_>,
    course_id: i32,
    wanted: &[(i32, i32)],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let wanted: HashMap<i32, i32> = wanted.iter().copied().collect();
    let known: Vec<(i32, Option<i32>)> = on!(store, c => live_sessions::table
        .filter(live_sessions::course_id.eq(course_id))
        .filter(live_sessions::cancelled_at.is_null())
        .order(live_sessions::id)
        .select((live_sessions::id, live_sessions::recording_id))
        .load(*c))?;
    for (live, before) in known {
        let recording = wanted.get(&live).copied();
        if recording != before {
            on!(store, c => diesel::update(live_sessions::table.find(live))
                .set((
                    live_sessions::recording_id.eq(recording),
                    live_sessions::changed_at.eq(stored(now)),
                ))
                .execute(*c))?;
        }
    }
    Ok(())
}
