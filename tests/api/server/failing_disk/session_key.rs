//! The first start on a disk that cannot keep the session key: no start, and no half of a key.

use std::path::Path;

use kernel::DatabaseUrl;
use rstest::rstest;
use support::{
    DiskFault, FailingDisk, Server, Sqlite,
    server::{database_setting, run_to_end, server_command},
};

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[rstest]
fn a_session_key_that_cannot_be_kept_stops_the_start_and_leaves_no_half(
    #[values(DiskFault::Full, DiskFault::Sync, DiskFault::FolderSync)] fault: DiskFault,
) {
    let (data, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let disk = FailingDisk::over(data.path());
    let database = DatabaseUrl::Sqlite(elsewhere.path().join("portal.db"));
    {
        let _failure = disk.fail(fault);
        let mut command = server_command(data.path(), &database);
        command.env("PORTAL_SESSION_KEY", "").envs(disk.environment());
        let (code, out, errors) = run_to_end::<&str>(&mut command, &[]);
        assert_eq!((code, out.as_str()), (Some(1), ""), "{errors}");
        assert_eq!(errors.lines().count(), 1, "not one line: {errors}");
        assert!(
            errors.contains("session key") && errors.contains("cannot be kept"),
            "{errors}"
        );
    }
    let file = data.path().join("session.key");
    // Only where its name alone may not last is there a key: a whole one, which another process may have read meanwhile.
    let kept = std::fs::read(&file).ok();
    let expected: &[&str] = if fault == DiskFault::FolderSync {
        &["session.key"]
    } else {
        &[]
    };
    assert_eq!(names(data.path()), expected);
    let settings = [
        ("PORTAL_SESSION_KEY", String::new()),
        ("PORTAL_DATA_DIR", data.path().display().to_string()),
        ("DATABASE_URL", database_setting(&database)),
    ];
    let server = Server::with(
        Sqlite,
        &settings.each_ref().map(|(name, value)| (*name, value.as_str())),
    );
    let _ = server.visitor().get("/readyz").ok(200);
    let key = std::fs::read(&file).unwrap();
    assert!(key.len() > 64, "half a key");
    assert!(kept.is_none_or(|kept| kept == key), "another key");
}
