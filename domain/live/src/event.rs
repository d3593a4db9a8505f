//! A session as a scheduled event of the Discord guild.
//!
//! Decision: each change of a session asks for one job under the session's number. The job compares nothing with the change: it brings the
//! event to what the session is now. It finds the event by its stored number, else by the address of the session's page in it, so that a kill
//! between Discord's acceptance and the note of the number makes no second event. Ruled out: a job for each change, whose order would count.
//! A server without such events ends the job and asks nothing.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{JobKind, JobRank, NewJob, StoreError};

use crate::{ChannelId, LiveId, LiveSession, LiveState, LiveStore, Place};

/// The job that brings an event up to date; its key is the number of the session.
pub const EVENT_JOB: JobKind = "live_event";

/// The longest place of an event (Discord, "Guild Scheduled Event Entity Metadata").
const PLACE_CHARS: usize = 100;

/// Where the guild sees that a session is held. The join address is in no event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventPlace {
    /// The address of the session's page.
    Page(String),
    Channel(ChannelId),
}

/// What the event of a session says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveEvent {
    pub name: String,
    /// The course, and the address of the session's page on a line of its own.
    pub description: String,
    pub place: EventPlace,
    /// `None` once the session has begun: Discord takes no start in the past.
    pub starts_at: Option<DateTime<Utc>>,
    pub ends_at: DateTime<Utc>,
}

/// What is to be done about the event of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventTask {
    Put(LiveEvent),
    Remove,
    /// Discord ends it by itself.
    Leave,
}

/// What is to be done now about the event of a session; `None` is a session that was removed with its course.
#[must_use]
pub fn event_task(session: Option<&LiveSession>, public_url: &str, now: DateTime<Utc>) -> EventTask {
    let Some(session) = session else {
        return EventTask::Remove;
    };
    match session.state(now) {
        LiveState::Cancelled => EventTask::Remove,
        LiveState::Ended => EventTask::Leave,
        LiveState::Planned | LiveState::Open => EventTask::Put(event(session, public_url, now)),
    }
}

fn event(session: &LiveSession, public_url: &str, now: DateTime<Utc>) -> LiveEvent {
    let link = session.link(public_url);
    let place = match &session.place {
        Place::Channel(channel) => EventPlace::Channel(channel.clone()),
        Place::Address(_) => EventPlace::Page(link.chars().take(PLACE_CHARS).collect()),
    };
    // A course's title has at most 200 characters, an event's description 1,000.
    LiveEvent {
        name: session.title.clone(),
        description: format!("{}\n{link}", session.course_title),
        place,
        starts_at: (now < session.times.starts_at).then_some(session.times.starts_at),
        ends_at: session.times.ends_at,
    }
}

/// Has the event of a session brought up to date, after the transaction commits.
///
/// # Errors
/// [`StoreError`]
pub fn request_event(store: &mut dyn LiveStore, id: LiveId) -> Result<(), StoreError> {
    store.enqueue(NewJob {
        kind: EVENT_JOB,
        key: &id.0.to_string(),
        payload: None,
        rank: JobRank::Other,
        due: None,
    })
}

/// Has the events made of coming sessions that have none: those of before the setting was on.
///
/// # Errors
/// [`StoreError`]
pub fn request_missing_events(store: &mut dyn LiveStore, now: DateTime<Utc>) -> Result<(), StoreError> {
    for id in store.live_without_event(now)? {
        request_event(store, id)?;
    }
    Ok(())
}

/// Why an event is not up to date yet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EventFailure {
    /// Discord asks to wait.
    #[error("Discord asks to wait {} s", .0.as_secs())]
    Wait(Duration),
    /// Discord fails or does not answer. `late`: what was asked may still happen.
    #[error("{problem}")]
    Passing { problem: String, late: bool },
    /// Only the owner can remove the problem.
    #[error("{0}")]
    Refused(String),
}

impl EventFailure {
    /// The longest pause.
    pub const LONGEST: TimeDelta = TimeDelta::minutes(30);
    /// What was asked has happened by then, or does not happen any more.
    const LATE: TimeDelta = TimeDelta::seconds(30);

