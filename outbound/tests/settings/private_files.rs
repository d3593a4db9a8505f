//! What is the owner's alone: new files by their mode, older ones by being tightened.

use std::{
    fs::{self, Permissions},
    os::unix::fs::{PermissionsExt, symlink},
    path::Path,
};

use outbound::{MediaStore, Settings, files_open_to_others, make_private};

use super::variables::read;

fn settings_in(folder: &Path) -> Settings {
    let database = format!("sqlite://{}", folder.join("data/portal.db").display());
    read(&[
        ("PORTAL_DATA_DIR", folder.join("data").to_str().unwrap()),
        ("DATABASE_URL", &database),
    ])
    .unwrap()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

fn open_to_all(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

#[test]
fn the_data_folder_and_the_database_begin_private() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings_in(folder.path());
    assert!(make_private(&settings).is_empty());
    assert_eq!(mode(&settings.data_dir), 0o700);
    assert_eq!(mode(&settings.data_dir.join("portal.db")), 0o600);
    assert!(files_open_to_others(&settings).is_empty());
}

#[test]
fn media_begins_private() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("film.mp4");
    fs::write(&source, b"film").unwrap();
    open_to_all(&source, 0o644);
    let media = MediaStore::in_folder(folder.path().join("media"));
    let location = media.put(&source, "videos", "mp4").unwrap();
    let _lock = media.lock_to_change(&mut || ()).unwrap();
    for folder in [
        media.root().unwrap().to_path_buf(),
        media.root().unwrap().join("videos"),
    ] {
        assert_eq!(mode(&folder), 0o700, "{}", folder.display());
    }
    assert_eq!(mode(&media.path_of(&location).unwrap()), 0o600);
    assert_eq!(mode(&media.root().unwrap().join(".lock")), 0o600);
}

#[test]
fn what_an_older_version_left_open_is_named_and_closed() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings_in(folder.path());
    let data = &settings.data_dir;
    let files = [
        "portal.db",
        "portal.db-wal",
        "portal.db-shm",
        "session.key",
        "outbox/1.eml",
        "media/videos/a.mp4",
    ];
    let folders = ["", "outbox", "media", "media/videos"];
    fs::create_dir_all(data.join("media/videos")).unwrap();
    fs::create_dir(data.join("outbox")).unwrap();
    for name in files {
        fs::write(data.join(name), b"x").unwrap();
        open_to_all(&data.join(name), 0o644);
    }
    for name in folders {
        open_to_all(&data.join(name), 0o755);
    }
    let outside = folder.path().join("outside");
    fs::write(&outside, b"x").unwrap();
    open_to_all(&outside, 0o644);
    symlink(&outside, data.join("media/link.mp4")).unwrap();
    assert_eq!(files_open_to_others(&settings).len(), files.len() + folders.len());
    assert!(make_private(&settings).is_empty());
    assert!(files_open_to_others(&settings).is_empty());
    for name in files {
        assert_eq!(mode(&data.join(name)), 0o600, "{name}");
        assert_eq!(fs::read(data.join(name)).unwrap(), b"x", "{name} was changed");
    }
    for name in folders {
        assert_eq!(mode(&data.join(name)), 0o700, "{name:?}");
    }
    assert_eq!(mode(&outside), 0o644, "a link was followed");
}

#[test]
fn a_folder_that_many_share_is_named_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings_in(folder.path());
    fs::create_dir(&settings.data_dir).unwrap();
    open_to_all(&settings.data_dir, 0o1777);
    assert_eq!(make_private(&settings), std::slice::from_ref(&settings.data_dir));
    assert_eq!(mode(&settings.data_dir), 0o1777);
}
