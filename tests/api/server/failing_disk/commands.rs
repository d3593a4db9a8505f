//! Staff's commands on a disk that fails, while the server of the same installation goes on.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use courses::CourseStore as _;
use rstest::rstest;
use support::{
    DiskFault, FailingDisk, Server, Sqlite,
    courses::lesson_folder::LessonFolder,
    databases::{contents::db_contents, tables::db_count},
    keys::SESSION_KEY,
    server::{binary, database_setting, run_to_end},
};

/// The command on a server's installation, with a disk that can fail below it.
fn portal(server: &Server, disk: &FailingDisk) -> Command {
    let mut command = Command::new(binary("portal"));
    command
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("DATABASE_URL", database_setting(&server.database().address()))
        .env("PORTAL_DATA_DIR", server.data())
        .env("PORTAL_SESSION_KEY", SESSION_KEY)
        .envs(disk.environment());
    command
}

/// Exit 1 with one line.
#[track_caller]
fn refused(command: &mut Command, words: &[&str]) -> String {
    let (code, out, errors) = run_to_end(command, words);
    assert_eq!((code, out.as_str()), (Some(1), ""), "{errors}");
    assert_eq!(errors.lines().count(), 1, "not one line: {errors}");
    errors
}

#[track_caller]
fn done(command: &mut Command, words: &[&str]) -> String {
    let (code, out, errors) = run_to_end(command, words);
    assert_eq!(code, Some(0), "{out}{errors}");
    out
}

/// Every file below a folder, hidden ones too.
fn files(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            found.extend(files(&entry.path()));
        } else {
            found.insert(entry.path());
        }
    }
    found
}

/// What is on the disk that fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Media,
    Database,
}

#[rstest]
#[case(Place::Media, DiskFault::Full)]
#[case(Place::Media, DiskFault::Sync)]
#[case(Place::Media, DiskFault::FolderSync)]
#[case(Place::Database, DiskFault::Full)]
#[case(Place::Database, DiskFault::Sync)]
fn a_course_that_cannot_be_kept_leaves_no_row_and_no_file(#[case] place: Place, #[case] fault: DiskFault) {
    let server = Server::start(Sqlite);
    let media = server.data().join("media");
    let database = server.database();
    let disk = FailingDisk::over(&match place {
        Place::Media => media.clone(),
        Place::Database => database.file().unwrap(),
    });
    let folder = LessonFolder::new();
    let path = folder.path().to_str().unwrap();
    // One course is there already, and another edition of it is what fails.
    done(
        &mut portal(&server, &disk),
        &["courses", "import", path, "--no-package"],
    );
    let (rows, stored) = (db_contents(&database.address()), files(&media));
    folder.write("sheet.pdf", b"%PDF-1.7 another worksheet");
    folder.write("03.md", b"Read *bars* again.\n");
    folder.change("title = \"A preview\"", "title = \"A changed preview\"");
    let words = ["courses", "import", path, "--no-package"];
    {
        let _failure = disk.fail(fault);
        for _ in 0..2 {
            let line = refused(&mut portal(&server, &disk), &words);
            if (place, fault) == (Place::Media, DiskFault::Full) {
                assert!(line.contains("No space left on device"), "{line}");
            }
            assert_eq!(files(&media), stored, "{line}");
            assert_eq!(db_contents(&database.address()), rows, "{line}");
        }
        let _ = server.visitor().get("/api/courses").ok(200);
        let _ = server.visitor().get("/healthz").ok(200);
    }
    done(&mut portal(&server, &disk), &words);
    assert_eq!(
        db_count(&database.address(), "videos WHERE title = 'A changed preview'"),
        1
    );
    let named = database.read(|store| store.media_locations()).unwrap();
    for location in server.media().locations().unwrap() {
        assert!(named.contains(&location), "nothing names {}", location.0);
    }
}

#[rstest]
fn a_backup_that_cannot_be_kept_has_no_name(
    #[values(DiskFault::Full, DiskFault::Sync, DiskFault::FolderSync)] fault: DiskFault,
) {
    let server = Server::start(Sqlite);
    let folder = LessonFolder::new();
    let _ = folder.import(server.database(), &server.media());
    let target = tempfile::tempdir().unwrap();
    let disk = FailingDisk::over(target.path());
    let file = target.path().join("portal.tar");
    let words = ["backup", file.to_str().unwrap()];
    {
        let _failure = disk.fail(fault);
        for _ in 0..2 {
            let line = refused(&mut portal(&server, &disk), &words);
            assert!(
                line.contains("portal.tar") && line.contains("cannot be written"),
                "{line}"
            );
            assert_eq!(files(target.path()), BTreeSet::new(), "{line}");
        }
        let _ = server.visitor().get("/readyz").ok(200);
    }
    done(&mut portal(&server, &disk), &words);
    assert_eq!(files(target.path()), BTreeSet::from([file]));
    assert_eq!(
        db_count(
            &server.database().address(),
            "audit_acts WHERE action = 'backup.create'"
        ),
        1,
        "a backup that was refused is recorded as made"
    );
}

#[test]
fn packages_that_cannot_be_kept_are_made_when_there_is_room() {
    let server = Server::start(Sqlite);
    let media = server.data().join("media");
    let disk = FailingDisk::over(server.data());
    let folder = LessonFolder::new();
    let _ = folder.import(server.database(), &server.media());
    let stored = server.media().locations().unwrap();
    let words = ["courses", "package", "lessons"];
    {
        let _full = disk.fail(DiskFault::Full);
        let (code, out, errors) = run_to_end(portal(&server, &disk).env("PORTAL_FFMPEG", "ffmpeg"), &words);
        assert_eq!(code, Some(1), "{out}{errors}");
        let printed = format!("{out}{errors}");
        assert!(printed.contains("No space left on device"), "{printed}");
        assert_eq!(server.media().locations().unwrap(), stored);
        let unfinished = |path: &&PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.ends_with(".part") || name.starts_with(".incoming-")
        };
        let left = files(server.data());
        assert_eq!(left.iter().find(unfinished), None);
        assert_eq!(db_count(&server.database().address(), "video_packages"), 0);
        let _ = server.visitor().get("/readyz").ok(200);
    }
    done(portal(&server, &disk).env("PORTAL_FFMPEG", "ffmpeg"), &words);
    assert!(db_count(&server.database().address(), "video_packages") > 0);
    assert!(files(&media).len() > stored.len());
}

#[rstest]
fn a_folder_that_cannot_be_written_stops_no_next_try(
    #[values(&["site", "init"][..], &["courses", "new"], &["courses", "export", "futures"])] words: &[&str],
    #[values("new", "empty")] name: &str,
    #[values(DiskFault::Full, DiskFault::Sync)] fault: DiskFault,
) {
    let server = Server::start(Sqlite);
    let _ = support::catalogue_fixture::CatalogueFixture::open(&server);
    let target = tempfile::tempdir().unwrap();
    let (disk, folder) = (FailingDisk::over(target.path()), target.path().join(name));
    fs::create_dir(target.path().join("empty")).unwrap();
    let words = [words, &[folder.to_str().unwrap()]].concat();
    {
        let _failure = disk.fail(fault);
        let line = refused(&mut portal(&server, &disk), &words);
        assert_eq!(files(target.path()), BTreeSet::new(), "{line}");
        assert_eq!(folder.exists(), name == "empty", "{line}");
    }
    done(&mut portal(&server, &disk), &words);
    assert!(!files(&folder).is_empty());
}
