//! Course folders on their way in: what is taken, and the line that every problem names.

use std::{fs, os::unix::fs::symlink, path::Path, process::Command};

use courses::{CourseType, LessonSource, Playback, VideoType};
use kernel::Cents;
use outbound::{ImageType, MediaStore, read_course_folder, store_course};
use rstest::rstest;

use crate::video::sample;

pub(crate) const MANIFEST: &str = r#"slug = "futures-foundations"
title = "Futures Foundations"
description = "From the bell."
category = "Futures"
type = "futures"
price = 30_000
image = "cover.svg"
discord_role = "123456789012345678"
discord_channel = "lobby"

[[sections]]
name = "Before the bell"
description = "What you trade."

[[sections.videos]]
file = "01-future.mp4"
title = "What a future is"
description = "A contract."

[[sections]]
name = "After"

[[sections.videos]]
file = "more/02-tick.mov"
title = "Ticks"

[[sections.videos]]
file = "03-margin.webm"
title = "Margin"
"#;

pub(crate) fn folder_with(manifest: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::create_dir(root.join("more")).unwrap();
    fs::write(root.join("course.toml"), manifest).unwrap();
    fs::write(
        root.join("cover.svg"),
        "<?xml version=\"1.0\"?>\n<!-- a > b --><!DOCTYPE svg><svg xmlns=\"\"/>",
    )
    .unwrap();
    fs::copy(sample("tiny.mp4"), root.join("01-future.mp4")).unwrap();
    fs::copy(sample("tiny.mov"), root.join("more/02-tick.mov")).unwrap();
    fs::copy(sample("tiny.webm"), root.join("03-margin.webm")).unwrap();
    folder
}

/// The problem of a folder that has one, after `FILE:`.
fn problem_in(folder: &Path) -> String {
    let problems = read_course_folder(folder).unwrap_err();
    let lines: Vec<_> = problems.iter().map(ToString::to_string).collect();
    let [problem] = &lines[..] else {
        panic!("{lines:?} are more than one problem");
    };
    assert!(
        !problem.contains(char::is_control),
        "{problem:?} is more than a line"
    );
    let start = format!("{}:", folder.join("course.toml").display());
    problem
        .strip_prefix(&start)
        .unwrap_or_else(|| panic!("{problem} does not begin with {start}"))
        .to_owned()
}

#[test]
fn a_whole_folder_is_read_and_stored() {
    let folder = folder_with(MANIFEST);
    let read = read_course_folder(folder.path()).unwrap();
    assert_eq!(read.manifest.price, Cents(30_000));
    assert_eq!(read.manifest.course_type, CourseType::Futures);
    assert_eq!(read.image.as_ref().unwrap().image_type, ImageType::Svg);
    assert_eq!(read.manifest.sections[1].description, "");
    let media = MediaStore::in_folder(folder.path().join("media"));
    let course = store_course(&read, &media).unwrap();
    let kinds: Vec<_> = course
        .sections
        .iter()
        .flat_map(|section| &section.videos)
        .map(|video| video.source)
        .collect();
    let expected = [VideoType::Mp4, VideoType::Mov, VideoType::Webm].map(|video_type| LessonSource::Video {
        video_type,
        duration_seconds: 3,
        playback: Playback::Expected,
    });
    assert_eq!(kinds, expected);
    for video in course.sections.iter().flat_map(|section| &section.videos) {
        assert_eq!(
            media.open(&video.location).unwrap().1,
            fs::metadata(folder.path().join(&video.file.0)).unwrap().len()
        );
    }
    assert_eq!(
        ImageType::of_location(course.image.as_ref().unwrap()),
        Some(ImageType::Svg)
    );
    assert_eq!(course, store_course(&read, &media).unwrap());
    assert_eq!(media.locations().unwrap().len(), 4);
}

