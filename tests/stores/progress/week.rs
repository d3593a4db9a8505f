//! What is watched on a day is added up, and deleted after a week.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{AccessTerm, StoreError};
use progress::{PlayedInterval, ProgressReport, Report, WatchedDayStore as _, WeekStore as _, week_begins};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    samples::{add_course, noon, videos_of},
};

use super::{member, report, send};

fn played(from: f64, to: f64, completed: Option<bool>, at: DateTime<Utc>) -> ProgressReport {
    ProgressReport {
        position: Report {
            watched_seconds: 10,
            completed,
        },
        watched_at: Some(at),
        played: PlayedInterval::between(from, to).into_iter().collect(),
    }
}

#[rstest]
fn seconds_and_finished_lessons_count_for_their_day(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let [anna, jo] = ["anna", "jo"].map(|name| member(&database, name, course, AccessTerm::Lifetime));
    let videos = videos_of(&database, course);
    let (today, yesterday) = (noon() + TimeDelta::days(8), noon() + TimeDelta::days(7));
    for (user, report) in [
        (anna, played(0.0, 30.0, None, yesterday)),
        (anna, played(30.0, 40.0, Some(true), today)),
        // Finished already.
        (anna, played(40.0, 45.0, Some(true), today)),
        (jo, played(0.0, 7.0, Some(true), today)),
        // Eight days ago.
        (jo, played(0.0, 50.0, None, noon())),
    ] {
        send(&database, user, videos[0], report, today).unwrap();
    }
    let days: Result<_, StoreError> = database.read(|store| store.watched_days(week_begins(today)));
    let days: Vec<_> = days
        .unwrap()
        .iter()
        .map(|day| (day.day, day.seconds, day.finished))
        .collect();
    assert_eq!(
        days,
        [(yesterday.date_naive(), 30, 0), (today.date_naive(), 22, 2)]
    );
    let forgotten: Result<(), StoreError> =
        database.write(move |store| store.forget_watched_days(today.date_naive()));
    forgotten.unwrap();
    let days: Result<_, StoreError> = database.read(|store| store.watched_days(week_begins(today)));
    assert_eq!(days.unwrap().len(), 1);
}

#[rstest]
fn members_who_watched_are_counted_once_each(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let [anna, jo, eva] =
        ["anna", "jo", "eva"].map(|name| member(&database, name, course, AccessTerm::Lifetime));
    let videos = videos_of(&database, course);
    let since = noon() + TimeDelta::days(1);
    let counted = || database.read(|store| store.members_who_watched(since)).unwrap();
    assert_eq!(counted(), 0);
    for (user, video, at) in [
        (anna, videos[0], since),
        (anna, videos[1], since + TimeDelta::days(1)),
        (jo, videos[0], since - TimeDelta::microseconds(1)),
        (eva, videos[0], since + TimeDelta::days(7)),
    ] {
        report(&database, user, video, 5, None, at).unwrap();
    }
    assert_eq!(counted(), 2);
    report(&database, jo, videos[0], 6, None, since + TimeDelta::days(7)).unwrap();
    assert_eq!(counted(), 3);
}

#[rstest]
fn lessons_are_counted_of_members_with_access(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let (course, empty) = (add_course(&database, "futures"), add_course(&database, "crypto"));
    let members = ["anna", "jo", "eva"].map(|name| member(&database, name, course, AccessTerm::Lifetime));
    let ended = member(&database, "otto", course, AccessTerm::Days(1));
    let videos = videos_of(&database, course);
    for user in [members[0], members[1], ended] {
        report(&database, user, videos[0], 100, None, noon()).unwrap();
    }
    report(&database, members[0], videos[1], 5, None, noon()).unwrap();
    report(&database, members[1], videos[1], 0, None, noon()).unwrap();
    let now = noon() + TimeDelta::days(2);
    let mut counts = database.read(|store| store.lesson_counts(now)).unwrap();
    counts.sort_by_key(|count| count.lesson);
    let counts: Vec<_> = counts
        .iter()
        .map(|count| (count.lesson, count.started, count.finished))
        .collect();
    assert_eq!(counts, [(videos[0], 2, 2), (videos[1], 1, 0)]);
    let held = database.read(|store| store.courses_with_members(now)).unwrap();
    assert!(held == [course] && !held.contains(&empty));
}
