//! The media folder: names by content, and no way out of it.

use std::{
    fs,
    io::Read,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

use courses::MediaLocation;
use outbound::{MediaError, MediaStore};
use proptest::prelude::*;
use rstest::rstest;
use sha2::{Digest, Sha256};

struct Case {
    folder: tempfile::TempDir,
    media: MediaStore,
}

impl Case {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let media = MediaStore::in_folder(folder.path().join("media"));
        Self { folder, media }
    }

    fn source(&self, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join("source");
        fs::write(&path, bytes).unwrap();
        path
    }
}

#[test]
fn a_file_is_stored_once_under_the_name_of_its_content() {
    let case = Case::new();
    let bytes = b"moving pictures".repeat(40_000);
    let stored = case.media.put(&case.source(&bytes), "videos", "mp4").unwrap();
    assert_eq!(
        stored.0,
        format!("videos/{}.mp4", hex::encode(Sha256::digest(&bytes)))
    );
    let (mut file, length) = case.media.open(&stored).unwrap();
    let mut read = Vec::new();
    file.read_to_end(&mut read).unwrap();
    assert!(read == bytes && length == bytes.len() as u64);
    assert_eq!(
        case.media.put(&case.source(&bytes), "videos", "mp4").unwrap(),
        stored
    );
    assert_eq!(case.media.locations().unwrap(), [stored]);
    assert_eq!(
        fs::read_dir(case.media.root().unwrap().join("videos"))
            .unwrap()
            .count(),
        1,
        "no temporary file stays"
    );
}

#[test]
fn a_file_that_was_cut_is_mended_by_storing_it_again() {
    let case = Case::new();
    let source = case.source(b"whole");
    let stored = case.media.put(&source, "videos", "mp4").unwrap();
    fs::write(case.media.path_of(&stored).unwrap(), b"wh").unwrap();
    assert_eq!(case.media.put(&source, "videos", "mp4").unwrap(), stored);
    assert_eq!(case.media.open(&stored).unwrap().1, 5);
}

#[test]
fn an_open_file_outlives_its_name() {
    let case = Case::new();
    let stored = case.media.put(&case.source(b"bytes"), "videos", "mp4").unwrap();
    let (mut file, _) = case.media.open(&stored).unwrap();
    case.media.delete(&stored).unwrap();
    case.media.delete(&stored).unwrap();
    assert!(matches!(case.media.open(&stored), Err(MediaError::Missing(_))));
    let mut read = String::new();
    file.read_to_string(&mut read).unwrap();
    assert_eq!(read, "bytes");
    assert!(case.media.locations().unwrap().is_empty());
}

#[rstest]
#[case("")]
#[case("/etc/passwd")]
#[case("../source")]
#[case("videos/../../source")]
#[case("videos//a.mp4")]
#[case("./videos")]
#[case("videos/.incoming-1")]
#[case("videos\\a")]
#[case("videos/a\0b")]
fn a_location_never_leaves_the_store(#[case] location: &str) {
    let case = Case::new();
    case.source(b"outside");
    case.media.put(&case.source(b"inside"), "videos", "mp4").unwrap();
    let location = MediaLocation(location.to_owned());
    assert!(matches!(
        case.media.open(&location),
        Err(MediaError::NotAPlace(_))
    ));
    assert!(matches!(
        case.media.delete(&location),
        Err(MediaError::NotAPlace(_))
    ));
    assert!(matches!(
        case.media.path_of(&location),
        Err(MediaError::NotAPlace(_))
    ));
    assert!(matches!(
        case.media.put(&case.source(b"x"), &location.0, "mp4"),
        Err(MediaError::NotAPlace(_))
    ));
    assert!(case.folder.path().join("source").exists());
}

#[test]
fn a_link_within_the_store_is_not_followed() {
    let case = Case::new();
    let outside = case.source(b"outside");
    fs::create_dir_all(case.media.root().unwrap()).unwrap();
    symlink(&outside, case.media.root().unwrap().join("link.mp4")).unwrap();
    symlink(case.folder.path(), case.media.root().unwrap().join("videos")).unwrap();
    for location in ["link.mp4", "videos/source"] {
        assert!(matches!(
            case.media.open(&MediaLocation(location.to_owned())),
            Err(MediaError::NotAPlace(_))
        ));
    }
    assert!(case.media.locations().unwrap().is_empty());
}

#[test]
fn a_folder_is_no_file() {
    let case = Case::new();
    case.media.put(&case.source(b"x"), "videos", "mp4").unwrap();
    assert!(matches!(
        case.media.open(&MediaLocation("videos".to_owned())),
        Err(MediaError::NotAPlace(_))
    ));
}

#[test]
fn a_store_that_cannot_be_written_says_so_and_keeps_nothing() {
    let case = Case::new();
    fs::write(case.media.root().unwrap(), "a file where the store should be").unwrap();
    let refused = case.media.put(&case.source(b"x"), "videos", "mp4").unwrap_err();
    assert!(matches!(refused, MediaError::Unavailable { .. }), "{refused}");
    let absent = case
        .media
        .put(&case.folder.path().join("absent"), "videos", "mp4")
        .unwrap_err();
    assert!(!absent.to_string().contains('\n'), "{absent}");
}

proptest! {
    #[test]
    fn whatever_is_asked_for_lies_in_the_store(text in "[a./\\\\\\x00-]{0,12}|\\PC{0,12}") {
        let media = MediaStore::in_folder(PathBuf::from("/store"));
        if let Ok(path) = media.path_of(&MediaLocation(text)) {
            prop_assert!(path.starts_with("/store") && path.as_path() != Path::new("/store"));
            prop_assert!(path.components().all(|part| part != std::path::Component::ParentDir));
        }
    }
}

#[test]
fn what_an_ended_process_left_half_written_is_removed_and_nothing_else() {
    let case = Case::new();
    let kept = case.media.put(&case.source(b"whole"), "videos", "mp4").unwrap();
    let folder = case.media.root().unwrap().join("videos");
    std::fs::write(folder.join(".incoming-a1b2c3"), b"half").unwrap();
    std::fs::write(folder.join(".foreign"), b"notes").unwrap();
    let _lock = case.media.lock_to_change(&mut || {}).unwrap();
    case.media.remove_unfinished().unwrap();
    assert!(!folder.join(".incoming-a1b2c3").exists());
    assert!(folder.join(".foreign").exists());
    assert!(case.media.open(&kept).is_ok());
}
