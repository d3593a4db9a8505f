//! A session's row.

use ::live::{Cancelled, ChannelId, JoinAddress, LiveId, LiveSession, LiveTimes, NewLiveRow, Place, Zone};
use chrono::{DateTime, NaiveDateTime, Utc};
use courses::{CourseId, VideoId, Visibility};
use diesel::prelude::*;
use kernel::StoreError;

use crate::{
    errors::foreign,
    schema::{courses as course_rows, live_sessions},
    times::{loaded, stored},
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = live_sessions)]
pub(super) struct LiveRow {
    id: i32,
    course_id: i32,
    title: String,
    text: Option<String>,
    starts_at: NaiveDateTime,
    ends_at: NaiveDateTime,
    zone: String,
    join_address: Option<String>,
    channel: Option<String>,
    cancelled_at: Option<NaiveDateTime>,
    reason: Option<String>,
    sequence: i32,
    changed_at: NaiveDateTime,
    recording_id: Option<i32>,
}

#[derive(Insertable)]
#[diesel(table_name = live_sessions)]
pub(super) struct NewRow<'a> {
    course_id: i32,
    title: &'a str,
    text: Option<&'a str>,
    starts_at: NaiveDateTime,
    ends_at: NaiveDateTime,
    zone: &'a str,
    join_address: Option<&'a str>,
    channel: Option<&'a str>,
    changed_at: NaiveDateTime,
}

#[derive(AsChangeset)]
#[diesel(table_name = live_sessions, treat_none_as_null = true)]
pub(super) struct ChangedRow<'a> {
    title: &'a str,
    text: Option<&'a str>,
    starts_at: NaiveDateTime,
    ends_at: NaiveDateTime,
    zone: &'a str,
    join_address: Option<&'a str>,
    channel: Option<&'a str>,
    cancelled_at: Option<NaiveDateTime>,
    reason: Option<&'a str>,
    sequence: i32,
    changed_at: NaiveDateTime,
}

/// The address and the channel of a place.
fn stored_place(place: &Place) -> (Option<&str>, Option<&str>) {
    match place {
        Place::Address(address) => (Some(address.as_str()), None),
        Place::Channel(channel) => (None, Some(channel.as_str())),
    }
}

impl<'a> NewRow<'a> {
    pub fn of(new: &NewLiveRow<'a>, now: DateTime<Utc>) -> Self {
        let (join_address, channel) = stored_place(new.place);
        Self {
            course_id: new.course.0,
            title: new.title,
            text: new.text,
            starts_at: stored(new.times.starts_at),
            ends_at: stored(new.times.ends_at),
            zone: new.zone.name(),
            join_address,
            channel,
            changed_at: stored(now),
        }
    }
}

impl<'a> ChangedRow<'a> {
    pub fn of(session: &'a LiveSession) -> Self {
        let (join_address, channel) = stored_place(&session.place);
        let cancelled = session.cancelled.as_ref();
        Self {
            title: &session.title,
            text: session.text.as_deref(),
            starts_at: stored(session.times.starts_at),
            ends_at: stored(session.times.ends_at),
            zone: session.zone.name(),
            join_address,
            channel,
            cancelled_at: cancelled.map(|cancelled| stored(cancelled.at)),
            reason: cancelled.map(|cancelled| cancelled.reason.as_str()),
            sequence: session.sequence,
            changed_at: stored(session.changed_at),
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = course_rows)]
pub(super) struct CourseOfLive {
    title: String,
    hidden: bool,
    draft: bool,
}

/// Of a query on sessions with their courses: what a session is made of.
#[derive(Queryable, Selectable)]
#[diesel(table_name = live_sessions)]
pub(super) struct FoundRow {
    #[diesel(embed)]
    live: LiveRow,
    #[diesel(embed)]
    course: CourseOfLive,
}

pub(super) fn session(FoundRow { live: row, course }: FoundRow) -> Result<LiveSession, StoreError> {
    let channel = row.channel.as_deref().and_then(ChannelId::parse);
    let place = match (row.join_address, channel) {
        (Some(address), _) => Place::Address(JoinAddress::stored(address)),
        (None, Some(channel)) => Place::Channel(channel),
        (None, None) => return Err(StoreError::Inconsistent("a live session has no place".into())),
    };
    let cancelled = row.cancelled_at.zip(row.reason);
    Ok(LiveSession {
        id: LiveId(row.id),
        course: CourseId(row.course_id),
        course_title: course.title,
        visibility: match (course.draft, course.hidden) {
            (true, _) => Visibility::Draft,
            (false, true) => Visibility::Hidden,
            (false, false) => Visibility::Shown,
        },
        title: row.title,
        text: row.text,
        times: LiveTimes {
            starts_at: loaded(row.starts_at),
            ends_at: loaded(row.ends_at),
        },
        zone: Zone::parse(&row.zone).map_err(foreign)?,
        place,
        cancelled: cancelled.map(|(at, reason)| Cancelled {
            at: loaded(at),
            reason,
        }),
        sequence: row.sequence,
        changed_at: loaded(row.changed_at),
        recording: row.recording_id.map(VideoId),
    })
}
