//! How many devices may watch, and how a further device is refused.

use proptest::prelude::*;

use super::*;
use crate::{SESSION_IDLE, SESSION_LIFE};

const FIREFOX: &str = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Firefox/140.0";
const CHROME: &str = "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36";

fn noon() -> DateTime<Utc> {
    "2026-01-31T12:00:00Z".parse().unwrap()
}

/// A user's sessions on these devices.
fn signed_in_on(agents: &[&str]) -> Vec<Session> {
    let sessions = agents.iter().zip(1..).map(|(agent, id)| Session {
        id: SessionId(id),
        device: Device::named(agent),
        created_at: noon(),
        last_seen_at: noon(),
        expires_at: noon() + SESSION_LIFE,
        watching_at: None,
        watching_video: None,
    });
    sessions.collect()
}

/// Lets the `n`th device watch, as [`claim_stream`] does.
fn claim(sessions: &mut [Session], n: usize, limit: u32, now: DateTime<Utc>) -> Result<(), StreamError> {
    let watcher = Watcher {
        user: UserId(1),
        session: sessions[n].id,
        watching_at: sessions[n].watching_at,
    };
    if !watcher.has_claim(now) {
        check_place(sessions, watcher.session, StreamLimit::of(limit), now)?;
        sessions[n].watching_at = Some(now);
    }
    Ok(())
}

fn refusal(outcome: Result<(), StreamError>) -> String {
    match outcome {
        Err(StreamError::TooMany(devices)) => devices.to_string(),
        other => panic!("not refused for the devices that watch: {other:?}"),
    }
}

#[test]
fn a_further_device_gets_the_names_of_those_that_watch() {
    let mut sessions = signed_in_on(&[CHROME, FIREFOX, "curl", CHROME, CHROME]);
    for n in 0..4 {
        claim(&mut sessions, n, 4, noon()).unwrap();
    }
    assert_eq!(
        refusal(claim(&mut sessions, 4, 4, noon())),
        "Chrome on Linux (2 devices), Firefox on Windows and An unknown program"
    );
    assert!(!sessions[4].is_watching(noon()));
}

#[test]
fn a_session_that_ended_by_disuse_holds_no_place() {
    let mut sessions = signed_in_on(&[CHROME, FIREFOX]);
    let later = noon() + SESSION_IDLE - TimeDelta::seconds(1);
    claim(&mut sessions, 0, 1, later).unwrap();
    sessions[1].last_seen_at = later;
    refusal(claim(&mut sessions, 1, 1, later));
    claim(&mut sessions, 1, 1, later + TimeDelta::seconds(1)).unwrap();
}

#[test]
fn a_time_that_a_wrong_clock_left_behind_holds_no_place() {
    let mut sessions = signed_in_on(&[CHROME, FIREFOX]);
    claim(&mut sessions, 0, 1, noon() + TimeDelta::days(1)).unwrap();
    claim(&mut sessions, 1, 1, noon()).unwrap();
    refusal(claim(&mut sessions, 0, 1, noon()));
}

proptest! {
    #[test]
    fn never_more_than_the_limit_count_and_one_that_counts_is_never_refused(
        asks in prop::collection::vec((0..5_usize, 0..40_i64), 1..60), limit in 1..4_u32,
    ) {
        let mut sessions = signed_in_on(&[CHROME; 5]);
        let mut now = noon();
        for (device, pause) in asks {
            now += TimeDelta::seconds(pause);
            let counted = sessions[device].is_watching(now);
            let outcome = claim(&mut sessions, device, limit, now);
            prop_assert!(outcome.is_ok() || !counted, "a device that counts was refused");
            let counting = sessions.iter().filter(|session| session.is_watching(now)).count();
            prop_assert!(counting <= usize::try_from(limit).unwrap());
            prop_assert!(outcome.is_ok() || counting == usize::try_from(limit).unwrap());
        }
    }
}