    /// For how long to wait after so many earlier failures.
    #[must_use]
    pub fn pause(&self, attempts: i32) -> TimeDelta {
        let doubled = 1_i64 << attempts.clamp(0, 5);
        match self {
            Self::Wait(wait) => {
                TimeDelta::from_std(*wait).map_or(TimeDelta::minutes(1), |wait| wait.min(Self::LONGEST))
            }
            Self::Passing { late: true, .. } => Self::LATE,
            Self::Passing { late: false, .. } => TimeDelta::seconds(doubled.min(30)),
            Self::Refused(_) => TimeDelta::minutes(doubled).min(Self::LONGEST),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cancelled, JoinAddress, LiveTimes, Zone};
    use courses::{CourseId, Visibility};

    const ORIGIN: &str = "https://portal.example";

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn session(place: Place) -> LiveSession {
        let starts_at = at("2026-12-01T19:00:00Z");
        LiveSession {
            id: LiveId(12),
            course: CourseId(1),
            course_title: String::from("Live room"),
            visibility: Visibility::Shown,
            title: String::from("Open floor"),
            text: Some(String::from("Bring a chart.")),
            times: LiveTimes {
                starts_at,
                ends_at: starts_at + TimeDelta::minutes(90),
            },
            zone: Zone::parse("Europe/Brussels").unwrap(),
            place,
            cancelled: None,
            sequence: 0,
            changed_at: starts_at,
            recording: None,
        }
    }

    fn address() -> Place {
        Place::Address(JoinAddress::parse("https://meet.example/secret").unwrap())
    }

    #[test]
    fn an_event_leads_to_the_session_s_page_and_never_to_its_join_address() {
        let EventTask::Put(event) = event_task(Some(&session(address())), ORIGIN, at("2026-11-30T19:00:00Z"))
        else {
            panic!("an event");
        };
        let link = format!("{ORIGIN}/portal/live/12");
        assert_eq!(event.place, EventPlace::Page(link.clone()));
        assert_eq!(event.description, format!("Live room\n{link}"));
        assert_eq!(
            (event.starts_at, event.ends_at),
            (Some(at("2026-12-01T19:00:00Z")), at("2026-12-01T20:30:00Z"))
        );
        assert!(!format!("{event:?}").contains("secret"));
    }

    #[test]
    fn a_session_in_a_channel_keeps_its_channel_and_a_long_address_is_cut() {
        let channel = ChannelId::parse("123456789012345678").unwrap();
        let now = at("2026-11-30T19:00:00Z");
        let held = event(&session(Place::Channel(channel.clone())), ORIGIN, now);
        assert_eq!(held.place, EventPlace::Channel(channel));
        let far = format!("https://{}.example", "long.".repeat(30));
        let EventPlace::Page(place) = event(&session(address()), &far, now).place else {
            panic!("a page");
        };
        assert_eq!(place.chars().count(), PLACE_CHARS);
    }

    #[test]
    fn what_has_begun_keeps_its_start_and_what_is_over_or_gone_is_left_or_removed() {
        let mut session = session(address());
        let task = |session: &LiveSession, now| event_task(Some(session), ORIGIN, at(now));
        let EventTask::Put(begun) = task(&session, "2026-12-01T19:00:00Z") else {
            panic!("an event");
        };
        assert_eq!(begun.starts_at, None);
        assert_eq!(task(&session, "2026-12-01T20:30:00Z"), EventTask::Leave);
        session.cancelled = Some(Cancelled {
            at: at("2026-11-30T19:00:00Z"),
            reason: String::from("The speaker is ill."),
        });
        assert_eq!(task(&session, "2026-12-01T20:30:00Z"), EventTask::Remove);
        assert_eq!(
            event_task(None, ORIGIN, at("2026-12-01T20:30:00Z")),
            EventTask::Remove
        );
    }

    #[test]
    fn tries_are_apart_by_growing_pauses_and_by_what_discord_asks() {
        let passing = |late| EventFailure::Passing {
            problem: String::from("no answer"),
            late,
        };
        let refused = EventFailure::Refused(String::from("no permission"));
        let pauses = [0, 1, 5, 50].map(|attempts| passing(false).pause(attempts).num_seconds());
        assert_eq!(pauses, [1, 2, 30, 30]);
        assert_eq!(passing(true).pause(0).num_seconds(), 30);
        let pauses = [0, 4, 50].map(|attempts| refused.pause(attempts).num_minutes());
        assert_eq!(pauses, [1, 16, 30]);
        let wait = EventFailure::Wait(Duration::from_secs(7));
        assert_eq!(wait.pause(3), TimeDelta::seconds(7));
    }
}
