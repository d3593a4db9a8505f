//! Facts of videos: real ones, and what only looks like one.

use std::{
    fs::{self, File},
    io::{Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    process::Command,
};

use courses::{Playback, VideoType};
use outbound::{VideoFacts, VideoProblem, read_video};
use proptest::prelude::*;
use rstest::rstest;

pub(crate) fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/samples")
        .join(name)
}

/// What a file with these bytes is, under any name.
fn read_bytes(bytes: &[u8]) -> Result<VideoFacts, VideoProblem> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lesson.mp4");
    fs::write(&path, bytes).unwrap();
    read_video(&path)
}

/// Where these bytes first stand.
fn find(bytes: &[u8], wanted: &[u8]) -> usize {
    bytes
        .windows(wanted.len())
        .position(|part| part == wanted)
        .unwrap()
}

#[rstest]
#[case("tiny.mp4", VideoType::Mp4)]
#[case("tiny.mov", VideoType::Mov)]
#[case("tiny.webm", VideoType::Webm)]
fn type_and_duration_come_from_the_bytes(#[case] name: &str, #[case] video_type: VideoType) {
    // 2.6 seconds; the file is renamed to .mp4, of any type.
    let facts = read_bytes(&fs::read(sample(name)).unwrap()).unwrap();
    assert_eq!(
        facts,
        VideoFacts {
            video_type,
            duration_seconds: 3,
            playback: Playback::Expected,
            hides_media: false,
        }
    );
}

#[test]
fn a_quicktime_file_without_a_brand_is_mov() {
    let bytes = fs::read(sample("tiny.mov")).unwrap();
    let without_brand = &bytes[find(&bytes, b"wide") - 4..];
    assert_eq!(read_bytes(without_brand).unwrap().video_type, VideoType::Mov);
}

#[test]
fn the_index_may_stand_first() {
    let bytes = fs::read(sample("tiny.mp4")).unwrap();
    let (index, media) = (find(&bytes, b"moov") - 4, find(&bytes, b"mdat") - 4);
    assert!(media < index);
    let moved = [&bytes[..media], &bytes[index..], &bytes[media..index]].concat();
    assert_eq!(read_bytes(&moved).unwrap().duration_seconds, 3);
    assert!(matches!(
        read_bytes(&moved[..moved.len() - 1]),
        Err(VideoProblem::CutShort)
    ));
}

#[rstest]
#[case(b"", "is empty")]
#[case(b"x", "is no mp4, mov or webm video")]
#[case(b"A text that was renamed to .mp4\n", "is no mp4, mov or webm video")]
#[case(b"\x89PNG\r\n\x1a\n0000000000", "is no mp4, mov or webm video")]
#[case(b"\0\0\0\x14ftypisom\0\0\x02\0isom", "is cut short: it has no index")]
#[case(b"\0\0\0\x14ftypisom\0\0\x02\0isom\0\0\0\x08moov", "has no video track")]
#[case(
    b"\0\0\0\x14ftypisom\0\0\x02\0isom\0\0\0\x04moov",
    "has an index that cannot be read"
)]
#[case(
    b"\0\0\0\x14ftypisom\0\0\x02\0isom\0\0\0\x01moov\xff\xff\xff\xff\xff\xff\xff\xff",
    "is cut short"
)]
#[case(b"\x1a\x45\xdf\xa3\x84\x42\x82\x81x", "is no mp4, mov or webm video")]
#[case(
    b"\x1a\x45\xdf\xa3\x01\xff\xff\xff\xff\xff\xff\xfe",
    "has an index that cannot be read"
)]
#[case(b"\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska", "is no mp4, mov or webm video")]
#[case(b"\x1a\x45\xdf\xa3\x87\x42\x82\x84webm", "is cut short: it has no index")]
fn what_is_no_video_is_refused(#[case] bytes: &[u8], #[case] words: &str) {
    let problem = read_bytes(bytes).unwrap_err().to_string();
    assert!(problem.starts_with(words), "{problem}");
}

