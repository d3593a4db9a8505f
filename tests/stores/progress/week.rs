//! Staff's numbers of the week.

use chrono::TimeDelta;
use kernel::AccessTerm;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    samples::{add_course, noon, videos_of},
};

use super::{member, report};

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
