//! A full disk: an error for the caller, nothing half-written, and work as before once there is room.

use std::{path::Path, process::Command};

use accounts::AccountStore as _;
use courses::{CourseChangeStore as _, CourseStore as _, VideoId};
use kernel::{DatabaseUrl, StoreError, UserId};
use persistence::Database;
use progress::{CompletionChange, PositionChange, ProgressStore as _};
use support::{
    databases::{open, tables::db_texts},
    samples::{add_course, add_user, course, noon, videos_of},
};

/// Names the folder of the small disk to the test's second self.
const DISK: &str = "PORTAL_TESTS_SMALL_DISK";

/// Mounting takes a mount namespace, so the claim runs in a second process; the disk is gone with it in every case.
#[test]
fn a_full_disk_refuses_writes_serves_reads_and_heals() {
    if let Some(disk) = std::env::var_os(DISK) {
        return claim(Path::new(&disk));
    }
    let folder = tempfile::tempdir().unwrap();
    let name = "engine::full_disk::a_full_disk_refuses_writes_serves_reads_and_heals";
    let script = r#"mount -t tmpfs -o size=4m none "$1" && exec "$2" --exact "$3" --nocapture"#;
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", script, "sh"])
        .arg(folder.path())
        .arg(std::env::current_exe().unwrap())
        .arg(name)
        .env(DISK, folder.path())
        .output()
        .expect("unshare (Debian's util-linux) cannot be run");
    let printed = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        output.status.success() && printed.contains("1 passed"),
        "{printed}"
    );
}

fn claim(disk: &Path) {
    let database = open(&DatabaseUrl::Sqlite(disk.join("portal.db")));
    let id = add_course(&database, "futures");
    let user = add_user(&database, "trader");
    let video = videos_of(&database, id)[0];
    watch(&database, user, video, 1).unwrap();

    let mut last = 1;
    for cycle in 0..3 {
        let filler = disk.join("filler");
        let _ = std::fs::write(&filler, vec![0; 8 << 20]);
        let refused = fill(&database, user, video, &mut last);
        assert!(
            matches!(refused, StoreError::Unavailable(_)),
            "cycle {cycle}: {refused:?}"
        );
        // Reads go on, and see the last write that was acknowledged and no other.
        assert_eq!(database.read(|store| store.course(id)).unwrap().unwrap().id, id);
        assert_eq!(seconds(&database, user, id), last);
        std::fs::remove_file(&filler).unwrap();
        last += 1;
        watch(&database, user, video, last).expect("there is room again");
        assert_eq!(seconds(&database, user, id), last);
    }
    let address = DatabaseUrl::Sqlite(disk.join("portal.db"));
    let check = db_texts(
        &address,
        "SELECT integrity_check AS t FROM pragma_integrity_check",
    );
    assert_eq!(check, [Some(String::from("ok"))]);
}

/// Writes until the disk takes no more; keeps the last that was acknowledged.
fn fill(database: &Database, user: UserId, video: VideoId, last: &mut i32) -> StoreError {
    loop {
        match watch(database, user, video, *last + 1) {
            Ok(()) => *last += 1,
            Err(error) => return error,
        }
    }
}

/// A position, in a write that also carries enough to fill what little room is left.
fn watch(database: &Database, user: UserId, video: VideoId, watched_seconds: i32) -> Result<(), StoreError> {
    let mut bulky = course("bulky");
    bulky.description = "x".repeat(20_000);
    let position = PositionChange {
        watched_seconds,
        completion: CompletionChange::Keep,
    };
    database.write(move |store| {
        store.lock_user(user)?;
        store.put_progress(user, video, &position.at(noon()))?;
        store.put_course(&bulky, noon()).map(|_| ())
    })
}

fn seconds(database: &Database, user: UserId, course: courses::CourseId) -> i32 {
    database.read(|store| store.progress_in(user, course)).unwrap()[0]
        .position
        .watched_seconds
}
