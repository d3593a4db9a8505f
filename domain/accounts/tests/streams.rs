//! How many devices may watch, and what a further one is told.
#![expect(clippy::expect_used, reason = "a test that cannot continue ends with a panic")]

use accounts::{
    AccountStore as _, Device, NewUser, PasswordHash, SESSION_IDLE, SessionStore as _, SessionToken,
    StreamError, StreamLimit, Username, WATCHING_LASTS, Watcher, claim_stream, open_session, signed_in,
};
use chrono::{DateTime, TimeDelta, Utc};
use fakes::FakeStore;
use mail::EmailAddress;
use proptest::prelude::*;

const FIREFOX: &str = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Firefox/140.0";
const CHROME: &str = "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36";

fn noon() -> DateTime<Utc> {
    "2026-01-31T12:00:00Z".parse().expect("a time")
}

fn token(n: usize) -> SessionToken {
    SessionToken::from_random([u8::try_from(n).expect("few devices"); 32])
}

/// A user who is signed in on these devices.
fn signed_in_on(agents: &[&str]) -> FakeStore {
    let mut store = FakeStore::default();
    let new = NewUser {
        username: Username::parse("Trader").expect("a name"),
        email: EmailAddress::parse("trader@example.com").expect("an address"),
        password: PasswordHash::stored(String::from("hash")),
    };
    let user = store.insert_user(&new, noon()).expect("a free name");
    for (n, agent) in agents.iter().enumerate() {
        open_session(&mut store, user, &token(n), Device::named(agent), noon()).expect("a session");
    }
    store
}

fn watcher(store: &mut FakeStore, n: usize, now: DateTime<Utc>) -> Watcher {
    let me = signed_in(store, &token(n).hash(), now).expect("a read");
    Watcher::from(&me.expect("a live session"))
}

fn claim(store: &mut FakeStore, n: usize, limit: u32, now: DateTime<Utc>) -> Result<(), StreamError> {
    let watcher = watcher(store, n, now);
    claim_stream(store, &watcher, StreamLimit::of(limit), now)
}

fn refusal(outcome: Result<(), StreamError>) -> String {
    let devices = match outcome {
        Err(StreamError::TooMany(devices)) => Some(devices.to_string()),
        _ => None,
    };
    devices.expect("refused for the devices that watch")
}

#[test]
fn a_further_device_is_told_which_ones_watch() {
    let mut store = signed_in_on(&[CHROME, FIREFOX, "curl", CHROME, CHROME]);
    for n in 0..4 {
        claim(&mut store, n, 4, noon()).expect("a place");
    }
    let told = refusal(claim(&mut store, 4, 4, noon()));
    let mut names: Vec<&str> = told.split(", ").flat_map(|part| part.split(" and ")).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "An unknown program",
            "Chrome on Linux (2 devices)",
            "Firefox on Windows"
        ]
    );
    assert_eq!(told.matches(" and ").count(), 1, "{told}");
    assert!(
        store
            .accounts
            .sessions
            .iter()
            .filter(|(.., row)| row.watching_at.is_some())
            .count()
            == 4
    );
}

#[test]
fn a_session_that_ended_by_disuse_holds_no_place() {
    let mut store = signed_in_on(&[CHROME, FIREFOX]);
    let later = noon() + SESSION_IDLE - TimeDelta::seconds(1);
    claim(&mut store, 0, 1, later).expect("a place");
    let other = watcher(&mut store, 1, noon());
    store.touch_session(other.session, later).expect("a write");
    refusal(claim(&mut store, 1, 1, later));
    claim(&mut store, 1, 1, later + TimeDelta::seconds(1)).expect("a place");
}

#[test]
fn a_time_that_a_wrong_clock_left_behind_holds_no_place() {
    let mut store = signed_in_on(&[CHROME, FIREFOX]);
    claim(&mut store, 0, 1, noon() + TimeDelta::days(1)).expect("a place");
    claim(&mut store, 1, 1, noon()).expect("a place");
    refusal(claim(&mut store, 0, 1, noon()));
}

proptest! {
    #[test]
    fn never_more_than_the_limit_count_and_one_that_counts_is_never_refused(
        asks in prop::collection::vec((0..5_usize, 0..40_i64), 1..60), limit in 1..4_u32,
    ) {
        let mut store = signed_in_on(&[CHROME; 5]);
        let mut now = noon();
        for (device, pause) in asks {
            now += TimeDelta::seconds(pause);
            let before = watcher(&mut store, device, now);
            let counted = before.watching_at.is_some_and(|at| now - at < WATCHING_LASTS);
            let outcome = claim(&mut store, device, limit, now);
            prop_assert!(outcome.is_ok() || !counted, "a device that counts was refused");
            let sessions = store.sessions(before.user).expect("a read");
            let counting = sessions.iter().filter(|session| session.is_watching(now)).count();
            prop_assert!(counting <= usize::try_from(limit).expect("a small number"));
            prop_assert!(outcome.is_ok() || counting == usize::try_from(limit).expect("a small number"));
        }
    }
}
