//! What belongs to the lessons of the demo: captions in two languages, chapters, exercises, and a size that a repository can hold.
#![expect(clippy::unwrap_used, reason = "a test that cannot continue ends with a panic")]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// What the folder `demo` may hold in all, made files included.
const MAX_BYTES: u64 = 20_000_000;

/// Start and end of each cue, in milliseconds.
type Times = Vec<(u64, u64)>;

#[test]
fn every_video_has_captions_in_two_languages_within_its_length() {
    let folder = tempfile::tempdir().unwrap();
    let videos = videos(folder.path());
    assert_eq!(videos.len(), 16);
    for video in videos {
        let length = milliseconds_of(&video);
        let english = times(&video, "en.vtt", length);
        let dutch = times(&video, "nl.vtt", length);
        assert!(
            english.len() >= 12,
            "{}: {} captions",
            video.display(),
            english.len()
        );
        assert_eq!(english, dutch, "{}: other times in Dutch", video.display());
        let said: u64 = english.iter().map(|(start, end)| end - start).sum();
        assert!(
            said * 10 > length * 8,
            "{}: captions for {said} of {length} ms",
            video.display()
        );
    }
}

#[test]
fn every_video_has_three_to_five_chapters_that_fill_its_length() {
    let folder = tempfile::tempdir().unwrap();
    for video in videos(folder.path()) {
        let length = milliseconds_of(&video);
        let chapters = times(&video, "chapters.vtt", length);
        assert!((3..=5).contains(&chapters.len()), "{}", video.display());
        assert_eq!(chapters[0].0, 0, "{}", video.display());
        assert!(
            chapters.windows(2).all(|pair| pair[0].1 == pair[1].0),
            "{}: a gap between chapters",
            video.display()
        );
        assert!(chapters.last().unwrap().1 + 1000 > length, "{}", video.display());
    }
}

#[test]
fn every_file_of_a_course_is_named_by_it() {
    let folder = tempfile::tempdir().unwrap();
    for course in demo::unpack_to(folder.path()).unwrap() {
        let manifest = fs::read_to_string(course.join("course.toml")).unwrap();
        let names: String = files(&course, "toml")
            .iter()
            .map(|file| fs::read_to_string(file).unwrap())
            .collect();
        for entry in fs::read_dir(&course).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(
                name == "course.toml" || names.contains(&format!("\"{name}\"")),
                "{}: {name} is not named",
                course.display()
            );
        }
        if is_live_room(&course) {
            continue;
        }
        assert_eq!(
            manifest.matches("preview = true").count(),
            1,
            "{}",
            course.display()
        );
        assert!(
            manifest.contains(".md\"\ntitle"),
            "{}: no written lesson",
            course.display()
        );
        assert!(manifest.contains("attachments = ["), "{}", course.display());
    }
}

#[test]
fn every_lesson_has_three_exercises_and_every_course_all_kinds() {
    let folder = tempfile::tempdir().unwrap();
    for course in demo::unpack_to(folder.path()).unwrap() {
        let read = outbound::read_course_folder(&course).unwrap();
        assert_eq!(read.warnings, [], "{}", course.display());
        if is_live_room(&course) {
            continue;
        }
        let mut kinds = BTreeSet::new();
        for lesson in read.lessons.iter().flatten() {
            let exercises = &lesson.exercises.as_ref().unwrap().list;
            assert!(exercises.len() >= 3, "{}", lesson.path.display());
            for exercise in exercises {
                kinds.insert(exercise.question.kind().as_str());
                assert!(exercise.explanation.is_some(), "{}", exercise.id);
            }
        }
        assert_eq!(kinds.len(), 4, "{}: {kinds:?}", course.display());
    }
}

#[test]
fn the_demo_is_small_enough_for_the_repository() {
    let bytes = size_of(Path::new(env!("CARGO_MANIFEST_DIR")));
    assert!(bytes < MAX_BYTES, "the demo has {bytes} bytes");
}

/// The course of live sessions: its lesson is a recording, which no visitor may open and nothing is asked about.
fn is_live_room(course: &Path) -> bool {
    course.ends_with("live-room")
}

/// A course's files with an ending.
fn files(course: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(course).unwrap().map(|entry| entry.unwrap().path());
    entries
        .filter(|path| path.extension().is_some_and(|extension| extension == ending))
        .collect()
}

fn videos(folder: &Path) -> Vec<PathBuf> {
    let courses = demo::unpack_to(folder).unwrap();
    let mut videos: Vec<_> = courses.iter().flat_map(|course| files(course, "mp4")).collect();
    videos.sort();
    videos
}

/// The cues of the file beside a video: in order, none before another has begun, none past the end.
fn times(video: &Path, ending: &str, length: u64) -> Times {
    let path = video.with_extension(ending);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("WEBVTT\n\n"), "{}", path.display());
    let times: Times = text
        .lines()
        .filter_map(|line| line.split_once(" --> "))
        .map(|(start, end)| (milliseconds(start), milliseconds(end)))
        .collect();
    assert!(
        times.iter().all(|(start, end)| start < end && *end <= length)
            && times.windows(2).all(|pair| pair[0].1 <= pair[1].0),
        "{}: {times:?} in {length} ms",
        path.display()
    );
    times
}

/// `00:01:02.345`
fn milliseconds(clock: &str) -> u64 {
    clock
        .split([':', '.'])
        .zip([3_600_000, 60_000, 1_000, 1])
        .map(|(part, unit)| part.parse::<u64>().unwrap() * unit)
        .sum()
}

/// A movie's length by its header (ISO/IEC 14496-12, 8.2.2, version 0), rounded up.
fn milliseconds_of(video: &Path) -> u64 {
    let bytes = fs::read(video).unwrap();
    let header = bytes.windows(4).position(|name| name == b"mvhd").unwrap() + 4;
    assert_eq!(bytes[header], 0, "{}: another version", video.display());
    let number = |at: usize| {
        let bytes: [u8; 4] = bytes[header + at..header + at + 4].try_into().unwrap();
        u64::from(u32::from_be_bytes(bytes))
    };
    (number(16) * 1000).div_ceil(number(12))
}

fn size_of(path: &Path) -> u64 {
    if path.is_dir() {
        let entries = fs::read_dir(path).unwrap();
        entries.map(|entry| size_of(&entry.unwrap().path())).sum()
    } else {
        fs::metadata(path).unwrap().len()
    }
}
