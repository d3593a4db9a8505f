//! Sessions as a calendar file (RFC 5545).

use ::courses::lesson::markdown::paragraphs;
use ::live::{LiveSession, MemberLive};
use icalendar::{Calendar, Component, Event, EventLike, EventStatus, Property};

/// How often a calendar is to be read again (RFC 7986); many programs have a time of their own.
const REFRESH: &str = "PT1H";

/// What wrote the file, for programs that read it.
const PRODUCT: &str = "-//Course portal//Live sessions//EN";

/// The sessions in UTC, each as an event of its own. The file stands still while no session changes.
pub fn calendar_file(sessions: &[MemberLive], name: &str, public_url: &str) -> String {
    let mut calendar = Calendar::empty();
    calendar
        .append_property(("VERSION", "2.0"))
        .append_property(("PRODID", PRODUCT))
        .append_property(("CALSCALE", "GREGORIAN"))
        .name(name)
        .append_property(Property::new("METHOD", "PUBLISH"))
        .append_property(
            Property::new("REFRESH-INTERVAL", REFRESH)
                .add_parameter("VALUE", "DURATION")
                .done(),
        )
        .append_property(Property::new("X-PUBLISHED-TTL", REFRESH));
    for live in sessions {
        calendar.push(event(&live.session, public_url));
    }
    calendar.to_string()
}

fn event(session: &LiveSession, public_url: &str) -> Event {
    let mut event = Event::new();
    event
        .uid(&uid(session, public_url))
        .timestamp(session.changed_at)
        .last_modified(session.changed_at)
        .sequence(session.sequence.unsigned_abs())
        .starts(session.times.starts_at)
        .ends(session.times.ends_at)
        .summary(&session.title)
        .description(&description(session, public_url))
        .url(&session.link(public_url))
        .status(if session.cancelled.is_some() {
            EventStatus::Cancelled
        } else {
            EventStatus::Confirmed
        });
    event.done()
}

/// The same for ever: the session's number at this site.
fn uid(session: &LiveSession, public_url: &str) -> String {
    let host = public_url.split_once("://").map_or(public_url, |(_, host)| host);
    format!("live-{}@{host}", session.id.0)
}

fn description(session: &LiveSession, public_url: &str) -> String {
    let mut lines = vec![session.course_title.clone()];
    if let Some(cancelled) = &session.cancelled {
        lines.push(format!("Cancelled: {}", cancelled.reason));
    }
    lines.extend(session.text.as_deref().map(|text| paragraphs(text).join("\n")));
    match session.recording {
        Some(lesson) => lines.push(format!(
            "Watch the recording: {public_url}/portal/course/{}?lesson={}",
            session.course.0, lesson.0
        )),
        None => lines.push(format!("Join: {}", session.link(public_url))),
    }
    lines.push(String::from("This is education and no advice."));
    lines.join("\n\n")
}