#[rstest]
// Unknown keys, at every depth.
#[case(
    "title = ",
    "subtitle = \"x\"\ntitle = ",
    "2: subtitle: is an unknown key; the nearest is title"
)]
#[case(
    "name = \"After\"",
    "name = \"After\"\nlevel = 1",
    "22: sections[1].level: is an unknown key"
)]
#[case(
    "title = \"Margin\"",
    "title = \"Margin\"\nlength = 3",
    "30: sections[1].videos[1].length: is an unknown key"
)]
#[case(
    "[[sections]]\nname = \"A",
    "[extra]\nx = 1\n[[sections]]\nname = \"A",
    "20: extra: is an unknown key"
)]
// A misspelt key is named, though the right one is missing too.
#[case(
    "title = \"Ticks\"",
    "titel = \"Ticks\"",
    "25: sections[1].videos[0].titel: is an unknown key; the nearest is title"
)]
#[case(
    "price = 30_000",
    "prise = 30_000",
    "6: prise: is an unknown key; the nearest is price"
)]
// Keys that are missing.
#[case("slug = \"futures-foundations\"\n", "", "1: slug: is missing")]
#[case("title = \"Ticks\"\n", "", "23: sections[1].videos[0].title: is missing")]
#[case("name = \"After\"\n", "", "20: sections[1].name: is missing")]
// Values of the wrong kind.
#[case(
    "price = 30_000",
    "price = \"30000\"",
    "6: price: must be whole cents: 30000 is 300.00; it is a text"
)]
#[case(
    "price = 30_000",
    "price = 300.5",
    "6: price: must be whole cents: 30000 is 300.00; it is a number"
)]
#[case(
    "price = 30_000",
    "price = 99999999999",
    "6: price: is not from 0 to 2147483647 cents"
)]
#[case(
    "price = 30_000",
    "price = -1",
    "6: price: the price in cents must not be negative"
)]
#[case(
    "title = \"Futures Foundations\"",
    "title = 3",
    "2: title: must be a text, not a number"
)]
#[case(
    "title = \"Ticks\"",
    "title = [\"Ticks\"]",
    "25: sections[1].videos[0].title: must be a text, not an array"
)]
#[case(
    "type = \"futures\"",
    "type = \"stocks\"",
    "5: type: a course's type is futures, crypto or forex"
)]
#[case(
    "slug = \"futures-foundations\"",
    "slug = \"Futures\"",
    "1: slug: a slug is 2 to 64"
)]
// Values that the rules refuse.
#[case(
    "category = \"Futures\"",
    "category = \" \"",
    "4: category: must not be empty"
)]
#[case(
    "discord_role = \"123456789012345678\"",
    "discord_role = \"trader\"",
    "8: discord_role: a Discord role is its number"
)]
#[case(
    "file = \"03-margin.webm\"",
    "file = \"01-future.mp4\"",
    "28: sections[1].videos[1].file: 01-future.mp4 is named twice"
)]
// No TOML.
#[case("title = \"Ticks\"", "title = \"Ticks", "25: invalid basic string")]
#[case("price = 30_000", "price = 30_000\nprice = 1", "7: duplicate key")]
// Files.
#[case("\"01-future.mp4\"", "\"absent.mp4\"", "16: there is no file \"absent.mp4\"")]
#[case("\"01-future.mp4\"", "\"01-future.mp4/x\"", "16: there is no file")]
#[case(
    "\"01-future.mp4\"",
    "\"more\"",
    "16: \"more\" is a folder; name a file in it"
)]
#[case(
    "\"01-future.mp4\"",
    "\"../01-future.mp4\"",
    "16: \"../01-future.mp4\" is not a path within the folder"
)]
#[case(
    "\"01-future.mp4\"",
    "\"more/../01-future.mp4\"",
    "16: \"more/../01-future.mp4\" is not a path"
)]
#[case(
    "\"01-future.mp4\"",
    "\"./01-future.mp4\"",
    "16: \"./01-future.mp4\" is not a path"
)]
#[case(
    "\"01-future.mp4\"",
    "\"/etc/passwd\"",
    "16: \"/etc/passwd\" is not a path within the folder"
)]
#[case(
    "\"01-future.mp4\"",
    "\"a\\nb.mp4\"",
    "16: sections[0].videos[0].file: must be one line without control characters, and has U+000A"
)]
#[case(
    "\"01-future.mp4\"",
    "\"course.toml\"",
    "16: \"course.toml\" is no mp4, mov or webm video"
)]
#[case(
    "\"cover.svg\"",
    "\"01-future.mp4\"",
    "7: image: \"01-future.mp4\" is not an svg, png, jpg or webp picture"
)]
#[case(
    "\"cover.svg\"",
    "\"../cover.svg\"",
    "7: image: \"../cover.svg\" is not a path"
)]
#[case("\"cover.svg\"", "\"none.png\"", "7: image: there is no file")]
fn a_problem_names_its_line(#[case] right: &str, #[case] wrong: &str, #[case] problem: &str) {
    assert!(MANIFEST.contains(right));
    let folder = folder_with(&MANIFEST.replacen(right, wrong, 1));
    let found = problem_in(folder.path());
    assert!(found.starts_with(problem), "{found:?} instead of {problem:?}");
}

#[test]
fn a_course_without_sections_is_refused() {
    let (head, _) = MANIFEST.split_once("[[sections]]").unwrap();
    assert!(problem_in(folder_with(head).path()).starts_with("1: sections: a course needs at least one"));
    let inline = format!("{head}sections = [3]\n");
    assert!(
        problem_in(folder_with(&inline).path())
            .starts_with("11: sections: must be [[sections]] tables, not a number")
    );
    let table = format!("{head}[sections]\n");
    assert!(
        problem_in(folder_with(&table).path())
            .starts_with("11: sections: must be [[sections]] tables, not a table")
    );
}

