//! The numbers of sessions' events at Discord.

use ::live::{EventId, LiveId};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use kernel::StoreError;

use crate::{
    Store,
    schema::{courses, live_events, live_sessions},
    store::on,
    times::stored,
};

impl Store<'_> {
    /// The number of the session's event at Discord, also of a session that was removed; `None` if none is noted.
    pub fn live_event(&mut self, id: LiveId) -> Result<Option<EventId>, StoreError> {
        let event: Option<String> = on!(self, c => live_events::table
            .find(id.0)
            .select(live_events::event_id)
            .first(*c)
            .optional())?;
        Ok(event.map(EventId))
    }

    /// Notes the event of a session; `None` deletes the note.
    pub fn put_live_event(&mut self, id: LiveId, event: Option<&EventId>) -> Result<(), StoreError> {
        let Some(EventId(event)) = event else {
            return on!(self, c => diesel::delete(live_events::table.find(id.0)).execute(*c)).map(|_| ());
        };
        on!(self, c => diesel::insert_into(live_events::table)
            .values((live_events::live_id.eq(id.0), live_events::event_id.eq(event)))
            .on_conflict(live_events::live_id)
            .do_update()
            .set(live_events::event_id.eq(event))
            .execute(*c))
        .map(|_| ())
    }
}

pub(super) fn without_event(store: &mut Store<'_>, now: DateTime<Utc>) -> Result<Vec<LiveId>, StoreError> {
    let ids: Vec<i32> = on!(store, c => live_sessions::table
        .inner_join(courses::table)
        .left_join(live_events::table.on(live_events::live_id.eq(live_sessions::id)))
        .filter(courses::removed_at.is_null())
        .filter(live_sessions::cancelled_at.is_null())
        .filter(live_sessions::starts_at.gt(stored(now)))
        .filter(live_events::event_id.is_null())
        .order(live_sessions::id)
        .select(live_sessions::id)
        .load(*c))?;
    Ok(ids.into_iter().map(LiveId).collect())
}
