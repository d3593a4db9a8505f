//! Commands on an installation whose media are in an S3-compatible store.

mod large_files;

use std::{
    fs::{self, OpenOptions},
    io::{BufRead as _, BufReader, Write as _},
    process::{Command, Stdio},
};

use persistence::media_locks;
use rstest::rstest;
use support::{
    ObjectStore, Postgres, S3Server, StoreMake, TestDatabase,
    databases::tables::db_count,
    http::stub::{HttpStub, Reply},
    object_store::SECRET_KEY,
    server::database_setting,
};

use self::large_files::lengthen;
use crate::fixture::{CommandFixture, Outcome, run};

fn command(fixture: &CommandFixture, store: &dyn S3Server) -> Command {
    let mut command = fixture.command();
    command.envs(store.settings());
    command
}

fn portal(fixture: &CommandFixture, store: &dyn S3Server, words: &[&str]) -> Outcome {
    let outcome = run(command(fixture, store).args(words));
    assert!(!outcome.out.contains(SECRET_KEY) && !outcome.err.contains(SECRET_KEY));
    outcome
}

fn with_course(store: &ObjectStore) -> CommandFixture {
    let fixture = CommandFixture::new();
    fixture.write_course("course", "first-steps", "First steps");
    portal(&fixture, store, &["courses", "import", "course"]).done();
    fixture
}

/// The doctor's line on media.
fn media_line(outcome: &Outcome) -> String {
    let line = outcome.out.lines().find(|line| line.contains("  media  "));
    line.unwrap_or_else(|| panic!("{}{}", outcome.out, outcome.err))
        .to_owned()
}

#[rstest]
fn a_course_is_imported_exported_and_backed_up(
    #[values(StoreMake::S3s, StoreMake::SeaweedFs)] make: StoreMake,
) {
    let store = make.start();
    let fixture = CommandFixture::new();
    fixture.write_course("course", "first-steps", "First steps");
    lengthen(&fixture);
    portal(
        &fixture,
        &*store,
        &["courses", "import", "course", "--no-package"],
    )
    .done();
    assert!(!fixture.path("data/media").exists());
    let all_there = |outcome: Outcome| {
        let line = media_line(&outcome);
        let is_well = line.starts_with("ok") && line.contains("3 files of courses, all there");
        assert!(is_well, "{line}");
    };
    all_there(portal(&fixture, &*store, &["doctor"]));
    portal(&fixture, &*store, &["courses", "export", "first-steps", "out"]).done();
    for file in ["one.mp4", "two.mov", "clips/three.webm"] {
        let read = |folder: &str| fs::read(fixture.path(folder).join(file)).unwrap();
        assert!(read("out") == read("course"), "{file}");
    }
    // A backup of a bucket goes into a folder, and back below another prefix.
    portal(&fixture, &*store, &["backup", "b.tar"]).said();
    let file = fixture.path("b.tar");
    let file = file.to_str().unwrap();
    let folder = CommandFixture::new();
    folder.portal(&["restore", file, "--yes"]).done();
    assert_eq!(folder.media().len(), 3);
    let other = CommandFixture::new();
    let elsewhere = |words: &[&str]| {
        let mut command = command(&other, &*store);
        run(command
            .env("PORTAL_MEDIA_URL", "s3://portal-media/elsewhere")
            .args(words))
    };
    elsewhere(&["restore", file, "--yes"]).done();
    all_there(elsewhere(&["doctor"]));
}

#[test]
fn objects_lie_below_the_prefix_and_the_doctor_adds_none() {
    let store = ObjectStore::start();
    let fixture = with_course(&store);
    let objects = store.objects();
    assert_eq!(objects.len(), 3, "{objects:?}");
    assert!(
        objects.iter().all(|name| name.starts_with("courses/videos/")),
        "{objects:?}"
    );
    let doctor = portal(&fixture, &store, &["doctor"]);
    assert!(media_line(&doctor).starts_with("ok"));
    assert_eq!(store.objects(), objects);
}

