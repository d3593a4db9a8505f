//! What is asked for each segment of a video that is being watched.

use std::sync::{Mutex, PoisonError};

use accounts::{Device, SessionToken, open_session};
use courses::{GrantError, grant_access, lesson::open::open_lesson};
use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};
use kernel::AccessTerm;
use rstest::rstest;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    samples::{add_course, add_user, bytes, noon, videos_of},
};

static QUERIES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Notes what selects; a connection's own statements, such as those of a transaction, ask for no rows.
fn recorder() -> Option<Box<dyn Instrumentation>> {
    Some(Box::new(|event: InstrumentationEvent<'_>| {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            let text = query.to_string();
            if text.starts_with("SELECT ") && text.contains(" FROM ") {
                QUERIES.lock().unwrap_or_else(PoisonError::into_inner).push(text);
            }
        }
    }))
}

#[rstest]
fn a_segment_of_a_video_that_is_watched_costs_one_query(#[values(Sqlite, Postgres)] engine: Engine) {
    set_default_instrumentation(recorder).unwrap();
    let database = TestDatabase::new(engine);
    let course = add_course(&database, "futures");
    let user = add_user(&database, "trader");
    let video = videos_of(&database, course)[0];
    let token = SessionToken::from_random(bytes(5));
    let hash = token.hash();
    let opened: Result<(), GrantError> = database.write(move |store| {
        open_session(store, user, &token, Device::named("x"), noon())?;
        grant_access(store, user, course, AccessTerm::Lifetime, noon()).map(|_| ())
    });
    opened.unwrap();
    QUERIES.lock().unwrap().clear();
    let opened = database.read(|store| open_lesson(store, Some(&hash), Some(video), noon()));
    assert_eq!(opened.unwrap().member.unwrap().user, user);
    let queries = QUERIES.lock().unwrap().clone();
    assert_eq!(queries.len(), 1, "{queries:#?}");
}
