//! Whether a request for a course's page sees the course: by its session and its grant.
#![expect(clippy::expect_used, reason = "a test that cannot continue ends with a panic")]

use accounts::{
    AccountStore as _, Device, NewUser, PasswordHash, SESSION_IDLE, SESSION_LIFE, SessionStore as _,
    SessionToken, Username, open_session,
};
use chrono::{DateTime, TimeDelta, Utc};
use courses::{AccessStore as _, CourseId, Grant, visit_course};
use fakes::FakeStore;
use mail::EmailAddress;

const COURSE: CourseId = CourseId(1);

fn noon() -> DateTime<Utc> {
    "2026-01-31T12:00:00Z".parse().expect("a time")
}

/// A signed-in user who holds the course until `expires_at`.
fn signed_in(expires_at: Option<DateTime<Utc>>) -> (FakeStore, SessionToken) {
    let (mut store, token) = (FakeStore::default(), SessionToken::from_random([1; 32]));
    let new = NewUser {
        username: Username::parse("Trader").expect("a name"),
        email: EmailAddress::parse("trader@example.com").expect("an address"),
        password: PasswordHash::stored(String::from("hash")),
    };
    let user = store.insert_user(&new, noon()).expect("a free name");
    open_session(&mut store, user, &token, Device::named("test"), noon()).expect("a session");
    let grant = Grant {
        purchased_at: noon(),
        expires_at,
    };
    store.put_grant(user, COURSE, &grant).expect("a grant");
    (store, token)
}

fn is_open(store: &mut FakeStore, token: Option<&SessionToken>, now: DateTime<Utc>) -> bool {
    let hash = token.map(SessionToken::hash);
    let visit = visit_course(store, hash.as_ref(), COURSE, now).expect("a read");
    visit.access.is_open()
}

#[test]
fn an_idle_session_closes_the_course_at_its_last_instant() {
    let (mut store, token) = signed_in(None);
    let end = noon() + SESSION_IDLE;
    assert!(is_open(
        &mut store,
        Some(&token),
        end - TimeDelta::microseconds(1)
    ));
    assert!(!is_open(&mut store, Some(&token), end));
}

#[test]
fn a_session_that_is_used_still_ends_by_age() {
    let (mut store, token) = signed_in(None);
    let end = noon() + SESSION_LIFE;
    let session = store.accounts.sessions[0].2.id;
    store
        .touch_session(session, end - TimeDelta::hours(1))
        .expect("a session");
    assert!(is_open(
        &mut store,
        Some(&token),
        end - TimeDelta::microseconds(1)
    ));
    assert!(!is_open(&mut store, Some(&token), end));
}

#[test]
fn a_live_session_does_not_open_an_ended_access() {
    let end = noon() + TimeDelta::days(1);
    let (mut store, token) = signed_in(Some(end));
    assert!(is_open(
        &mut store,
        Some(&token),
        end - TimeDelta::microseconds(1)
    ));
    assert!(!is_open(&mut store, Some(&token), end));
}

#[test]
fn a_request_without_a_session_or_with_an_unknown_one_sees_nothing() {
    let (mut store, _) = signed_in(None);
    assert!(!is_open(&mut store, None, noon()));
    assert!(!is_open(
        &mut store,
        Some(&SessionToken::from_random([2; 32])),
        noon()
    ));
}