#[test]
fn importing_again_drops_only_files_that_no_row_names() {
    let store = ObjectStore::start();
    let fixture = with_course(&store);
    let strangers = store.object("videos/strangers.mp4");
    fs::write(&strangers, "another catalogue's").unwrap();
    fs::create_dir(store.object("../elsewhere")).unwrap();
    fs::write(store.object("../elsewhere/one.mp4"), "beside the prefix").unwrap();
    let before = store.objects();
    let mut video = OpenOptions::new()
        .append(true)
        .open(fixture.path("course/one.mp4"))
        .unwrap();
    video.write_all(b"\0\0\0\x08free").unwrap();
    portal(&fixture, &store, &["courses", "import", "course"]).done();
    let after = store.objects();
    assert_eq!(after.len(), before.len());
    assert_ne!(after, before);
    for kept in ["courses/videos/strangers.mp4", "elsewhere/one.mp4"] {
        assert!(after.contains(&String::from(kept)), "{after:?}");
    }
}

#[test]
fn an_import_that_fails_at_the_end_leaves_no_object_behind() {
    let store = ObjectStore::start();
    let fixture = with_course(&store);
    let objects = store.objects();
    fixture.sql("CREATE TRIGGER full BEFORE INSERT ON courses BEGIN SELECT raise(ABORT, 'no'); END");
    fixture.write_course("other", "other-steps", "Other steps");
    let mut video = OpenOptions::new()
        .append(true)
        .open(fixture.path("other/one.mp4"))
        .unwrap();
    video.write_all(b"\0\0\0\x08free").unwrap();
    let line = portal(&fixture, &store, &["courses", "import", "other"]).refused();
    assert!(line.contains("nothing was changed"), "{line}");
    assert_eq!(store.objects(), objects);
}

/// That nothing of a course came into being, in the database or the store.
fn nothing_imported(fixture: &CommandFixture, store: &ObjectStore, line: &str) {
    assert!(line.contains("s3://portal-media/courses: "), "{line}");
    assert!(store.objects().is_empty(), "{:?}", store.objects());
    let list = fixture.portal(&["courses", "list", "--format", "json"]).json();
    assert_eq!(list, serde_json::json!([]));
}

#[test]
fn a_store_that_is_full_refuses_the_import_whole() {
    let store = ObjectStore::with_room_for(2);
    let fixture = CommandFixture::new();
    fixture.write_course("course", "first-steps", "First steps");
    let line = portal(&fixture, &store, &["courses", "import", "course"]).refused();
    nothing_imported(&fixture, &store, &line);
}

#[test]
fn a_store_that_is_gone_refuses_the_import_and_fails_the_doctor() {
    let mut store = ObjectStore::start();
    let fixture = CommandFixture::new();
    fixture.write_course("course", "first-steps", "First steps");
    store.kill();
    let line = portal(&fixture, &store, &["courses", "import", "course"]).refused();
    assert!(line.contains("cannot be reached"), "{line}");
    nothing_imported(&fixture, &store, &line);
    let doctor = portal(&fixture, &store, &["doctor"]);
    assert_eq!(doctor.code, Some(1));
    assert!(media_line(&doctor).starts_with("fail"));
}

#[test]
fn a_store_that_hangs_refuses_the_import() {
    let store = ObjectStore::start();
    let fixture = CommandFixture::new();
    fixture.write_course("course", "first-steps", "First steps");
    let frozen = store.freeze();
    let line = portal(&fixture, &store, &["courses", "import", "course"]).refused();
    assert!(line.contains("does not answer"), "{line}");
    drop(frozen);
    nothing_imported(&fixture, &store, &line);
}

