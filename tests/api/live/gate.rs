//! Who sees a session, who joins when, and that the address leaves by a join alone.

use chrono::{TimeDelta, Utc};
use kernel::AccessTerm;
use serde_json::{Value, json};
use support::{
    Server, Sqlite,
    catalogue_fixture::member,
    databases::tables::{db_count, db_run},
    http::contract::Contract,
    mailbox::{mail_with, mails},
    samples::add_course,
    waiting::until,
};

use super::{JOIN, Room, ids};

#[test]
fn a_member_joins_from_a_quarter_of_an_hour_before_the_start() {
    let mut room = Room::open(Sqlite);
    let id = room.plan(TimeDelta::minutes(20));
    let mut anna = room.member("Anna");
    let (one, join) = (format!("/api/live/{id}"), format!("/api/live/{id}/join"));
    let planned = anna.get(&one).ok(200);
    assert_eq!(anna.get("/api/live").ok(200), json!([planned]));
    let start = planned["startsAt"]
        .as_str()
        .unwrap()
        .parse::<chrono::DateTime<Utc>>()
        .unwrap();
    let minute = |time: chrono::DateTime<Utc>| time.format("%Y-%m-%dT%H:%M:%SZ").to_string();
    assert_eq!(
        planned,
        json!({
            "id": id, "courseId": room.course.0, "courseTitle": planned["courseTitle"], "title": "Open floor",
            "html": "<p>Bring a <strong>chart</strong>.</p>\n", "startsAt": minute(start),
            "endsAt": minute(start + TimeDelta::minutes(90)), "zone": "UTC", "state": "planned",
            "joinsAt": minute(start - TimeDelta::minutes(15)), "reason": null, "recording": null, "joined": false,
        })
    );
    let _ = anna.post(&join, &json!({})).refused(409, "live_not_open");
    room.shift(id, Utc::now() + TimeDelta::minutes(14));
    assert_eq!(anna.get(&one).ok(200)["state"], "open");
    for _ in 0..2 {
        assert_eq!(anna.post(&join, &json!({})).ok(200), json!({ "url": JOIN }));
    }
    assert_eq!(anna.get(&one).ok(200)["joined"], true);
    assert_eq!(db_count(&room.server.database().address(), "live_attendance"), 1);
    let attendance = room.eva.get(&format!("/api/staff/live/{id}")).ok(200);
    assert_eq!(
        (&attendance["joins"], &attendance["join"], &attendance["channel"]),
        (&json!(1), &json!(JOIN), &Value::Null)
    );
    assert_eq!(attendance["attendance"][0]["username"], "Anna");
    assert_eq!(attendance["text"], "Bring a **chart**.", "as it was written");
    room.shift(id, Utc::now() - TimeDelta::minutes(90));
    assert_eq!(anna.get(&one).ok(200)["state"], "ended");
    let _ = anna.post(&join, &json!({})).refused(409, "live_over");
    room.shift(id, Utc::now() - TimeDelta::days(92));
    assert_eq!(
        anna.get("/api/live").ok(200),
        json!([]),
        "the list ends 90 days after the end"
    );
}

#[test]
fn what_refuses_a_join_has_its_order() {
    let mut room = Room::open(Sqlite);
    let id = room.plan(TimeDelta::minutes(5));
    let join = format!("/api/live/{id}/join");
    let mut stranger = {
        let other = add_course(room.server.database(), "crypto");
        member(&room.server, "Stranger", other, AccessTerm::Lifetime)
    };
    let _ = room
        .server
        .visitor()
        .post(&join, &json!({}))
        .refused(401, "unauthenticated");
    for path in ["/api/live/4711", "/api/live/none", "/api/live/-1"] {
        let _ = stranger.get(path).refused(404, "not_found");
        let _ = stranger
            .post(&format!("{path}/join"), &json!({}))
            .refused(404, "not_found");
    }
    let _ = stranger.get(&format!("/api/live/{id}")).refused(403, "no_access");
    let _ = stranger.post(&join, &json!({})).refused(403, "no_access");
    assert_eq!(stranger.get("/api/live").ok(200), json!([]));
    let mut anna = room.member("Anna");
    let reason = json!({ "reason": "the speaker is ill" });
    let _ = room
        .eva
        .post(&format!("/api/staff/live/{id}/cancel"), &reason)
        .ok(200);
    room.shift(id, Utc::now() - TimeDelta::days(1));
    let _ = anna.post(&join, &json!({})).refused(409, "live_cancelled");
    let _ = stranger.post(&join, &json!({})).refused(403, "no_access");
    let seen = anna.get("/api/live").ok(200);
    assert_eq!(
        (&seen[0]["state"], &seen[0]["reason"]),
        (&json!("cancelled"), &json!("the speaker is ill"))
    );
    db_run(
        &room.server.database().address(),
        "UPDATE courses SET hidden = TRUE",
    );
    let _ = stranger.get(&format!("/api/live/{id}")).refused(404, "not_found");
    assert_eq!(
        ids(&anna.get("/api/live").ok(200)),
        [id],
        "of a hidden course, for members with access"
    );
}

