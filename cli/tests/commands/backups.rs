//! Backups of one installation and their way back into it.

mod damaged;
mod drill;
mod output;
pub mod portable;
mod walked;

use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    process::Stdio,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use courses::CourseStore;
use diesel::connection::SimpleConnection;
use kernel::UserId;
use purchase_keys::{IssueOrder, KeyId, issue_key};
use support::waiting::{SetOnDrop, until};

use crate::fixture::{CommandFixture, connect};

fn fixture_with_members() -> CommandFixture {
    let fixture = CommandFixture::with_course();
    fixture.member("mara");
    fixture.member("noor");
    fixture
        .portal(&[
            "codes",
            "issue",
            "--course",
            "1",
            "--count",
            "5",
            "--email",
            "x@example.com",
        ])
        .done();
    fixture
}

#[test]
fn a_restored_installation_is_the_one_that_was_backed_up() {
    let fixture = fixture_with_members();
    let (rows, media) = (fixture.dump(), fixture.media());
    let outcome = fixture.portal(&["backup", "b.tar"]);
    assert_eq!(outcome.out, "");
    outcome.said();
    let elsewhere = CommandFixture::new();
    fs::create_dir_all(elsewhere.path("data")).unwrap();
    fs::copy(
        fixture.path("data/session.key"),
        elsewhere.path("data/session.key"),
    )
    .unwrap();
    let file = fixture.path("b.tar");
    let file = file.to_str().unwrap();
    assert!(
        elsewhere
            .portal(&["restore", file, "--keep-sessions"])
            .said()
            .contains("2 users")
    );
    assert_eq!(elsewhere.dump(), rows);
    assert_eq!(elsewhere.media(), media);
    assert!(elsewhere.portal(&["doctor"]).done().contains("all there"));
    let refused = elsewhere.portal(&["restore", file]).refused();
    assert!(refused.contains("--yes"), "{refused}");
    let said = elsewhere.portal(&["restore", file, "--yes"]).said();
    assert!(said.contains("all members sign in again"), "{said}");
    let mut ended = rows;
    ended.insert(String::from("sessions"), String::new());
    assert_eq!(elsewhere.dump(), ended);
    let left: Vec<_> = fs::read_dir(elsewhere.path("data"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert!(
        !left.iter().any(|name| name.to_string_lossy().contains("restore")),
        "{left:?}"
    );
}

/// Of what is sealed in a backup, nothing can be opened by the backup alone.
#[test]
fn the_session_key_is_in_no_backup() {
    let fixture = fixture_with_members();
    fixture.portal(&["backup", "b.tar"]).said();
    let key = fs::read(fixture.path("data/session.key")).unwrap();
    let key = key.trim_ascii();
    assert!(key.len() >= 64, "no key was made");
    let backup = fs::read(fixture.path("b.tar")).unwrap();
    for part in key.chunks_exact(32) {
        assert!(!backup.windows(part.len()).any(|window| window == part));
    }
}

#[test]
fn a_process_with_the_database_open_sees_the_restored_state_at_once() {
    let fixture = fixture_with_members();
    fixture.portal(&["backup", "b.tar"]).said();
    let database = fixture.database();
    let version = database.read(|store| store.catalogue_version()).unwrap();
    fixture.portal(&["users", "delete", "mara", "--yes"]).said();
    fixture.member("late");
    assert_eq!(
        database
            .read(|store| store.user_records_after(UserId(0), i64::MAX))
            .unwrap()
            .len(),
        2
    );
    fixture.portal(&["restore", "b.tar", "--yes"]).said();
    let names: Vec<_> = database
        .read(|store| store.user_records_after(UserId(0), i64::MAX))
        .unwrap()
        .into_iter()
        .map(|u| u.user.username)
        .collect();
    assert_eq!(names, ["mara", "noor"]);
    assert!(database.read(|store| store.catalogue_version()).unwrap() > version);
    // And writes go on; a number that was given after the backup is not given again.
    assert!(fixture.member("again").0 > 3);
}

#[test]
fn a_backup_under_writes_is_one_committed_moment() {
    let fixture = CommandFixture::with_course();
    let database = fixture.database();
    let course = database.read(|store| store.courses()).unwrap().remove(0);
    let (stop, written) = (AtomicBool::new(false), AtomicUsize::new(0));
    thread::scope(|scope| {
        let over = SetOnDrop(&stop);
        scope.spawn(|| {
            while !stop.load(Ordering::SeqCst) {
                let order = IssueOrder {
                    course: course.clone(),
                    term: kernel::AccessTerm::Lifetime,
                    email: None,
                };
                let mut random = [[0; 15]; 2];
                random
                    .iter_mut()
                    .for_each(|bytes| getrandom::fill(bytes).unwrap());
                database
                    .write(move |store| {
                        for bytes in random {
                            issue_key(store, &order, bytes, chrono::Utc::now())?;
                        }
                        Ok::<_, kernel::StoreError>(())
                    })
                    .unwrap();
                written.fetch_add(2, Ordering::SeqCst);
                // Without a pause the database grows faster than a busy machine backs it up.
                thread::sleep(Duration::from_millis(2));
            }
        });
        for number in 0..5 {
            let file = format!("b{number}.tar");
            let before = written.load(Ordering::SeqCst);
            fixture.portal(&["backup", &file]).said();
            // One write may have been committed and not yet counted.
            let after = written.load(Ordering::SeqCst) + 2;
            let elsewhere = CommandFixture::new();
            elsewhere.portal(&["restore", fixture.path(&file).to_str().unwrap()]);
            let keys = elsewhere
                .database()
                .read(|store| store.key_records_after(KeyId(0), None, i64::MAX))
                .unwrap()
                .len();
            assert!(
                keys.is_multiple_of(2) && (before..=after).contains(&keys),
                "{before} {keys} {after}"
            );
        }
        drop(over);
    });
}

#[test]
fn a_backup_is_written_over_only_on_request() {
    let fixture = fixture_with_members();
    fs::write(fixture.path("b.tar"), "precious").unwrap();
    assert!(fixture.portal(&["backup", "b.tar"]).refused().contains("--force"));
    assert_eq!(fs::read_to_string(fixture.path("b.tar")).unwrap(), "precious");
    fixture.portal(&["backup", "b.tar", "--force"]).said();
    assert!(
        fixture
            .portal(&["restore", "b.tar", "--yes"])
            .said()
            .contains("restored")
    );
    fixture.portal(&["backup", "missing/b.tar"]).refused();
    let line = CommandFixture::new().portal(&["backup", "b.tar"]).refused();
    assert!(line.contains("no database"), "{line}");
}

#[test]
fn what_is_no_whole_backup_changes_nothing() {
    let fixture = fixture_with_members();
    fixture.portal(&["backup", "good.tar"]).said();
    let (rows, media) = (fixture.dump(), fixture.media());
    let good = fs::read(fixture.path("good.tar")).unwrap();
    fs::write(fixture.path("cut.tar"), &good[..good.len() / 2]).unwrap();
    fs::write(fixture.path("words.tar"), "words").unwrap();
    fs::write(fixture.path("empty.tar"), "").unwrap();
    let mut damaged = good.clone();
    let at = damaged.len() - 4_000;
    damaged[at..at + 600].fill(7);
    fs::write(fixture.path("damaged.tar"), damaged).unwrap();
    for (name, entry, content) in [
        ("foreign.tar", "portal.db", &b"no database"[..]),
        ("stranger.tar", "etc/passwd", b"x"),
        ("hidden.tar", "media/videos/.x.mp4", b"x"),
    ] {
        let mut tar = tar::Builder::new(File::create(fixture.path(name)).unwrap());
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        tar.append_data(&mut header, entry, content).unwrap();
        tar.finish().unwrap();
    }
    let mut tar = tar::Builder::new(File::create(fixture.path("link.tar")).unwrap());
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::Symlink);
    header.set_size(0);
    tar.append_link(&mut header, "portal.db", "/etc/passwd").unwrap();
    tar.finish().unwrap();
    let mut climbing = tar::Header::new_gnu();
    climbing.set_size(1);
    climbing.as_mut_bytes()[..12].copy_from_slice(b"../portal.db");
    climbing.set_cksum();
    let mut bytes = climbing.as_bytes().to_vec();
    bytes.extend([b'x'; 1]);
    bytes.extend([0; 511 + 1024]);
    fs::write(fixture.path("climbing.tar"), bytes).unwrap();
    for name in [
        "cut", "words", "empty", "damaged", "foreign", "stranger", "hidden", "link", "climbing", "absent",
    ] {
        let line = fixture
            .portal(&["restore", &format!("{name}.tar"), "--yes"])
            .refused();
        assert!(
            line.contains(name) && line.contains("nothing was changed"),
            "{line}"
        );
        assert_eq!(
            (fixture.dump(), fixture.media()),
            (rows.clone(), media.clone()),
            "{name}"
        );
    }
    fixture.portal(&["restore", "good.tar", "--yes"]).said();
}

#[test]
fn a_restore_that_is_killed_leaves_the_live_database_as_it_was() {
    let fixture = fixture_with_members();
    fixture.portal(&["backup", "b.tar"]).said();
    fixture.portal(&["users", "delete", "mara", "--yes"]).said();
    let gone = fixture.media().remove(0);
    fs::remove_file(fixture.path("data/media").join(&gone)).unwrap();
    let rows = fixture.dump();
    // While another connection writes, the restore waits with its last step.
    let mut writer = connect(&fixture.path("data/portal.db"));
    writer.batch_execute("BEGIN IMMEDIATE").unwrap();
    let mut restore = fixture
        .command()
        .args(["restore", "b.tar", "--yes"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    until("the restore comes to its media files", || {
        fixture.media().contains(&gone)
    });
    restore.kill().unwrap();
    restore.wait().unwrap();
    writer.batch_execute("ROLLBACK").unwrap();
    assert_eq!(fixture.dump(), rows);
    // The next one finds no lock in its way.
    fixture.portal(&["restore", "b.tar", "--yes"]).said();
    assert_eq!(fixture.dump()["users"].lines().count(), 2);
}

#[test]
fn a_backup_during_an_import_says_that_it_waits_and_leaves_servers_the_processor() {
    let fixture = fixture_with_members();
    let import = File::open(fixture.path("data/media/.lock")).unwrap();
    import.lock().unwrap();
    let mut backup = fixture
        .command()
        .args(["backup", "b.tar"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(backup.stderr.take().unwrap()).lines();
    let line = said.next().unwrap().unwrap();
    assert_eq!(line, "an import is at work; waiting for its end");
    // Servers go first: field 19 of stat is the nice value (proc(5)), and the program's name before it has no space.
    let stat = fs::read_to_string(format!("/proc/{}/stat", backup.id())).unwrap();
    assert_eq!(stat.split(' ').nth(18), Some("19"), "{stat}");
    drop(import);
    assert!(backup.wait().unwrap().success());
    assert!(fixture.path("b.tar").is_file());
}

#[test]
fn keys_of_another_session_key_are_reported() {
    let fixture = fixture_with_members();
    fixture.portal(&["backup", "b.tar"]).said();
    let elsewhere = CommandFixture::new();
    let outcome = elsewhere.portal(&["restore", fixture.path("b.tar").to_str().unwrap()]);
    assert_eq!(outcome.code, Some(0));
    assert!(
        outcome
            .err
            .contains("7 purchase keys work but were issued under another session key"),
        "{}",
        outcome.err
    );
}

#[test]
fn a_later_versions_database_is_not_backed_up_and_not_changed() {
    let fixture = CommandFixture::with_course();
    fixture.sql("UPDATE program_version SET version = '99.1.0'; PRAGMA wal_checkpoint(TRUNCATE)");
    let before = fs::read(fixture.path("data/portal.db")).unwrap();
    let line = fixture.portal(&["backup", "b.tar"]).refused();
    assert!(
        line.contains("newer version") && line.contains("99.1.0") && line.contains(env!("CARGO_PKG_VERSION")),
        "{line}"
    );
    assert!(!fixture.path("b.tar").exists());
    assert_eq!(fs::read(fixture.path("data/portal.db")).unwrap(), before);
}

#[test]
fn the_doctor_says_how_old_the_last_backup_is() {
    let fixture = fixture_with_members();
    let line = || {
        let out = fixture.portal(&["doctor"]).done();
        let line = out.lines().find(|line| line.contains("  backup  "));
        line.map(str::to_owned)
    };
    assert_eq!(line(), None);
    fixture.portal(&["backup", "b.tar"]).said();
    let found = line().unwrap();
    assert!(
        found.starts_with("ok") && found.contains("b.tar, written 20"),
        "{found}"
    );
    fixture.sql("UPDATE program_version SET backup_at = '2024-11-24 10:00:00'");
    let found = line().unwrap();
    assert!(found.starts_with("warn") && found.contains("days old"), "{found}");
}
