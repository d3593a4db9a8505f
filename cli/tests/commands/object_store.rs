//! Commands on an installation whose media are in an S3-compatible store.

use std::{
    fs::{self, OpenOptions},
    io::{BufRead as _, BufReader, Write as _},
    os::unix::fs::FileExt as _,
    process::{Command, Stdio},
};

use persistence::media_locks;
use support::{
    ObjectStore, Postgres, TestDatabase,
    databases::tables::db_count,
    http::stub::{HttpStub, Reply},
    object_store::SECRET_KEY,
    server::database_setting,
    waiting::until,
};

use crate::fixture::{CommandFixture, Outcome, run};

/// Over the 100 MiB from which a file goes in parts.
const LARGE: u64 = 105 << 20;

fn command(fixture: &CommandFixture, store: &ObjectStore) -> Command {
    let mut command = fixture.command();
    command.envs(store.settings());
    command
}

fn portal(fixture: &CommandFixture, store: &ObjectStore, words: &[&str]) -> Outcome {
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

/// Makes a video longer than what is sent whole, by a box that players skip.
fn lengthen(fixture: &CommandFixture) {
    let path = fixture.path("course/one.mp4");
    let before = fs::metadata(&path).unwrap().len();
    let mut video = OpenOptions::new().append(true).open(&path).unwrap();
    video
        .write_all(&u32::try_from(LARGE - before).unwrap().to_be_bytes())
        .unwrap();
    video.write_all(b"free").unwrap();
    video.set_len(LARGE).unwrap();
    // So that no two parts are the same; an open file that appends would write them at its end.
    let video = OpenOptions::new().write(true).open(&path).unwrap();
    for part in 1..6_u8 {
        video
            .write_all_at(&[part], u64::from(part) * (16 << 20) + 7)
            .unwrap();
    }
}

#[test]
fn a_course_is_imported_exported_and_backed_up() {
    let store = ObjectStore::start();
    let fixture = with_course(&store);
    let objects = store.objects();
    assert_eq!(objects.len(), 3, "{objects:?}");
    assert!(
        objects.iter().all(|name| name.starts_with("courses/videos/")),
        "{objects:?}"
    );
    assert!(!fixture.path("data/media").exists());
    let doctor = portal(&fixture, &store, &["doctor"]);
    let line = media_line(&doctor);
    assert!(
        line.starts_with("ok") && line.contains("3 files of courses, all there"),
        "{line}"
    );
    assert_eq!(store.objects(), objects, "the doctor leaves nothing behind");
    portal(&fixture, &store, &["courses", "export", "first-steps", "out"]).done();
    for file in ["one.mp4", "two.mov", "clips/three.webm"] {
        let read = |folder: &str| fs::read(fixture.path(folder).join(file)).unwrap();
        assert!(read("out") == read("course"), "{file}");
    }
    // A backup of a bucket goes into a folder, and back into another bucket.
    portal(&fixture, &store, &["backup", "b.tar"]).said();
    let file = fixture.path("b.tar");
    let file = file.to_str().unwrap();
    let folder = CommandFixture::new();
    folder.portal(&["restore", file, "--yes"]).done();
    assert_eq!(folder.media().len(), 3);
    let other = ObjectStore::start();
    let bucket = CommandFixture::new();
    portal(&bucket, &other, &["restore", file, "--yes"]).done();
    assert_eq!(other.objects(), objects);
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

#[test]
fn a_large_file_goes_in_parts_and_a_later_import_sends_the_rest() {
    let store = ObjectStore::start();
    let fixture = CommandFixture::new();
    fixture.write_course("course", "first-steps", "First steps");
    lengthen(&fixture);
    let import = ["courses", "import", "course"];
    let mut first = command(&fixture, &store)
        .args(import)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // A part is known as sent once the next one is there.
    until("parts are sent", || store.parts() >= 2);
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(
        store.parts() < 7 && store.objects().is_empty(),
        "the import was too fast"
    );
    // What the store has of the first part tells whether it is sent again.
    let part = store.part(1);
    let mark = fs::OpenOptions::new().write(true).open(&part).unwrap();
    mark.write_all_at(b"marked", 1 << 20).unwrap();
    portal(&fixture, &store, &import).done();
    assert_eq!(store.parts(), 0);
    let objects = store.objects();
    assert_eq!(objects.len(), 3, "{objects:?}");
    let large = objects
        .iter()
        .map(|name| store.object(name.strip_prefix("courses/").unwrap()))
        .find(|path| fs::metadata(path).unwrap().len() == LARGE)
        .unwrap();
    let mut marked = [0; 6];
    fs::File::open(large)
        .unwrap()
        .read_exact_at(&mut marked, 1 << 20)
        .unwrap();
    assert_eq!(&marked, b"marked", "the first part was sent again");
    let records = fs::read_dir(fixture.path("data/uploads")).unwrap().flatten();
    let left = records.filter(|entry| entry.file_name().to_string_lossy().contains("upload.json"));
    assert_eq!(left.count(), 0);
}

#[test]
fn a_large_file_whose_parts_the_store_has_lost_is_sent_anew() {
    let store = ObjectStore::start();
    let fixture = CommandFixture::new();
    fixture.write_course("course", "first-steps", "First steps");
    lengthen(&fixture);
    let bytes = fs::read(fixture.path("course/one.mp4")).unwrap();
    let digest = hex::encode(<sha2::Sha256 as sha2::Digest>::digest(&bytes));
    let record = serde_json::json!({
        "address": "s3://portal-media/courses", "key": format!("courses/videos/{digest}.mp4"),
        "upload_id": "7f3c2c0e-0000-4000-8000-000000000000", "parts": [{ "md5": "0", "tag": "\"0\"" }],
    });
    fs::create_dir_all(fixture.path("data/uploads")).unwrap();
    fs::write(
        fixture.path(&format!("data/uploads/{digest}.upload.json")),
        record.to_string(),
    )
    .unwrap();
    portal(&fixture, &store, &["courses", "import", "course"]).done();
    let stored = fs::read(store.object(&format!("videos/{digest}.mp4"))).unwrap();
    assert!(stored == bytes, "other bytes than were imported");
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
        assert!(said.contains("its list of files cannot be read"), "{said}");
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
    for (machine, slug) in machines.iter().zip(["first-steps", "next-steps"]) {
        machine.write_course("course", slug, slug);
    }
    let import = |machine: &CommandFixture| {
        command(machine, &store)
            .env("DATABASE_URL", database_setting(&database.address()))
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
        .arg("doctor"));
    assert!(
        media_line(&doctor).contains("all there"),
        "{}",
        media_line(&doctor)
    );
    assert_eq!(db_count(&database.address(), "courses"), 2);
}