/// Every answer to a GET of every caller, in which `{id}` and the like are 1.
fn answers(room: &mut Room, anna: &mut support::Browser) -> Vec<(String, Vec<u8>)> {
    let mut answers = Vec::new();
    let mut visitor = room.server.visitor();
    for operation in Contract::shared().operations() {
        let mut path = operation.path.clone();
        while let Some((before, rest)) = path.split_once('{') {
            let (_, after) = rest.split_once('}').unwrap();
            path = format!("{before}1{after}");
        }
        if operation.method == "GET" && operation.name() != "GET /api/staff/live/{id}" {
            for browser in [&mut visitor, anna, &mut room.eva] {
                answers.push((operation.name(), browser.get(&path).body));
            }
        }
    }
    answers
}

#[test]
fn the_address_is_in_no_other_answer_mail_calendar_export_or_line_of_the_log() {
    let mut room = Room::over(Server::with(Sqlite, &[("RUST_LOG", "trace")]));
    let id = room.plan(TimeDelta::minutes(5));
    let mut anna = room.member("Anna");
    let calendar = anna.post("/api/user/calendar", &json!({})).ok(201)["url"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut kept = answers(&mut room, &mut anna);
    let (_, path) = calendar.split_once("/calendar/").unwrap();
    kept.push((
        String::from("calendar"),
        room.server.visitor().get(&format!("/calendar/{path}")).body,
    ));
    for page in [
        "/portal/live",
        &format!("/portal/live/{id}"),
        "/staff/live",
        "/portal",
    ] {
        kept.push((page.to_owned(), anna.get(page).body));
    }
    let moved = json!({ "minutes": 60 });
    kept.push((
        String::from("edit"),
        room.eva.put(&format!("/api/staff/live/{id}"), &moved).body,
    ));
    let reason = json!({ "reason": "the speaker is ill" });
    kept.push((
        String::from("cancel"),
        room.eva
            .post(&format!("/api/staff/live/{id}/cancel"), &reason)
            .body,
    ));
    let _ = mail_with(&room.server, "is cancelled");
    for mail in mails(&room.server) {
        kept.push((String::from("mail"), std::fs::read(mail).unwrap()));
    }
    for words in [["live", "list"], ["audit", "list"]] {
        kept.push((words.join(" "), room.command(&words).1.into_bytes()));
    }
    kept.push((String::from("log"), room.server.log().into_bytes()));
    assert!(kept.len() > 100);
    for (name, bytes) in kept {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("canary"), "{name}: {text}");
    }
    room.shift(id, Utc::now());
    db_run(
        &room.server.database().address(),
        "UPDATE live_sessions SET cancelled_at = NULL, reason = NULL",
    );
    assert_eq!(
        anna.post(&format!("/api/live/{id}/join"), &json!({})).ok(200)["url"],
        JOIN
    );
    until("the join's line", || room.server.log().contains("join"));
    assert!(!room.server.log().contains("canary"));
}

#[test]
fn the_export_has_the_joins_and_a_deletion_takes_them() {
    let mut room = Room::open(Sqlite);
    let id = room.plan(TimeDelta::minutes(5));
    let mut anna = room.member("Anna");
    let _ = anna.post(&format!("/api/live/{id}/join"), &json!({})).ok(200);
    let export = anna.get("/api/user/export").ok(200);
    assert_eq!(export["attendance"][0]["title"], "Open floor", "{export}");
    assert!(export["attendance"][0]["joinedAt"].is_string());
    let (code, _, errors) = room.command(&["users", "delete", "Anna", "--yes"]);
    assert_eq!(code, Some(0), "{errors}");
    assert_eq!(db_count(&room.server.database().address(), "live_attendance"), 0);
}
