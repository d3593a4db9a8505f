//! The live room of the demo: three sessions that come, and a past one of which the course's lesson is the recording.

use std::{fs::OpenOptions, io, io::Write as _, path::Path};

use chrono::{DateTime, TimeDelta, Utc};
use courses::{Course, CourseStore, VideoId};
use kernel::StoreError;
use live::{
    JoinAddress, LiveId, LiveStore, LiveTimes, NewLiveRow, Place, SOON, WhichLive, Zone, request_event,
};
use persistence::Store;

/// The folder and the slug of the course.
pub(crate) const LIVE_ROOM: &str = "live-room";

const TITLE: &str = "Weekly review";
const TEXT: &str = "We read the week's chart together, write one plan, and take questions.\n\n\
                    - Bring **one chart** with the range of the week.\n\
                    - The recording is a lesson of this course afterwards.";
const ZONE: &str = "Europe/Brussels";
/// The domain is reserved (RFC 2606): there is no meeting.
const JOIN: &str = "https://meet.example.com/live-room";
const COMING: i32 = 3;
const LENGTH: TimeDelta = TimeDelta::minutes(60);
/// From the loading to the first start, before it is rounded up to five minutes: Join becomes active while a visitor looks around.
const FIRST_AFTER: TimeDelta = TimeDelta::minutes(20);
const ROUND_SECONDS: i64 = 300;
/// Of past sessions so many are looked at.
const LOOKED_AT: i64 = 100;

/// The session of the demo that has a recording, if the course was loaded before.
pub(crate) fn recorded_session(
    store: &mut Store<'_>,
    now: DateTime<Utc>,
) -> Result<Option<LiveId>, StoreError> {
    let Some(course) = store.course_named(LIVE_ROOM)? else {
        return Ok(None);
    };
    let past = store.live_for_staff(WhichLive::Past, Some(course.id), now, LOOKED_AT)?;
    let recorded = past.into_iter().find(|live| live.session.recording.is_some());
    Ok(recorded.map(|live| live.session.id))
}

/// Names a session as the one of which the folder's lesson is the recording: the folder of another installation becomes this one's.
///
/// # Errors
/// Any error of the file.
pub(crate) fn name_recording(folder: &Path, session: LiveId) -> io::Result<()> {
    let mut manifest = OpenOptions::new().append(true).open(folder.join("course.toml"))?;
    // The file ends with the lesson's table.
    writeln!(manifest, "live = {}", session.0)
}

/// Writes what the live room lacks: three coming sessions if none comes, and a past one with its recording if none has one.
///
/// No member is mailed because of it.
///
/// # Errors
/// [`StoreError`]
pub(crate) fn plan_sessions(store: &mut Store<'_>, now: DateTime<Utc>) -> Result<(), StoreError> {
    let Some(course) = store.course_named(LIVE_ROOM)? else {
        return Ok(());
    };
    // Servers that start together come one after the other from here on.
    store.lock_live_of(course.id)?;
    let zone = Zone::parse(ZONE).map_err(|error| StoreError::Inconsistent(error.into()))?;
    let first = first_start(now);
    let sections = store.sections(course.id)?;
    if let Some(lesson) = sections.iter().flat_map(|section| &section.videos).next() {
        put_past(store, &course, &zone, first, lesson.id, now)?;
    }
    let coming = store.live_for_staff(WhichLive::Coming, Some(course.id), now, 1)?;
    if coming.is_empty() {
        for week in 0..COMING {
            let starts_at = start_of(&zone, first, week);
            let id = insert(store, &course, starts_at, &zone, now)?;
            if starts_at <= now + SOON {
                // The mail of a start that is near is not sent: a demo's mailbox has what its visitor causes.
                store.note_soon(id, starts_at)?;
            }
            request_event(store, id)?;
        }
    }
    Ok(())
}

fn put_past(
    store: &mut Store<'_>,
    course: &Course,
    zone: &Zone,
    first: DateTime<Utc>,
    lesson: VideoId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let past = store.live_for_staff(WhichLive::Past, Some(course.id), now, LOOKED_AT)?;
    if past.iter().any(|live| live.session.recording.is_some()) {
        return Ok(());
    }
    let ended = past.iter().find(|live| live.session.cancelled.is_none());
    let id = match ended {
        Some(live) => live.session.id,
        None => insert(store, course, start_of(zone, first, -1), zone, now)?,
    };
    store.put_recording(id, lesson, now)
}

fn insert(
    store: &mut Store<'_>,
    course: &Course,
    starts_at: DateTime<Utc>,
    zone: &Zone,
    now: DateTime<Utc>,
) -> Result<LiveId, StoreError> {
    let place = Place::Address(JoinAddress::stored(JOIN.to_owned()));
    let row = NewLiveRow {
        course: course.id,
        title: TITLE,
        text: Some(TEXT),
        times: LiveTimes {
            starts_at,
            ends_at: starts_at + LENGTH,
        },
        zone,
        place: &place,
    };
    store.insert_live(&row, now)
}

fn first_start(now: DateTime<Utc>) -> DateTime<Utc> {
    let early = now + FIRST_AFTER;
    let past_mark = early.timestamp().rem_euclid(ROUND_SECONDS);
    let second = early - TimeDelta::nanoseconds(early.timestamp_subsec_nanos().into());
    second + TimeDelta::seconds((ROUND_SECONDS - past_mark) % ROUND_SECONDS)
}

/// The same wall time so many weeks later; the same instant where the clocks skip it.
fn start_of(zone: &Zone, first: DateTime<Utc>, week: i32) -> DateTime<Utc> {
    let weeks = TimeDelta::weeks(week.into());
    zone.instant(zone.wall(first) + weeks).unwrap_or(first + weeks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_session_starts_at_a_mark_of_five_minutes_and_keeps_its_wall_time() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        assert_eq!(
            first_start(at("2026-10-20T18:01:30.5Z")),
            at("2026-10-20T18:25:00Z")
        );
        assert_eq!(
            first_start(at("2026-10-20T18:00:00Z")),
            at("2026-10-20T18:20:00Z")
        );
        let zone = Zone::parse(ZONE).unwrap();
        assert_eq!(
            start_of(&zone, at("2026-10-20T18:20:00Z"), 1),
            at("2026-10-27T19:20:00Z")
        );
        // 02:30 on the 29th is skipped.
        assert_eq!(
            start_of(&zone, at("2026-03-22T01:30:00Z"), 1),
            at("2026-03-29T01:30:00Z")
        );
    }
}
