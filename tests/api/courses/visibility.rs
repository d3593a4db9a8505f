//! Hidden courses, drafts and removed courses over HTTP (contract, "The third part, settled").

use courses::{CourseId, Members, RemoveCourseError, remove_course};
use kernel::{AccessTerm, StoreError};
use serde_json::{Value, json};
use support::{
    Browser, Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, fresh_key, member},
    samples::{course, import, noon, videos_of},
};

fn hide(server: &Server, course: CourseId) {
    let hidden: Result<_, StoreError> = server
        .database()
        .write(move |store| store.hide_course(course, noon()));
    assert!(hidden.unwrap());
}

fn listed(browser: &mut Browser) -> Vec<Value> {
    let courses = browser.get("/api/courses").ok(200);
    courses
        .as_array()
        .unwrap()
        .iter()
        .map(|course| course["id"].clone())
        .collect()
}

/// The calls about one course, and about one lesson of it.
fn calls(course: CourseId, video: i64) -> [String; 5] {
    let course = course.0;
    [
        format!("/api/courses/{course}"),
        format!("/api/courses/{course}/models"),
        format!("/media/courses/{course}/image"),
        format!("/api/videos/{video}/lesson"),
        format!("/media/videos/{video}"),
    ]
}

fn progress_of(video: i64) -> String {
    format!("/api/videos/{video}/progress")
}

fn questions_of(video: i64) -> String {
    format!("/api/videos/{video}/questions")
}

/// A signed-in caller is answered as for a lesson that does not exist.
fn assert_has_no_lesson(caller: &mut Browser, video: i64) {
    caller
        .put(&progress_of(video), &json!({ "watchedSeconds": 1 }))
        .refused(404, "not_found");
    caller.get(&questions_of(video)).refused(404, "not_found");
    let question = json!({ "text": "What is behind this lesson?", "seconds": 0, "private": false });
    caller
        .post(&questions_of(video), &question)
        .refused(404, "not_found");
}

#[test]
fn a_hidden_course_is_there_for_its_members_alone() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut holder = member(&server, "Holder", catalogue.futures, AccessTerm::Lifetime);
    let mut other = member(&server, "Other", catalogue.crypto, AccessTerm::Lifetime);
    let path = format!("/api/courses/{}", catalogue.futures.0);
    let before = holder.get(&path).ok(200);
    let models = holder.get(&format!("{path}/models")).ok(200);
    let video = models[0]["videos"][0]["id"].as_i64().unwrap();
    let key = fresh_key(&server, catalogue.futures, AccessTerm::Lifetime);
    hide(&server, catalogue.futures);

    // Its page is answered as that of an unknown course.
    let page = format!("/courses/{}", catalogue.futures.0);
    let of_page = |caller: &mut Browser, path: &str| {
        let answer = caller.get(path);
        (answer.status, answer.header("location").map(str::to_owned))
    };
    for caller in [&mut server.visitor(), &mut other] {
        assert_eq!(of_page(caller, &page), of_page(caller, "/courses/4711"));
    }
    assert_eq!(of_page(&mut holder, &page).0, 200);

    for call in &calls(catalogue.futures, video)[..4] {
        for caller in [&mut server.visitor(), &mut other] {
            caller.get(call).refused(404, "not_found");
        }
    }
    for caller in [&mut server.visitor(), &mut other, &mut holder] {
        assert_eq!(listed(caller), [json!(catalogue.crypto.0)]);
    }
    for call in ["access", "progress"] {
        other.get(&format!("{path}/{call}")).refused(404, "not_found");
        let _ = holder.get(&format!("{path}/{call}")).ok(200);
    }
    other
        .post(&format!("{path}/checkout"), &json!({}))
        .refused(404, "not_found");
    assert_has_no_lesson(&mut other, video);
    let _ = holder
        .put(&progress_of(video), &json!({ "watchedSeconds": 1 }))
        .ok(200);
    let _ = holder.get(&questions_of(video)).ok(200);
    assert_eq!(holder.get(&path).ok(200), before);
    assert_eq!(holder.get(&format!("{path}/models")).ok(200), models);
    let _ = holder.get(&format!("/api/videos/{video}/lesson")).ok(200);
    assert_eq!(
        holder.get("/api/user/courses").ok(200).as_array().unwrap().len(),
        1
    );

    // A key that was issued still opens it.
    let _ = other
        .post("/api/user/redeem", &json!({ "purchaseKey": key }))
        .ok(200);
    assert_eq!(other.get(&path).ok(200), before);
}

#[test]
fn a_draft_is_there_for_no_caller_and_its_keys_open_nothing() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut other = member(&server, "Other", catalogue.crypto, AccessTerm::Lifetime);
    let mut secret = course("secret");
    secret.draft = true;
    secret.sections[0].videos[0].preview = true;
    let id = import(server.database(), secret.clone());
    let key = fresh_key(&server, id, AccessTerm::Lifetime);
    let video = i64::from(videos_of(server.database(), id)[0].0);
    for call in calls(id, video) {
        other.get(&call).refused(404, "not_found");
    }
    assert_has_no_lesson(&mut other, video);
    assert_eq!(listed(&mut other).len(), 2);
    let wrong = json!({ "purchaseKey": key });
    other
        .post("/api/user/redeem", &wrong)
        .refused(400, "purchase_key_invalid");
    server
        .visitor()
        .post("/api/verify-purchase-key", &wrong)
        .refused(400, "purchase_key_invalid");
    // The key was not used up.
    secret.draft = false;
    import(server.database(), secret);
    let _ = other.post("/api/user/redeem", &wrong).ok(200);
    assert_eq!(listed(&mut other).len(), 3);
}

#[test]
fn a_removed_course_is_gone_with_its_keys() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let mut holder = member(&server, "Holder", catalogue.futures, AccessTerm::Lifetime);
    let key = fresh_key(&server, catalogue.futures, AccessTerm::Lifetime);
    let id = catalogue.futures;
    let remove = |members| {
        server
            .database()
            .write(move |store| remove_course(store, id, members, noon()))
    };
    assert!(matches!(
        remove(Members::None),
        Err(RemoveCourseError::HasMembers(1))
    ));
    assert_eq!(remove(Members::AreInABackup).unwrap(), 1);
    holder
        .get(&format!("/api/courses/{}", id.0))
        .refused(404, "not_found");
    assert_eq!(holder.get("/api/user/courses").ok(200), json!([]));
    assert_eq!(listed(&mut holder), [json!(catalogue.crypto.0)]);
    let key = json!({ "purchaseKey": key });
    holder
        .post("/api/user/redeem", &key)
        .refused(400, "purchase_key_invalid");
}