#[test]
fn a_video_that_was_cut_anywhere_is_refused() {
    for name in ["tiny.mp4", "tiny.mov", "tiny.webm"] {
        let bytes = fs::read(sample(name)).unwrap();
        for length in (0..bytes.len()).step_by(97).chain([bytes.len() - 1]) {
            assert!(
                read_bytes(&bytes[..length]).is_err(),
                "{name} cut to {length} bytes was taken"
            );
        }
    }
}

#[rstest]
#[case("tiny.mp4")]
#[case("tiny.mov")]
fn sound_alone_is_refused(#[case] name: &str) {
    let mut bytes = fs::read(sample(name)).unwrap();
    // Both handlers say sound: the track of pictures is one no longer.
    let at = find(&bytes, b"vide\0\0\0\0");
    bytes[at..at + 4].copy_from_slice(b"soun");
    assert!(read_bytes(&bytes).is_err());
    bytes[at..at + 4].copy_from_slice(b"text");
    assert!(matches!(read_bytes(&bytes), Err(VideoProblem::NoVideoTrack)));
}

#[test]
fn a_webm_of_sound_alone_is_refused() {
    let mut bytes = fs::read(sample("tiny.webm")).unwrap();
    let at = find(&bytes, b"\x83\x81\x01");
    bytes[at + 2] = 2;
    assert!(matches!(read_bytes(&bytes), Err(VideoProblem::NoVideoTrack)));
}

#[test]
fn absurd_and_missing_durations_are_refused() {
    let mut bytes = fs::read(sample("tiny.webm")).unwrap();
    let at = find(&bytes, b"\x44\x89\x88") + 3;
    for (milliseconds, taken) in [
        (86_400_000.0, true),
        (86_400_001.0, false),
        (f64::INFINITY, false),
        (f64::NAN, false),
        (-1.0, false),
        (0.0, false),
        (1e300, false),
    ] {
        bytes[at..at + 8].copy_from_slice(&f64::to_be_bytes(milliseconds));
        assert_eq!(read_bytes(&bytes).is_ok(), taken, "{milliseconds} ms");
    }
    bytes[at - 3] = 0x7B; // Another id: no duration at all.
    assert!(read_bytes(&bytes).is_err());

    let mut bytes = fs::read(sample("tiny.mp4")).unwrap();
    let at = find(&bytes, b"tkhd") + 4 + 20;
    bytes[at..at + 4].copy_from_slice(&0x7FFF_FFFF_u32.to_be_bytes());
    assert!(matches!(read_bytes(&bytes), Err(VideoProblem::AbsurdDuration)));
}

#[test]
fn a_huge_file_is_read_by_its_headers_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge.mp4");
    let mut file = File::create(&path).unwrap();
    // 8 TiB of nothing claimed as an index, and as media: sparse, so neither is ever stored.
    let size: u64 = 8 << 40;
    for (name, problem) in [
        (b"moov", "has an index that cannot be read"),
        (b"mdat", "is cut short: it has no index"),
    ] {
        file.seek(SeekFrom::Start(0)).unwrap();
        file.write_all(b"\0\0\0\x14ftypisom\0\0\x02\0isom\0\0\0\x01")
            .unwrap();
        file.write_all(name).unwrap();
        file.write_all(&(size - 20).to_be_bytes()).unwrap();
        file.set_len(size).unwrap();
        assert_eq!(read_video(&path).unwrap_err().to_string(), problem);
    }
}

#[test]
fn what_is_no_file_is_refused_without_waiting() {
    let folder = tempfile::tempdir().unwrap();
    assert!(read_video(folder.path()).is_err());
    assert!(matches!(
        read_video(&folder.path().join("absent")),
        Err(VideoProblem::Unreadable(_))
    ));
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert!(matches!(read_video(&pipe), Err(VideoProblem::NoVideo)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn damage_never_stops_the_program(
        name in prop::sample::select(vec!["tiny.mp4", "tiny.mov", "tiny.webm"]),
        places in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let mut bytes = fs::read(sample(name)).unwrap();
        for (place, byte) in places {
            let at = place.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(facts) = read_bytes(&bytes) {
            prop_assert!((1..=86_400).contains(&facts.duration_seconds));
        }
    }
}
