//! Search over HTTP: whose courses are searched, what is refused, and what is answered.

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Browser, Engine, Postgres, Server, Sqlite,
    catalogue_fixture::{fresh_key, member},
    courses::searched_courses::{SearchedCourses, course_that_says},
    databases::tables::db_run,
    samples::import,
};

const PHRASES: &str = include_str!("../../stores/courses/search_phrases.json");

fn path(q: &str) -> String {
    let bytes = q.bytes().map(|byte| format!("%{byte:02X}"));
    format!("/api/search?q={}", bytes.collect::<String>())
}

fn found(browser: &mut Browser, q: &str) -> Vec<Value> {
    browser.get(&path(q)).ok(200).as_array().unwrap().clone()
}

#[rstest]
fn a_hit_names_the_lesson_the_second_and_the_words(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let course = import(
        server.database(),
        course_that_says("said", &["nothing", "🚀 Put your Stóp-loss 𝐛elow", "the bar"]),
    );
    let mut member = member(&server, "Trader", course, AccessTerm::Lifetime);
    let lesson =
        member.get(&format!("/api/courses/{}/models", course.0)).ok(200)[0]["videos"][0]["id"].clone();
    let expected = json!([{
        "kind": "lesson", "videoId": lesson, "courseId": course.0, "courseTitle": "Title of said", "lessonTitle": "Title of said.mp4",
        "seconds": 5.0, "snippet": "🚀 Put your Stóp-loss 𝐛elow the bar", "highlights": [[12, 16], [17, 21], [22, 28]],
    }]);
    assert_eq!(json!(found(&mut member, "stop LOSS below")), expected);
    let title = found(&mut member, "title of sa");
    assert_eq!(
        (&title[0]["seconds"], &title[0]["snippet"]),
        (&Value::Null, &json!("Title of said.mp4"))
    );
    let answer = member.send("HEAD", &path("stop"), &[], None);
    assert_eq!((answer.status, answer.body.len()), (200, 0));
}

#[rstest]
fn a_member_searches_the_courses_that_are_open_now_and_no_other(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let courses = SearchedCourses::import(server.database());
    let mut visitor = server.visitor();
    let _ = visitor.get(&path("spread")).refused(401, "unauthenticated");
    let mut member = member(&server, "Trader", courses.futures, AccessTerm::Lifetime);
    assert_eq!(found(&mut member, "spread"), [Value::Null; 0]);
    assert!(
        found(&mut member, "tick")
            .iter()
            .all(|hit| hit["courseId"] == courses.futures.0)
    );

    let key = fresh_key(&server, courses.forex, AccessTerm::Months(1));
    let _ = member
        .post("/api/user/redeem", &json!({ "purchaseKey": key }))
        .ok(200);
    assert!(!found(&mut member, "spread").is_empty());
    let address = server.database().address();
    let forex = courses.forex.0;
    db_run(
        &address,
        &format!(
            "UPDATE user_course_access SET expires_at = '2026-01-01 00:00:00' WHERE course_id = {forex}"
        ),
    );
    assert_eq!(
        found(&mut member, "spread"),
        [Value::Null; 0],
        "an access that has ended"
    );
    db_run(
        &address,
        &format!("UPDATE user_course_access SET expires_at = NULL WHERE course_id = {forex}"),
    );
    assert!(!found(&mut member, "spread").is_empty());
    db_run(
        &address,
        &format!("DELETE FROM user_course_access WHERE course_id = {forex}"),
    );
    assert_eq!(
        found(&mut member, "spread"),
        [Value::Null; 0],
        "an access that was revoked"
    );
    assert!(!found(&mut member, "tick").is_empty());
    let _ = member.post("/api/logout", &json!({}));
    let _ = member.get(&path("tick")).refused(401, "unauthenticated");
}

#[rstest]
fn a_query_of_any_kind_is_answered(#[values(Sqlite, Postgres)] engine: Engine) {
    let server = Server::start(engine);
    let courses = SearchedCourses::import(server.database());
    let mut member = member(&server, "Trader", courses.forex, AccessTerm::Lifetime);
    let short = [("q", "Type at least 2 characters.")];
    for path in [
        "/api/search",
        "/api/search?q=",
        "/api/search?q=a",
        "/api/search?q=%20%C3%A9%0A",
        "/api/search?query=tick",
        "/api/search?q=%FF",
    ] {
        member.get(path).wrong_fields(&short);
    }
    member
        .get(&path(&"🚀".repeat(101)))
        .wrong_fields(&[("q", "Type at most 100 characters.")]);
    for doubled in [
        "tick&q=spread",
        "tick&q=tick",
        "tick&q=",
        "&q=tick",
        "tick&%71=spread",
    ] {
        member
            .get(&format!("/api/search?q={doubled}"))
            .wrong_fields(&[("q", "Search for one text at a time.")]);
    }
    for q in [
        "%FF%FE",
        "tick%00%ff",
        "%",
        "%ZZ",
        "a+b",
        "tick&other=x",
        "%ED%A0%80tick",
        "%26%3D%22%2A%28",
    ] {
        let answer = member.get(&format!("/api/search?q={q}"));
        assert!([200, 400].contains(&answer.status), "{q}: {}", answer.status);
    }
    let phrases: Vec<Value> = serde_json::from_str(PHRASES).unwrap();
    for phrase in &phrases {
        let q = phrase["q"].as_str().unwrap();
        for hit in found(&mut member, q) {
            let units: Vec<u16> = hit["snippet"].as_str().unwrap().encode_utf16().collect();
            let highlights = hit["highlights"].as_array().unwrap();
            assert!(!highlights.is_empty(), "{q}: {hit}");
            for pair in highlights {
                let [start, end] = [0, 1].map(|n| usize::try_from(pair[n].as_u64().unwrap()).unwrap());
                assert!(start < end && end <= units.len(), "{q}: {hit}");
                assert!(String::from_utf16(&units[start..end]).is_ok(), "{q}: {hit}");
            }
        }
    }
    for code in (0..0x80_u8).chain([0x80, 0xC0, 0xFF]) {
        let answer = member.get(&format!("/api/search?q=tick%{code:02X}%{code:02X}"));
        assert_eq!(answer.status, 200, "{code:02X}");
    }
}

#[rstest]
fn lessons_from_before_the_index_are_found_soon_after_the_start(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut server = Server::start(engine);
    let courses = SearchedCourses::import(server.database());
    let mut member = member(&server, "Trader", courses.forex, AccessTerm::Lifetime);
    let cookie = member.cookie().unwrap().to_owned();
    let before = found(&mut member, "spread");
    db_run(
        &server.database().address(),
        "DELETE FROM search_courses; DELETE FROM search_passages",
    );
    assert_eq!(found(&mut member, "spread"), [Value::Null; 0]);
    server.start_again();
    server.wait_for_log("courses were indexed for search");
    let mut member = server.visitor();
    member.set_cookie(Some(&cookie));
    assert_eq!(found(&mut member, "spread"), before);
}
