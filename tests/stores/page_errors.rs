//! The errors of pages: counted, bounded and deleted.

use chrono::{DateTime, TimeDelta, Utc};
use persistence::{Database, PageError};
use rstest::rstest;
use support::{Engine, Postgres, Sqlite, TestDatabase};

fn error(message: &str) -> PageError {
    PageError {
        route: String::from("/portal/course/:id"),
        message: message.to_owned(),
        version: String::from("1.0.0"),
    }
}

fn note(database: &Database, error: PageError, now: DateTime<Utc>) {
    database
        .write(move |store| store.note_page_error(&error, now))
        .unwrap();
}

/// Message and number of reports of each error since then.
fn since(database: &Database, since: DateTime<Utc>) -> Vec<(String, i64)> {
    let errors = database.read(|store| store.page_errors_since(since)).unwrap();
    errors
        .into_iter()
        .map(|one| (one.error.message, one.reports))
        .collect()
}

#[rstest]
fn reports_of_one_error_add_up_and_old_ones_are_forgotten(#[values(Sqlite, Postgres)] engine: Engine) {
    let database = TestDatabase::new(engine);
    let now = DateTime::from_timestamp(1_795_000_000, 0).unwrap();
    note(&database, error("first"), now);
    note(&database, error("second"), now + TimeDelta::hours(1));
    note(&database.open_again(), error("first"), now + TimeDelta::hours(2));
    let other = PageError {
        version: String::from("1.0.1"),
        ..error("first")
    };
    note(&database, other, now + TimeDelta::hours(3));
    let all = [("first", 2), ("first", 1), ("second", 1)].map(|(message, count)| (message.to_owned(), count));
    assert_eq!(since(&database, now), all);
    assert_eq!(since(&database, now + TimeDelta::hours(2)), all[..2]);
    let first = database.read(|store| store.page_errors_since(now)).unwrap();
    assert_eq!(
        (first[0].first_at, first[0].last_at),
        (now, now + TimeDelta::hours(2))
    );
    let purged = database.write(move |store| store.purge_page_errors(now + TimeDelta::hours(2)));
    assert_eq!(purged.unwrap(), 1);
    assert_eq!(since(&database, now), all[..2]);
}

#[rstest]
fn of_a_route_and_a_release_the_ten_errors_with_the_most_reports_are_kept(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let database = TestDatabase::new(engine);
    let now = Utc::now();
    for _ in 0..2 {
        note(&database, error("real"), now);
    }
    database
        .write(move |store| {
            (0..40).try_for_each(|number| {
                let forged = PageError {
                    version: format!("1.0.{}", number % 7),
                    ..error(&format!("number {number}"))
                };
                store.note_page_error(&forged, now + TimeDelta::seconds(number))
            })
        })
        .unwrap();
    let kept = since(&database, now);
    assert_eq!((kept.len(), &kept[0]), (10, &(String::from("real"), 2)));
    assert_eq!(kept[1].0, "number 39", "of several the latest stays");
    // Another route and another release have their own ten.
    let other = PageError {
        route: String::from("/portal"),
        ..error("other")
    };
    let before = PageError {
        version: String::from("0.9.0"),
        ..error("before")
    };
    for one in [other, before] {
        note(&database, one, now);
    }
    assert_eq!(since(&database, now).len(), 12);
}
