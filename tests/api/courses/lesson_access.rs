//! Who may open which address of a lesson.

use std::net::Ipv4Addr;

use chrono::{TimeDelta, Utc};
use courses::{AccessStore as _, CourseId, Grant};
use kernel::{AccessTerm, StoreError, UserId};
use serde_json::{Value, json};
use support::{
    Browser, Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, member},
    http::slow_reader::SlowReader,
};

use crate::courses::lessons::{addresses, lesson_path, open};

fn user(browser: &mut Browser) -> UserId {
    let id = browser.get("/api/user").ok(200)["id"].as_i64().unwrap();
    UserId(i32::try_from(id).unwrap())
}

/// A member whose access to the course has ended.
fn expired(server: &Server, course: CourseId) -> Browser {
    let mut browser = member(server, "Expired", course, AccessTerm::Lifetime);
    let user = user(&mut browser);
    let now = Utc::now();
    let grant = Grant {
        purchased_at: now - TimeDelta::days(2),
        expires_at: Some(now - TimeDelta::seconds(1)),
    };
    let ended: Result<(), StoreError> = server
        .database()
        .write(move |store| store.put_grant(user, course, &grant));
    ended.unwrap();
    browser
}

#[test]
fn every_address_is_for_those_who_may_open_the_lesson() {
    let (server, _folder, lessons) = open(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut holder = member(&server, "Holder", lessons.course, AccessTerm::Lifetime);
    let mut other = member(&server, "Other", catalogue.crypto, AccessTerm::Lifetime);
    let mut expired = expired(&server, lessons.course);
    let mut forger = server.visitor();
    forger.set_cookie(Some("portal=not-a-session"));
    for lesson in [lessons.video, lessons.text] {
        let found = addresses(lesson, &holder.get(&lesson_path(lesson)).ok(200));
        for path in &found {
            for method in ["GET", "HEAD"] {
                assert_eq!(
                    holder.send(method, path, &[], None).status,
                    200,
                    "{method} {path}"
                );
                for (name, browser, status) in [
                    ("a visitor", &mut server.visitor(), 401),
                    ("a forged session", &mut forger, 401),
                    ("another member", &mut other, 403),
                    ("a member whose access ended", &mut expired, 403),
                ] {
                    let answer = browser.send(method, path, &[], None);
                    assert_eq!(answer.status, status, "{name}: {method} {path}");
                }
            }
            server.visitor().get(path).refused(401, "unauthenticated");
            other.get(path).refused(403, "no_access");
        }
    }
    assert_eq!(
        addresses(lessons.video, &holder.get(&lesson_path(lessons.video)).ok(200)).len(),
        7
    );
    for lesson in [lessons.preview, lessons.free_text] {
        let found = addresses(lesson, &server.visitor().get(&lesson_path(lesson)).ok(200));
        assert_eq!(found.len(), if lesson == lessons.preview { 5 } else { 1 });
        for path in &found {
            for browser in [
                &mut server.visitor(),
                &mut forger,
                &mut holder,
                &mut other,
                &mut expired,
            ] {
                assert_eq!(browser.get(path).status, 200, "{path}");
            }
        }
    }
    // A text has no video, for every caller.
    let path = format!("/media/videos/{}", lessons.text.0);
    holder.get(&path).refused(404, "not_found");
    server.visitor().get(&path).refused(401, "unauthenticated");
    let path = format!("/media/videos/{}", lessons.free_text.0);
    server.visitor().get(&path).refused(404, "not_found");
}

#[test]
fn no_address_leads_anywhere_else() {
    let (server, _folder, lessons) = open(Sqlite);
    let mut holder = member(&server, "Holder", lessons.course, AccessTerm::Lifetime);
    let found = addresses(lessons.video, &holder.get(&lesson_path(lessons.video)).ok(200));
    let cookie = holder.cookie().unwrap().to_owned();
    let status = |path: &str| -> u16 {
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"
        );
        let answer = server.raw(request.as_bytes());
        answer[9..12].parse().unwrap()
    };
    assert_eq!(status(&found[2]), 200, "the request itself is right");
    let hostile = [
        "..",
        "%2e%2e",
        ".%2e",
        "..%2f..%2fportal.db",
        "%2e%2e%2f%2e%2e%2fportal.db",
        "..%5c..%5cportal.db",
        "%252e%252e%252fportal.db",
        "%00",
        "nl%00",
        "%ff",
        "%2fetc%2fpasswd",
        "*",
        "nl.vtt",
        "NL-",
        "x",
    ];
    for address in found.iter().skip(2) {
        let (folder, _) = address.rsplit_once('/').unwrap();
        for name in hostile {
            assert_eq!(status(&format!("{folder}/{name}")), 404, "{folder}/{name}");
        }
    }
    for id in [
        "..",
        "%2e%2e",
        "0",
        "-1",
        "4711",
        "99999999999999999999",
        "1%20",
        "%00",
        "1.0",
    ] {
        for rest in ["/captions/nl", "/attachments/x/y", "/pictures/x", ""] {
            assert_eq!(status(&format!("/media/videos/{id}{rest}")), 404, "{id}{rest}");
        }
        if !id.contains(['.', 'e']) {
            assert_eq!(status(&format!("/api/videos/{id}/lesson")), 404, "{id}");
        }
    }
    // The files of another lesson are not this one's, though both may be opened.
    let mine = format!("/media/videos/{}/", lessons.video.0);
    let others = format!("/media/videos/{}/", lessons.text.0);
    for address in found.iter().skip(2) {
        holder
            .get(&address.replacen(&mine, &others, 1))
            .refused(404, "not_found");
    }
}

