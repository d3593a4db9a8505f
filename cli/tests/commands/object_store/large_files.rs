//! Files that go to the store in parts, and uploads that are cut off.

use std::{
    fs::{self, OpenOptions},
    io::Write as _,
    os::unix::fs::FileExt as _,
    process::{Child, Stdio},
};

use outbound::{MediaStore, Settings};
use support::{ObjectStore, S3Server as _, waiting::until};

use super::{command, portal};
use crate::fixture::CommandFixture;

/// Over the 100 MiB from which a file goes in parts at the latest.
const LARGE: u64 = 105 << 20;
const IMPORT: [&str; 4] = ["courses", "import", "course", "--no-package"];

/// Makes a video so long that it goes in parts, by a box that players skip.
pub fn lengthen(fixture: &CommandFixture) {
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

/// An import of a large file that is in the middle of it.
fn begun_import(fixture: &CommandFixture, store: &ObjectStore) -> Child {
    fixture.write_course("course", "first-steps", "First steps");
    lengthen(fixture);
    let import = command(fixture, store)
        .args(IMPORT)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    until("parts are sent", || store.parts() >= 2);
    import
}

/// Ends an import in the middle of a large file.
fn cut_off(fixture: &CommandFixture, store: &ObjectStore) {
    let mut import = begun_import(fixture, store);
    import.kill().unwrap();
    import.wait().unwrap();
    assert!(store.objects().is_empty(), "the import was too fast");
}

/// That the store and this machine have nothing of an upload that was not finished.
fn nothing_unfinished(fixture: &CommandFixture, store: &ObjectStore) {
    assert_eq!(store.parts(), 0);
    let records = fs::read_dir(fixture.path("data/uploads")).unwrap().flatten();
    let left = records.filter(|entry| entry.file_name().to_string_lossy().contains("upload.json"));
    assert_eq!(left.count(), 0);
}

/// That the large file of the course is in the store.
fn large_is_stored(fixture: &CommandFixture, store: &ObjectStore) {
    let bytes = fs::read(fixture.path("course/one.mp4")).unwrap();
    let digest = hex::encode(<sha2::Sha256 as sha2::Digest>::digest(&bytes));
    let stored = fs::read(store.object(&format!("videos/{digest}.mp4"))).unwrap();
    assert!(stored == bytes, "other bytes than were imported");
    assert_eq!(store.objects().len(), 3);
}

#[test]
fn a_large_upload_that_was_cut_off_begins_again_and_leaves_nothing_behind() {
    let store = ObjectStore::start();
    let fixture = CommandFixture::new();
    cut_off(&fixture, &store);
    assert!(store.parts() > 0);
    portal(&fixture, &store, &IMPORT).done();
    nothing_unfinished(&fixture, &store);
    large_is_stored(&fixture, &store);
}

#[test]
fn a_server_removes_what_a_cut_off_upload_left_once_no_process_stores_files() {
    let store = ObjectStore::start();
    let fixture = CommandFixture::new();
    cut_off(&fixture, &store);
    let settings = store.settings();
    let lookup = |name: &str| match name {
        "PORTAL_DATA_DIR" => Some(fixture.path("data").into()),
        _ => {
            let found = settings.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| value.into())
        }
    };
    let media = MediaStore::of(&Settings::read(&lookup).unwrap(), None).unwrap();
    let parts = store.parts();
    let import = media.lock_to_change(&mut || ()).unwrap();
    media.remove_unfinished_if_idle().unwrap();
    assert_eq!(store.parts(), parts);
    drop(import);
    media.remove_unfinished_if_idle().unwrap();
    nothing_unfinished(&fixture, &store);
}

#[test]
fn a_store_that_dies_in_the_middle_of_an_upload_refuses_the_import_and_keeps_no_part() {
    let mut store = ObjectStore::start();
    let fixture = CommandFixture::new();
    let import = begun_import(&fixture, &store);
    store.kill();
    let refused = import.wait_with_output().unwrap();
    let line = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(1), "{line}");
    assert!(
        line.contains("s3://portal-media/courses: it cannot be reached"),
        "{line}"
    );
    store.restart();
    portal(&fixture, &store, &IMPORT).done();
    nothing_unfinished(&fixture, &store);
    large_is_stored(&fixture, &store);
}
