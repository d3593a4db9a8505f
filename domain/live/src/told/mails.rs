//! The facts of the mails about a session.

use chrono::{DateTime, NaiveDateTime, Utc};
use mail::{LiveCancelledMail, LiveMovedMail, LiveSoonMail, Mail};

use crate::{LiveSession, LiveTimes, Zone};

/// "Tuesday 1 December 2026, 20:00 to 21:30 Europe/Brussels (19:00 to 20:30 UTC)"; the day of UTC too where it is another. A
/// session in UTC has its time once.
pub(crate) fn when(times: LiveTimes, zone: &Zone) -> String {
    let here = [zone.wall(times.starts_at), zone.wall(times.ends_at)];
    let utc = [times.starts_at, times.ends_at].map(|at: DateTime<Utc>| at.naive_utc());
    let in_zone = format!("{}, {} {}", day(here[0]), hours(here), zone.name());
    if zone.name() == "UTC" {
        return in_zone;
    }
    let day = if here[0].date() == utc[0].date() {
        String::new()
    } else {
        format!("{}, ", day(utc[0]))
    };
    format!("{in_zone} ({day}{} UTC)", hours(utc))
}

fn day(time: NaiveDateTime) -> String {
    time.format("%A %-d %B %Y").to_string()
}

fn hours([from, to]: [NaiveDateTime; 2]) -> String {
    format!("{} to {}", from.format("%H:%M"), to.format("%H:%M"))
}

pub(crate) fn soon_mail(session: &LiveSession, to: &str, public_url: &str, turn_off_url: &str) -> Mail {
    LiveSoonMail {
        to,
        course_title: &session.course_title,
        title: &session.title,
        when: &when(session.times, &session.zone),
        link: &session.link(public_url),
        turn_off_url,
    }
    .compose()
}

pub(crate) fn moved_mail(session: &LiveSession, from: LiveTimes, to: &str, public_url: &str) -> Mail {
    LiveMovedMail {
        to,
        course_title: &session.course_title,
        title: &session.title,
        before: &when(from, &session.zone),
        after: &when(session.times, &session.zone),
        link: &session.link(public_url),
    }
    .compose()
}

pub(crate) fn cancelled_mail(session: &LiveSession, reason: &str, to: &str, public_url: &str) -> Mail {
    LiveCancelledMail {
        to,
        course_title: &session.course_title,
        title: &session.title,
        when: &when(session.times, &session.zone),
        reason,
        link: &session.link(public_url),
    }
    .compose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(
        "Europe/Brussels",
        "2026-12-01T19:00:00Z",
        "Tuesday 1 December 2026, 20:00 to 21:30 Europe/Brussels (19:00 to 20:30 UTC)"
    )]
    #[case(
        "America/New_York",
        "2026-12-02T01:00:00Z",
        "Tuesday 1 December 2026, 20:00 to 21:30 America/New_York (Wednesday 2 December 2026, 01:00 to 02:30 UTC)"
    )]
    #[case("UTC", "2026-12-01T19:00:00Z", "Tuesday 1 December 2026, 19:00 to 20:30 UTC")]
    fn times_are_of_the_zone_and_of_utc(#[case] zone: &str, #[case] start: &str, #[case] text: &str) {
        let starts_at: DateTime<Utc> = start.parse().unwrap();
        let ends_at = starts_at + chrono::TimeDelta::minutes(90);
        assert_eq!(
            when(LiveTimes { starts_at, ends_at }, &Zone::parse(zone).unwrap()),
            text
        );
    }
}
