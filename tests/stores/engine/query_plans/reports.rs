//! What a report of progress runs, the most frequent write.

use accounts::{Device, SessionToken, StreamLimit, open_session};
use chrono::TimeDelta;
use courses::grant_access;
use diesel::connection::set_default_instrumentation;
use kernel::{AccessTerm, StoreError};
use progress::{PlayedInterval, ProgressReport, Report, record_progress};
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    samples::{add_course, add_user, bytes, noon, videos_of},
};

use super::{QUERIES, recorder};
use crate::engine::plans::is_explainable;

#[rstest]
fn a_report_writes_the_position_alone_while_the_claim_is_young(#[values(Sqlite, Postgres)] engine: Engine) {
    set_default_instrumentation(recorder).unwrap();
    let database = TestDatabase::new(engine);
    let (course, user) = (add_course(&database, "futures"), add_user(&database, "trader"));
    let video = videos_of(&database, course)[0];
    let token = SessionToken::from_random(bytes(1));
    let hash = token.hash();
    database
        .write(move |store| grant_access(store, user, course, AccessTerm::Lifetime, noon()))
        .unwrap();
    let opened: Result<_, StoreError> =
        database.write(move |store| open_session(store, user, &token, Device::named("curl"), noon()));
    opened.unwrap();
    let statements = |seconds: i32| {
        QUERIES.lock().unwrap().clear();
        let now = noon() + TimeDelta::seconds(seconds.into());
        let report = ProgressReport {
            position: Report {
                watched_seconds: seconds,
                completed: None,
            },
            watched_at: None,
            played: PlayedInterval::between(f64::from(seconds), f64::from(seconds + 10))
                .into_iter()
                .collect(),
        };
        database
            .write(move |store| record_progress(store, &hash, StreamLimit::of(2), video, &report, now))
            .unwrap();
        let queries = QUERIES.lock().unwrap().clone();
        // PostgreSQL's commit asks for the transaction's number, whatever the transaction did.
        let is_own = |sql: &String| is_explainable(sql) && !sql.contains("txid_current");
        let found = queries.into_iter().filter(is_own);
        found.partition::<Vec<_>, _>(|sql| sql.starts_with("SELECT "))
    };
    for (seconds, reads, writes) in [(0, 2, 3), (10, 1, 1), (20, 1, 1), (31, 2, 3), (41, 1, 1)] {
        let (selects, changes) = statements(seconds);
        assert_eq!(
            (selects.len(), changes.len()),
            (reads, writes),
            "{seconds}: {selects:#?} {changes:#?}"
        );
    }
}