#[test]
fn the_outline_is_visible_and_a_preview_is_playable() {
    let (server, _folder, lessons) = open(Sqlite);
    let mut holder = member(&server, "Holder", lessons.course, AccessTerm::Lifetime);
    let path = format!("/api/courses/{}/models", lessons.course.0);
    let outline = |models: &Value| -> Vec<Value> {
        let sections = models.as_array().unwrap().iter();
        let videos = sections.flat_map(|section| section["videos"].as_array().unwrap().clone());
        videos
            .map(|video| {
                assert_eq!(
                    (&video["exercises"], &video["exercisesDone"]),
                    (&json!(0), &json!(0))
                );
                json!([
                    video["kind"],
                    video["preview"],
                    video["duration"],
                    video["url"],
                    video["captions"]
                ])
            })
            .collect()
    };
    let (locked, preview) = (lessons.video.0, format!("/media/videos/{}", lessons.preview.0));
    let expected = |url: Value| {
        vec![
            json!(["video", false, 3, url, ["nl", "en"]]),
            json!(["video", true, 3, preview, ["en"]]),
            json!(["text", false, 0, null, []]),
            json!(["text", true, 0, null, []]),
        ]
    };
    assert_eq!(
        outline(&server.visitor().get(&path).ok(200)),
        expected(Value::Null)
    );
    assert_eq!(
        outline(&holder.get(&path).ok(200)),
        expected(json!(format!("/media/videos/{locked}")))
    );
}

#[test]
fn a_download_of_an_attachment_ends_with_the_access() {
    let (server, _folder, lessons) = open(Sqlite);
    let mut browser = member(&server, "Holder", lessons.course, AccessTerm::Lifetime);
    let content = browser.get(&lesson_path(lessons.video)).ok(200);
    let sheet = content["attachments"][0]["url"].as_str().unwrap().to_owned();
    let digest = sheet.split('/').nth(5).unwrap();
    // So long that no buffer holds the rest of it.
    let path = server
        .media()
        .root()
        .unwrap()
        .join(format!("attachments/{digest}.bin"));
    let file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
    file.set_len(8 << 30).unwrap();
    let mut reader = SlowReader::connect(server.address(), Ipv4Addr::LOCALHOST);
    let cookie = browser.cookie().unwrap();
    reader.send(&format!(
        "GET {sheet} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n"
    ));
    assert_eq!(reader.read(1024), 1024, "the download does not begin");
    let (user, course) = (user(&mut browser), lessons.course);
    let ended: Result<bool, StoreError> = server
        .database()
        .write(move |store| store.delete_grant(user, course));
    assert!(ended.unwrap());
    let start = std::time::Instant::now();
    while reader.read(64 * 1024) == 64 * 1024 {
        assert!(start.elapsed().as_secs() < 60, "the download goes on");
        // Without a pause it would take gigabytes, and the processor from the tests beside it.
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}
