//! Changing one session, also one of a series.

use audit::{ActingStaff, Action};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::StoreError;

use crate::{
    LiveId, LiveSession, LiveState, LiveStore, LiveText, LiveTimes, LiveTitle, Minutes, Place, Skipped,
    WallTime, Zone,
    event::request_event,
    told::{soon::is_soon, tell_moved},
};

/// What is absent stays. A zone alone keeps the wall time.
#[derive(Debug, Clone, Default)]
pub struct LiveEdit {
    pub title: Option<LiveTitle>,
    pub text: Option<LiveText>,
    pub start: Option<WallTime>,
    pub zone: Option<Zone>,
    pub minutes: Option<Minutes>,
    pub place: Option<Place>,
}

#[derive(Debug, thiserror::Error)]
pub enum EditError {
    #[error("there is no such session")]
    NoSuchLive,
    #[error("the session is cancelled")]
    Cancelled,
    #[error("the session is over")]
    Over,
    #[error(transparent)]
    Skipped(#[from] Skipped),
    #[error("the start is in the past")]
    Past,
    /// Of a session that has begun.
    #[error("the session would be over already")]
    EndsInPast,
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn changed(session: &LiveSession, edit: &LiveEdit) -> Result<LiveSession, Skipped> {
    let mut next = session.clone();
    if let Some(title) = &edit.title {
        next.title = title.as_str().to_owned();
    }
    if let Some(text) = &edit.text {
        next.text = text.clone().into_inner();
    }
    if let Some(place) = &edit.place {
        next.place = place.clone();
    }
    if let Some(zone) = &edit.zone {
        next.zone = zone.clone();
    }
    let LiveTimes { starts_at, ends_at } = session.times;
    let length = edit
        .minutes
        .map_or(ends_at - starts_at, |minutes| TimeDelta::minutes(minutes.get()));
    let starts_at = match (&edit.start, &edit.zone) {
        (Some(WallTime(wall)), _) => next.zone.instant(*wall)?,
        (None, Some(zone)) => zone.instant(session.zone.wall(starts_at))?,
        (None, None) => starts_at,
    };
    next.times = LiveTimes {
        starts_at,
        ends_at: starts_at + length,
    };
    Ok(next)
}

/// Changes a session before its end; members are mailed where its start or its end is another.
///
/// # Errors
/// [`EditError`]
pub fn edit_live(
    store: &mut dyn LiveStore,
    id: LiveId,
    edit: &LiveEdit,
    public_url: &str,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<LiveSession, EditError> {
    let before = store.lock_live(id)?.ok_or(EditError::NoSuchLive)?;
    match before.state(now) {
        LiveState::Cancelled => return Err(EditError::Cancelled),
        LiveState::Ended => return Err(EditError::Over),
        LiveState::Planned | LiveState::Open => {}
    }
    let mut next = changed(&before, edit)?;
    if next == before {
        return Ok(before);
    }
    let is_moved = next.times != before.times;
    if next.times.starts_at != before.times.starts_at && next.times.starts_at < now {
        return Err(EditError::Past);
    }
    if is_moved && next.times.ends_at <= now {
        return Err(EditError::EndsInPast);
    }
    if is_moved || next.title != before.title {
        next.sequence += 1;
    }
    next.changed_at = now;
    store.put_live(&next)?;
    if is_moved {
        tell_moved(store, &next, before.times, public_url, now)?;
        if is_soon(next.times.starts_at, now) {
            // The notice of the move is the notice of the new start.
            store.note_soon(id, next.times.starts_at)?;
        }
    }
    request_event(store, id)?;
    store.append_act(&by.act(Action::LiveEdit).about(&format!("live {}", id.0)), now)?;
    Ok(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ChannelId, LiveTitle};
    use courses::{CourseId, Visibility};
    use rstest::rstest;

    fn session() -> LiveSession {
        let starts_at = "2026-12-01T19:00:00Z".parse().unwrap();
        LiveSession {
            id: LiveId(1),
            course: CourseId(1),
            course_title: String::from("Live room"),
            visibility: Visibility::Shown,
            title: String::from("Open floor"),
            text: None,
            times: LiveTimes {
                starts_at,
                ends_at: starts_at + TimeDelta::minutes(90),
            },
            zone: Zone::parse("Europe/Brussels").unwrap(),
            place: Place::Channel(ChannelId::parse("123456789012345678").unwrap()),
            cancelled: None,
            sequence: 0,
            changed_at: starts_at,
            recording: None,
        }
    }

    #[rstest]
    #[case(LiveEdit { zone: Zone::parse("America/New_York").ok(), ..LiveEdit::default() }, "2026-12-02T01:00:00Z", 90)]
    #[case(LiveEdit { start: WallTime::parse("2026-12-08 21:00").ok(), ..LiveEdit::default() }, "2026-12-08T20:00:00Z", 90)]
    #[case(LiveEdit { minutes: Minutes::new(30).ok(), ..LiveEdit::default() }, "2026-12-01T19:00:00Z", 30)]
    #[case(LiveEdit { title: LiveTitle::parse("Q and A").ok(), ..LiveEdit::default() }, "2026-12-01T19:00:00Z", 90)]
    fn what_is_absent_stays(#[case] edit: LiveEdit, #[case] start: &str, #[case] minutes: i64) {
        let next = changed(&session(), &edit).unwrap();
        assert_eq!(next.times.starts_at, start.parse::<DateTime<Utc>>().unwrap());
        assert_eq!((next.times.ends_at - next.times.starts_at).num_minutes(), minutes);
    }

    #[test]
    fn a_wall_time_that_the_new_zone_skips_is_refused() {
        let edit = LiveEdit {
            start: WallTime::parse("2027-03-14 02:30").ok(),
            zone: Zone::parse("America/New_York").ok(),
            ..LiveEdit::default()
        };
        assert!(changed(&session(), &edit).is_err());
    }
}