#[test]
fn a_link_that_leaves_the_folder_is_refused() {
    let folder = folder_with(MANIFEST);
    let outside = tempfile::tempdir().unwrap();
    fs::copy(sample("tiny.mov"), outside.path().join("02-tick.mov")).unwrap();
    fs::remove_dir_all(folder.path().join("more")).unwrap();
    symlink(outside.path(), folder.path().join("more")).unwrap();
    assert!(problem_in(folder.path()).starts_with("24: \"more/02-tick.mov\" leaves the folder by a link"));
    fs::remove_file(folder.path().join("more")).unwrap();
    fs::create_dir(folder.path().join("real")).unwrap();
    fs::copy(sample("tiny.mov"), folder.path().join("real/02-tick.mov")).unwrap();
    symlink("real", folder.path().join("more")).unwrap();
    assert!(
        read_course_folder(folder.path()).is_ok(),
        "a link within the folder is fine"
    );
}

#[test]
fn a_pipe_is_no_file_and_is_not_waited_for() {
    let folder = folder_with(MANIFEST);
    let pipe = |name: &str| {
        let path = folder.path().join(name);
        fs::remove_file(&path).unwrap();
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    };
    pipe("more/02-tick.mov");
    assert_eq!(problem_in(folder.path()), "24: \"more/02-tick.mov\" is no file");
    pipe("course.toml");
    assert_eq!(problem_in(folder.path()), "1: is no file");
}

#[test]
fn a_manifest_that_cannot_be_read_is_named() {
    let folder = folder_with(MANIFEST);
    assert!(problem_in(&folder.path().join("absent")).starts_with("1: cannot be read: "));
    fs::write(folder.path().join("course.toml"), [b'#'; 1024 * 1024 + 1]).unwrap();
    assert_eq!(problem_in(folder.path()), "1: is larger than 1 MiB");
    fs::write(folder.path().join("course.toml"), [b'#', 0xFF]).unwrap();
    assert_eq!(problem_in(folder.path()), "1: is not UTF-8 text");
    fs::write(folder.path().join("course.toml"), "").unwrap();
    let problems = read_course_folder(folder.path()).unwrap_err();
    let missing: Vec<_> = problems
        .iter()
        .map(|found| (found.line, found.problem.as_str()))
        .collect();
    assert_eq!(
        missing,
        [
            (1, "slug: is missing"),
            (1, "title: is missing"),
            (1, "description: is missing"),
            (1, "category: is missing"),
            (1, "type: is missing"),
            (1, "price: is missing"),
            (1, "sections: a course needs at least one [[sections]]"),
        ]
    );
    fs::write(
        folder.path().join("course.toml"),
        format!("x = {}", "[".repeat(200_000)),
    )
    .unwrap();
    assert!(problem_in(folder.path()).starts_with("1: "));
}

#[test]
fn pictures_are_known_by_their_content() {
    let kinds: [(&[u8], Option<ImageType>); 7] = [
        (b"\x89PNG\r\n\x1a\n...", Some(ImageType::Png)),
        (b"\xff\xd8\xff\xe0...", Some(ImageType::Jpeg)),
        (b"RIFF\0\0\0\0WEBPVP8 ", Some(ImageType::Webp)),
        (b"\xef\xbb\xbf <svg>", Some(ImageType::Svg)),
        (b"<html><svg></svg></html>", None),
        (b"<svgx>", None),
        (b"", None),
    ];
    for (bytes, kind) in kinds {
        let folder = folder_with(MANIFEST);
        fs::write(folder.path().join("cover.svg"), bytes).unwrap();
        let read = read_course_folder(folder.path());
        assert_eq!(
            read.ok().map(|read| read.image.unwrap().image_type),
            kind,
            "{bytes:?}"
        );
    }
    let folder = folder_with(MANIFEST);
    fs::write(
        folder.path().join("cover.svg"),
        format!("<svg>{}", " ".repeat(2 * 1024 * 1024)),
    )
    .unwrap();
    assert_eq!(
        problem_in(folder.path()),
        "7: image: \"cover.svg\" is larger than 2 MiB"
    );
}

#[test]
fn an_accent_is_the_same_in_both_of_its_spellings() {
    // One letter on the disk and two in the manifest, and the other way round.
    for (on_disk, named) in [
        ("caf\u{e9}.mp4", "cafe\u{301}.mp4"),
        ("cafe\u{301}.mp4", "caf\u{e9}.mp4"),
    ] {
        let folder = folder_with(&MANIFEST.replace("01-future.mp4", named));
        let root = folder.path();
        fs::rename(root.join("01-future.mp4"), root.join(on_disk)).unwrap();
        let read = read_course_folder(root).unwrap();
        assert_eq!(read.manifest.sections[0].videos[0].file, "caf\u{e9}.mp4");
        assert_eq!(read.warnings, [], "the file is used");
    }
}