#[test]
fn a_key_that_the_store_refuses_and_a_bucket_that_is_not_there_are_named() {
    let store = ObjectStore::start();
    let fixture = CommandFixture::installed();
    fixture.write_course("course", "first-steps", "First steps");
    let mut wrong = command(&fixture, &store);
    let wrong = run(wrong.env("AWS_SECRET_ACCESS_KEY", "canary-wrong").arg("doctor"));
    let line = media_line(&wrong);
    assert!(
        line.starts_with("fail") && line.contains("AWS_SECRET_ACCESS_KEY"),
        "{line}"
    );
    assert!(!line.contains("canary-wrong"), "{line}");
    store.remove_bucket();
    let doctor = portal(&fixture, &store, &["doctor"]);
    let line = media_line(&doctor);
    assert!(
        line.starts_with("fail") && line.contains("no such bucket"),
        "{line}"
    );
    let line = portal(&fixture, &store, &["courses", "import", "course"]).refused();
    assert!(line.contains("no such bucket"), "{line}");
}

#[test]
fn a_page_in_place_of_the_store_is_no_store() {
    let page = HttpStub::start(|_| Reply::Html(200, String::from("<html>Welcome</html>")));
    let store = ObjectStore::start();
    let fixture = CommandFixture::new();
    fixture.write_course("course", "first-steps", "First steps");
    for words in [&["courses", "import", "course"][..], &["doctor"]] {
        let mut command = command(&fixture, &store);
        let outcome = run(command.env("AWS_ENDPOINT_URL", page.url()).args(words));
        assert_eq!(outcome.code, Some(1), "{}{}", outcome.out, outcome.err);
        let said = outcome.out + &outcome.err;
        assert!(said.contains("s3://portal-media/courses: "), "{said}");
    }
    let list = fixture.portal(&["courses", "list", "--format", "json"]).json();
    assert_eq!(list, serde_json::json!([]));
}

#[test]
fn the_doctor_names_an_object_that_is_missing() {
    let store = ObjectStore::start();
    let fixture = with_course(&store);
    let first = store.objects().remove(0);
    let first = first.strip_prefix("courses/").unwrap();
    fs::remove_file(store.object(first)).unwrap();
    let doctor = portal(&fixture, &store, &["doctor"]);
    assert_eq!(doctor.code, Some(1));
    let line = media_line(&doctor);
    assert!(
        line.contains("1 file is missing") && line.contains(first),
        "{line}"
    );
}

#[test]
fn a_bucket_without_its_keys_is_one_line() {
    let fixture = CommandFixture::new();
    let line = fixture
        .portal_with("PORTAL_MEDIA_URL", "s3://portal-media", &["courses", "list"])
        .refused();
    assert!(
        line.starts_with("AWS_REGION ") && line.contains("for example"),
        "{line}"
    );
}

#[test]
fn two_machines_import_into_one_bucket_one_after_the_other() {
    let (store, database) = (ObjectStore::start(), TestDatabase::new(Postgres));
    let machines = [CommandFixture::new(), CommandFixture::new()];
    // Servers that share a database share its key: 64 bytes in base64.
    let shared_key = "BwcH".repeat(21) + "Bw==";
    for (machine, slug) in machines.iter().zip(["first-steps", "next-steps"]) {
        machine.write_course("course", slug, slug);
    }
    let import = |machine: &CommandFixture| {
        command(machine, &store)
            .env("DATABASE_URL", database_setting(&database.address()))
            .env("PORTAL_SESSION_KEY", &shared_key)
            .args(["courses", "import", "course", "--no-package"])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let locks = media_locks(&database.address()).unwrap();
    let held = locks.lock_to_copy(&mut || ()).unwrap();
    let mut imports = machines.each_ref().map(import);
    let mut said = imports
        .each_mut()
        .map(|import| BufReader::new(import.stderr.take().unwrap()).lines());
    for said in &mut said {
        let line = said.next().unwrap().unwrap();
        assert!(line.contains("waiting for its end"), "{line}");
    }
    assert!(store.objects().is_empty());
    drop(held);
    for import in &mut imports {
        assert!(import.wait().unwrap().success());
    }
    let doctor = run(command(&machines[0], &store)
        .env("DATABASE_URL", database_setting(&database.address()))
        .env("PORTAL_SESSION_KEY", &shared_key)
        .arg("doctor"));
    assert!(
        media_line(&doctor).contains("all there"),
        "{}",
        media_line(&doctor)
    );
    assert_eq!(db_count(&database.address(), "courses"), 2);
}
