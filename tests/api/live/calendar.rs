//! The calendar: read without a sign-in by the token in its address, and by two parsers of other makers.

use calcard::{Entry, Parser, icalendar::ICalendarComponentType};
use chrono::TimeDelta;
use ical::parser::ical::component::IcalEvent;
use serde_json::json;
use support::{Browser, Sqlite, http::Answer};

use super::Room;

fn address(browser: &mut Browser) -> String {
    let url = browser.post("/api/user/calendar", &json!({})).ok(201)["url"]
        .as_str()
        .unwrap()
        .to_owned();
    let (_, path) = url.split_once("/calendar/").unwrap();
    assert!(
        path.strip_suffix(".ics").is_some_and(|token| token.len() == 43),
        "256 bits: {url}"
    );
    format!("/calendar/{path}")
}

fn events(answer: &Answer) -> Vec<IcalEvent> {
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.header("content-type"),
        Some("text/calendar; charset=utf-8")
    );
    assert_eq!(answer.header("cache-control"), Some("private, no-cache"));
    let text = String::from_utf8(answer.body.clone()).unwrap();
    assert!(
        text.split("\r\n")
            .all(|line| line.len() <= 75 && !line.contains('\n')),
        "{text}"
    );
    // The other parser reads the same.
    let other = match Parser::new(&text).entry() {
        Entry::ICalendar(other) => other,
        other => panic!("no calendar, {other:?}: {text}"),
    };
    let counted = other
        .components
        .iter()
        .filter(|part| part.component_type == ICalendarComponentType::VEvent);
    let calendars: Result<Vec<_>, _> = ical::IcalParser::new(text.as_bytes()).collect();
    let mut calendars = calendars.unwrap();
    assert_eq!(calendars.len(), 1);
    let events = calendars.pop().unwrap().events;
    assert_eq!(counted.count(), events.len());
    events
}

fn property<'e>(event: &'e IcalEvent, name: &str) -> &'e str {
    let found = event.properties.iter().find(|property| property.name == name);
    found
        .and_then(|property| property.value.as_deref())
        .unwrap_or_default()
}

#[test]
fn a_calendar_has_the_sessions_of_its_account() {
    let mut room = Room::open(Sqlite);
    let id = room.plan(TimeDelta::days(2));
    let mut anna = room.member("Anna");
    assert_eq!(anna.get("/api/user").ok(200)["calendar"], false);
    let path = address(&mut anna);
    assert_eq!(anna.get("/api/user").ok(200)["calendar"], true);
    let mut program = room.server.visitor();
    let first = program.get(&path);
    let found = events(&first);
    let starts = anna.get("/api/live").ok(200)[0]["startsAt"]
        .as_str()
        .unwrap()
        .replace(['-', ':'], "");
    assert_eq!(found.len(), 1);
    assert_eq!(property(&found[0], "DTSTART"), starts);
    assert_eq!(property(&found[0], "SUMMARY"), "Open floor");
    assert_eq!(property(&found[0], "SEQUENCE"), "0");
    assert!(property(&found[0], "URL").ends_with(&format!("/portal/live/{id}")));
    assert!(!String::from_utf8_lossy(&first.body).contains("RRULE"));
    let etag = first.header("etag").unwrap().to_owned();
    let known = program.send("GET", &path, &[("if-none-match", &etag)], None);
    assert_eq!((known.status, known.body.len()), (304, 0));

    let uid = property(&found[0], "UID").to_owned();
    let title = json!({ "title": "Comma, semicolon; back\\slash" });
    let _ = room.eva.put(&format!("/api/staff/live/{id}"), &title).ok(200);
    let _ = room
        .eva
        .post(
            &format!("/api/staff/live/{id}/cancel"),
            &json!({ "reason": "ill" }),
        )
        .ok(200);
    let changed = program.send("GET", &path, &[("if-none-match", &etag)], None);
    let found = events(&changed);
    assert_eq!(property(&found[0], "UID"), uid);
    assert_eq!(property(&found[0], "SEQUENCE"), "2");
    assert_eq!(property(&found[0], "STATUS"), "CANCELLED");
    assert_eq!(property(&found[0], "SUMMARY"), r"Comma\, semicolon\; back\\slash");
}

#[test]
fn an_address_is_dead_after_a_new_one_after_turning_off_and_after_the_account() {
    let room = Room::open(Sqlite);
    let mut anna = room.member("Anna");
    let mut program = room.server.visitor();
    let first = address(&mut anna);
    let second = address(&mut anna);
    let _ = program.get(&first).refused(404, "not_found");
    assert!(events(&program.get(&second)).is_empty());
    let _ = anna.post("/api/logout", &json!({}));
    assert!(events(&program.get(&second)).is_empty(), "it outlives a sign-out");
    let mut anna = support::catalogue_fixture::sign_in(&room.server, "Anna");
    for _ in 0..2 {
        assert_eq!(anna.delete("/api/user/calendar").status, 204);
    }
    let _ = program.get(&second).refused(404, "not_found");
    let third = address(&mut anna);
    let (code, _, errors) = room.command(&["users", "delete", "Anna", "--yes"]);
    assert_eq!(code, Some(0), "{errors}");
    let _ = program.get(&third).refused(404, "not_found");
    let _ = program.get("/calendar/x.ics").refused(404, "not_found");
    for method in ["POST", "DELETE"] {
        let _ = program
            .send(method, "/api/user/calendar", &[], None)
            .refused(401, "unauthenticated");
    }
}

#[test]
fn long_titles_and_texts_in_any_script_are_folded_within_their_letters() {
    let mut room = Room::open(Sqlite);
    let mut body = room.body(TimeDelta::days(1));
    body["title"] = json!("é😀漢字".repeat(25));
    body["text"] = json!("Zeile eins\nzweite, mit; **Zeichen**\\\n\n".repeat(40));
    let _ = room.eva.post("/api/staff/live", &body).ok(201);
    let mut anna = room.member("Anna");
    let path = address(&mut anna);
    let found = events(&room.server.visitor().get(&path));
    assert_eq!(property(&found[0], "SUMMARY"), "é😀漢字".repeat(25));
    assert!(property(&found[0], "DESCRIPTION").contains(r"zweite\, mit\; Zeichen"));
}
