//! Videos whose headers say another length than their frames have: refused where ffprobe is there.

use std::{fs, path::PathBuf};

use outbound::{Ffmpeg, FfmpegSetting, probe_course_folder, read_course_folder};
use rstest::rstest;

use super::{
    folders::{MANIFEST, folder_with},
    lessons::shown,
};

fn ffmpeg() -> Ffmpeg {
    let setting = FfmpegSetting::Program(PathBuf::from("ffmpeg"));
    setting
        .find(std::env::var_os("PATH"))
        .expect("ffmpeg is needed for this test")
}

/// Writes a length in ticks into each header of this name (ISO 14496-12, version 0), `at` bytes after the name.
fn write_length(bytes: &mut [u8], name: &[u8; 4], at: usize, ticks: u32) {
    let places: Vec<_> = (0..bytes.len() - 4)
        .filter(|place| bytes[*place..].starts_with(name))
        .collect();
    assert!(!places.is_empty());
    for place in places {
        assert_eq!(bytes[place + 4], 0, "another version");
        bytes[place + at..place + at + 4].copy_from_slice(&ticks.to_be_bytes());
    }
}

/// Ticks a second of the movie's header.
fn ticks_per_second(bytes: &[u8]) -> u32 {
    let place = bytes.windows(4).position(|name| name == b"mvhd").unwrap() + 16;
    u32::from_be_bytes(bytes[place..place + 4].try_into().unwrap())
}

/// The samples last 2.6 seconds.
#[rstest]
#[case("01-future.mp4", 16, &[600], true)]
#[case("01-future.mp4", 16, &[1], true)]
#[case("01-future.mp4", 16, &[2, 3], false)]
#[case("more/02-tick.mov", 24, &[600], true)]
fn a_header_that_is_off_by_more_than_a_second_is_refused(
    #[case] file: &str,
    #[case] line: usize,
    #[case] seconds: &[u32],
    #[case] is_refused: bool,
) {
    for seconds in seconds {
        let folder = folder_with(MANIFEST);
        let path = folder.path().join(file);
        let mut bytes = fs::read(&path).unwrap();
        let ticks = seconds * ticks_per_second(&bytes);
        write_length(&mut bytes, b"mvhd", 20, ticks);
        write_length(&mut bytes, b"tkhd", 24, ticks);
        fs::write(&path, bytes).unwrap();
        let read = probe_course_folder(folder.path(), Some(&ffmpeg()));
        if is_refused {
            let found = shown(folder.path(), &read.unwrap_err());
            let start = format!(
                "course.toml:{line}: {file:?} says that it lasts {seconds} s, and its last frame ends at 3 s;"
            );
            assert!(found.starts_with(&start), "{found}");
            assert_eq!(found.lines().count(), 1, "{found}");
        } else {
            assert!(read.is_ok(), "{seconds}: {read:?}");
        }
        assert!(
            read_course_folder(folder.path()).is_ok(),
            "without ffprobe headers are taken as they are"
        );
    }
}

#[test]
fn true_headers_of_every_container_are_taken() {
    let folder = folder_with(MANIFEST);
    probe_course_folder(folder.path(), Some(&ffmpeg())).unwrap();
}
