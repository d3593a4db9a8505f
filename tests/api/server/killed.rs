//! A server that is killed under writes loses nothing that it acknowledged, and half-does nothing.

mod first_start;

use std::sync::atomic::{AtomicBool, Ordering};

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use support::{
    Browser, Engine, Postgres, Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, fresh_key, member, registration},
    databases::tables::{db_count, db_texts},
    samples::{course, import, section, video, videos_of},
    waiting::until,
};

/// Puts ever later positions until the server is gone; the last that was acknowledged.
fn watch_until_killed(mut browser: Browser, path: &str, killed: &AtomicBool) -> i64 {
    let mut last = 0;
    loop {
        let body = json!({ "watchedSeconds": last + 1 }).to_string();
        match browser.try_send("PUT", path, &[], Some(body.as_bytes())) {
            Ok(answer) => {
                let _ = answer.ok(200);
                last += 1;
            }
            Err(_) if killed.load(Ordering::SeqCst) => return last,
            Err(error) => panic!("a write failed before the server was killed: {error}"),
        }
    }
}

#[rstest]
fn no_acknowledged_position_is_lost_by_a_kill(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut server = Server::start(engine);
    let mut long = course("futures");
    // Longer than any round lasts, so that no position is cut at the end.
    long.sections = vec![section(
        "All",
        (0..5).map(|n| video(&format!("{n}.mp4"), 1_000_000)).collect(),
    )];
    let futures = import(server.database(), long);
    let videos = videos_of(server.database(), futures);
    let members: Vec<_> = (0..4)
        .map(|n| member(&server, &format!("trader{n}"), futures, AccessTerm::Lifetime))
        .collect();
    for video in videos {
        let killed = AtomicBool::new(false);
        let path = format!("/api/videos/{}/progress", video.0);
        let acknowledged: Vec<i64> = std::thread::scope(|scope| {
            let running: Vec<_> = members
                .iter()
                .map(|member| {
                    let mut browser = server.visitor();
                    browser.set_cookie(member.cookie());
                    let (killed, path) = (&killed, path.as_str());
                    scope.spawn(move || watch_until_killed(browser, path, killed))
                })
                .collect();
            let busy = format!(
                "video_progress WHERE video_id = {} AND watched_seconds > 3",
                video.0
            );
            until("each member has written some", || {
                db_count(&server.database().address(), &busy) >= 4
            });
            killed.store(true, Ordering::SeqCst);
            server.kill();
            running.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        server.start_again();
        for (member, acknowledged) in members.iter().zip(acknowledged) {
            let mut browser = server.visitor();
            browser.set_cookie(member.cookie());
            let read = browser
                .get(&format!("/api/courses/{}/progress", futures.0))
                .ok(200);
            let row = read
                .as_array()
                .unwrap()
                .iter()
                .find(|row| row["videoId"] == video.0);
            let kept = row.map_or(0, |row| row["watchedSeconds"].as_i64().unwrap());
            // The write under way at the kill may have come to rest without its answer.
            assert!(
                (acknowledged..=acknowledged + 1).contains(&kept),
                "{kept}, not {acknowledged}"
            );
        }
    }
    if engine == Sqlite {
        let check = db_texts(
            &server.database().address(),
            "SELECT integrity_check AS t FROM pragma_integrity_check",
        );
        assert_eq!(check, [Some(String::from("ok"))]);
    }
}

#[rstest]
fn a_registration_cut_off_by_a_kill_happened_wholly_or_not_at_all(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let mut server = Server::start(engine);
    let catalogue = CatalogueFixture::open(&server);
    let keys: Vec<_> = (0..8)
        .map(|_| fresh_key(&server, catalogue.futures, AccessTerm::Lifetime))
        .collect();
    let acknowledged: Vec<bool> = std::thread::scope(|scope| {
        let running: Vec<_> = keys
            .iter()
            .enumerate()
            .map(|(n, key)| {
                let (mut visitor, body) = (server.visitor(), registration(&format!("trader{n}"), key));
                scope.spawn(move || {
                    let body = body.to_string();
                    let answer = visitor.try_send("POST", "/api/register", &[], Some(body.as_bytes()));
                    answer.is_ok_and(|answer| answer.status == 201)
                })
            })
            .collect();
        until("some are registered", || {
            db_count(&server.database().address(), "users") >= 2
        });
        server.kill();
        running.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    server.start_again();
    let address = server.database().address();
    let users = db_count(&address, "users");
    for rows in [
        "purchase_codes WHERE used AND used_by IS NOT NULL",
        "user_course_access",
        "sessions",
    ] {
        assert_eq!(db_count(&address, rows), users, "{rows}: half a registration");
    }
    assert_eq!(db_count(&address, "purchase_codes WHERE used"), users);
    for (n, acknowledged) in acknowledged.into_iter().enumerate() {
        let there = db_count(&address, &format!("users WHERE username = 'trader{n}'")) == 1;
        assert!(there || !acknowledged, "an acknowledged registration is lost");
    }
}
