//! An import of many members: within the bounds of memory, while members watch.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use support::{
    Browser, Engine, Postgres, Server, Sqlite,
    catalogue_fixture::member,
    databases::{
        old_site::{HASHES, OldSite, courses_of},
        tables::db_count,
    },
    samples::{course, import, video, videos_of},
    server::process_memory::resident_at_most,
    waiting::SetOnDrop,
};

/// Kilobytes (contract, "Moving in").
const MOST_MEMORY: u64 = 150 * 1024;
const LESSONS: usize = 10;

#[rstest]
fn three_hundred_members_come_in_one_go_while_others_watch(#[values(Sqlite, Postgres)] engine: Engine) {
    import_people(engine, 300, 2);
}

#[rstest]
#[ignore = "some minutes; make endurance runs it"]
fn ten_thousand_members_with_200_000_positions_come_in_one_go_while_others_watch(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    import_people(engine, 10_000, 16);
}

/// Reports one second after the other until the import is over, and the same one again where it was answered 503, as the page does. The
/// last second that was sent.
fn watch(member: &mut Browser, lesson: &str, over: &AtomicBool) -> u32 {
    for second in 1.. {
        let report = json!({ "watchedSeconds": second % 80 });
        loop {
            let answer = member.put(lesson, &report);
            match answer.status {
                200 => break,
                503 => thread::sleep(Duration::from_millis(100)),
                status => panic!("{status}: {}", String::from_utf8_lossy(&answer.body)),
            }
        }
        let _ = member.get("/api/user/courses").ok(200);
        if over.load(Ordering::SeqCst) {
            return second % 80;
        }
    }
    unreachable!("the loop ends with the import")
}

fn import_people(engine: Engine, people: usize, watchers: usize) {
    let server = Server::start(engine);
    let mut courses = Vec::new();
    for slug in ["first-ten", "second-ten"] {
        let mut ten = course(slug);
        ten.sections.truncate(1);
        ten.sections[0].videos = (0..LESSONS)
            .map(|n| video(&format!("{slug}-{n}.mp4"), 100))
            .collect();
        courses.push(import(server.database(), ten));
    }
    let folder = tempfile::tempdir().unwrap();
    let old = OldSite::write(&folder.path().join("old"), &courses_of(server.database()), people);
    let mut watching: Vec<_> = (0..watchers)
        .map(|number| {
            member(
                &server,
                &format!("Watcher{number}"),
                courses[0],
                AccessTerm::Lifetime,
            )
        })
        .collect();
    let lesson = format!(
        "/api/videos/{}/progress",
        videos_of(server.database(), courses[0])[0].0
    );
    let count = |rows: &str| db_count(&server.database().address(), rows);
    let mails = count("outbox");
    let over = AtomicBool::new(false);
    let (most, seconds) = thread::scope(|scope| {
        let ends = SetOnDrop(&over);
        let (lesson, over) = (&lesson, &over);
        let reports: Vec<_> = watching
            .iter_mut()
            .map(|browser| scope.spawn(move || watch(browser, lesson, over)))
            .collect();
        let most = run_import(&server, &old);
        drop(ends);
        let seconds: Vec<u32> = reports.into_iter().map(|report| report.join().unwrap()).collect();
        (most, seconds)
    });
    assert!(most < MOST_MEMORY, "{most} kB");
    for (browser, second) in watching.iter_mut().zip(seconds) {
        let path = format!("/api/courses/{}/progress", courses[0].0);
        let rows = browser.get(&path).ok(200);
        assert_eq!(rows[0]["watchedSeconds"], second, "a report was lost: {rows}");
    }
    let members = (people + HASHES.len()) as i64;
    let watchers = watchers as i64;
    assert_eq!(count("users"), members + watchers);
    assert_eq!(count("user_course_access"), 2 * members + watchers);
    assert_eq!(count("video_progress"), 2 * LESSONS as i64 * members + watchers);
    assert_eq!(count("outbox"), mails);
}

/// The memory that the command had at its most, in kilobytes.
fn run_import(server: &Server, old: &OldSite) -> u64 {
    let mut child = server
        .portal("owner")
        .args(["users", "import", old.folder().to_str().unwrap(), "--yes"])
        .spawn()
        .unwrap();
    let mut most = 0;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        // A process that has ended and was not waited for has no memory any more.
        most = most.max(std::panic::catch_unwind(|| resident_at_most(child.id())).unwrap_or(0));
        thread::sleep(Duration::from_millis(20));
    };
    assert!(status.success());
    most
}
