//! An import of many members: within the bounds of memory, while the server answers.

use std::{thread, time::Duration};

use rstest::rstest;
use support::{
    Engine, Postgres, Server, Sqlite,
    databases::old_site::{HASHES, OldSite, courses_of},
    samples::{course, import, video},
    server::process_memory::resident_at_most,
};

/// Kilobytes (contract, "Moving in").
const MOST_MEMORY: u64 = 150 * 1024;
const LESSONS: usize = 10;

#[rstest]
fn three_hundred_members_come_in_one_go(#[values(Sqlite, Postgres)] engine: Engine) {
    import_people(engine, 300);
}

#[rstest]
#[ignore = "some minutes; make endurance runs it"]
fn ten_thousand_members_with_200_000_positions_come_in_one_go(#[values(Sqlite, Postgres)] engine: Engine) {
    import_people(engine, 10_000);
}

fn import_people(engine: Engine, people: usize) {
    let server = Server::start(engine);
    for slug in ["first-ten", "second-ten"] {
        let mut ten = course(slug);
        ten.sections.truncate(1);
        ten.sections[0].videos = (0..LESSONS)
            .map(|n| video(&format!("{slug}-{n}.mp4"), 100))
            .collect();
        let _ = import(server.database(), ten);
    }
    let folder = tempfile::tempdir().unwrap();
    let old = OldSite::write(&folder.path().join("old"), &courses_of(server.database()), people);
    let mut child = server
        .portal("owner")
        .args(["users", "import", old.folder().to_str().unwrap(), "--yes"])
        .spawn()
        .unwrap();
    let (mut most, mut reader) = (0, server.visitor());
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        // A process that has ended and was not waited for has no memory any more.
        most = most.max(std::panic::catch_unwind(|| resident_at_most(child.id())).unwrap_or(0));
        let _ = reader.get("/api/courses").ok(200);
        thread::sleep(Duration::from_millis(20));
    };
    assert!(status.success());
    assert!(most < MOST_MEMORY, "{most} kB");
    let members = (people + HASHES.len()) as i64;
    let count = |rows: &str| support::databases::tables::db_count(&server.database().address(), rows);
    assert_eq!(count("users"), members);
    assert_eq!(count("user_course_access"), 2 * members);
    assert_eq!(count("video_progress"), 2 * LESSONS as i64 * members);
    assert_eq!(count("outbox"), 0);
}
