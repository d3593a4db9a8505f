//! What belongs to a lesson in a course folder: what is taken, the file and line of every problem, and the way out again.

use std::{fs, path::Path};

use courses::{LessonSource, lesson::captions::Cue};
use outbound::{CourseFolder, MediaStore, read_course_folder, store_course, write_course_folder};

use super::exports::catalogued;
use crate::video::sample;

pub(crate) const MANIFEST: &str = r#"slug = "futures-foundations"
title = "Futures Foundations"
description = "From the bell."
category = "Futures"
type = "futures"
price = 30_000

[[sections]]
name = "Before the bell"

[[sections.videos]]
file = "01.mp4"
title = "What a future is"
preview = true
text = "texts/01.md"
captions = [{ file = "01.nl.srt", language = "NL", label = "Nederlands" }, { file = "01.en.vtt", language = "en", label = "English" }]
chapters = "01.chapters.vtt"
attachments = ["01-worksheet.pdf", "sheets/werkblad é.ods"]

[[sections.videos]]
file = "02-reading.md"
title = "How to read a chart"
attachments = ["01-worksheet.pdf"]
"#;

const TEXT: &str = "# Ticks\n\n![A chart](../pictures/chart.png)\n\n[The sheet](../01-worksheet.pdf)\n";
const DUTCH: &str =
    "1\n00:00:00,500 --> 00:00:01,500\nEen tick\n\n2\n00:00:01,500 --> 00:00:03,000\nis een stap\n";
const ENGLISH: &str =
    "WEBVTT\n\n00:00:00.500 --> 00:00:01.500\nA tick\n\n00:00:01.500 --> 00:00:03.000\nis a step\n";
const CHAPTERS: &str =
    "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nThe open\n\n00:00:01.500 --> 00:00:03.000\nThe close\n";

pub(crate) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("course.toml", MANIFEST),
        ("texts/01.md", TEXT),
        ("02-reading.md", "Read *bars* from left to right.\n"),
        ("01.nl.srt", DUTCH),
        ("01.en.vtt", ENGLISH),
        ("01.chapters.vtt", CHAPTERS),
        ("01-worksheet.pdf", "%PDF-1.7 a worksheet"),
        ("sheets/werkblad é.ods", "PK\u{3}\u{4} een werkblad"),
        ("pictures/chart.png", "\u{89}"),
    ] {
        write(folder.path(), name, text);
    }
    fs::write(folder.path().join("pictures/chart.png"), b"\x89PNG\r\n\x1a\n...").unwrap();
    fs::copy(sample("tiny.mp4"), folder.path().join("01.mp4")).unwrap();
    folder
}

pub(crate) fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Problems as `FILE:LINE: …`, the file within the folder; a line each.
pub(crate) fn shown(folder: &Path, problems: &impl ToString) -> String {
    let text = problems.to_string();
    let start = format!("{}/", folder.display());
    let lines = text.split('\n').map(|line| {
        assert!(!line.contains(char::is_control), "{line:?} is more than a line");
        line.strip_prefix(&start).unwrap_or(line)
    });
    lines.collect::<Vec<_>>().join("\n")
}

pub(crate) fn read(folder: &Path) -> CourseFolder {
    read_course_folder(folder).unwrap_or_else(|problem| panic!("{problem}"))
}

#[test]
fn a_lesson_is_read_with_all_that_belongs_to_it() {
    let folder = folder();
    let read = read(folder.path());
    assert_eq!(read.warnings, []);
    let [video, text] = &read.lessons[0][..] else {
        panic!("two lessons")
    };
    let found = video.text.as_ref().unwrap();
    assert_eq!(found.markdown, TEXT);
    assert_eq!(found.pictures.keys().collect::<Vec<_>>(), ["pictures/chart.png"]);
    let languages: Vec<_> = video
        .captions
        .iter()
        .map(|captions| captions.language.as_str())
        .collect();
    assert_eq!(languages, ["nl", "en"]);
    assert_eq!(
        video.captions[0].cues[0],
        Cue {
            start_ms: 500,
            end_ms: 1_500,
            placement: String::new(),
            text: String::from("Een tick")
        }
    );
    assert_eq!(video.chapters.as_ref().unwrap().list[1].title, "The close");
    assert_eq!(video.attachments.len(), 2);
    assert_eq!(text.source, LessonSource::Text);
    assert_eq!(text.source.duration_seconds(), 0);
    assert_eq!(text.text.as_ref().unwrap().file, "02-reading.md");
    assert!(read.manifest.sections[0].videos[0].preview);
    assert!(!read.manifest.sections[0].videos[1].preview);
}

#[test]
fn an_export_is_the_folder_that_was_imported_with_captions_as_web_vtt() {
    let source = folder();
    let media = MediaStore::in_folder(source.path().join("media"));
    let first = store_course(&read(source.path()), &media).unwrap();
    let (course, sections, contents) = catalogued(&first);
    let root = tempfile::tempdir().unwrap();
    let target = root.path().join("out");
    write_course_folder(&course, &sections, &contents, &media, &target).unwrap();
    for name in [
        "01.mp4",
        "texts/01.md",
        "02-reading.md",
        "01.en.vtt",
        "01.chapters.vtt",
        "01-worksheet.pdf",
        "sheets/werkblad é.ods",
        "pictures/chart.png",
    ] {
        assert!(
            fs::read(target.join(name)).unwrap() == fs::read(source.path().join(name)).unwrap(),
            "{name}"
        );
    }
    assert!(!target.join("01.nl.srt").exists());
    assert!(
        fs::read_to_string(target.join("01.nl.vtt"))
            .unwrap()
            .starts_with("WEBVTT\n")
    );
    let again = store_course(&read(&target), &media).unwrap();
    let mut expected = first;
    expected.sections[0].videos[0].content.captions[0].file = String::from("01.nl.vtt");
    assert_eq!(again, expected);
    // From now on nothing changes any more.
    let (course, sections, contents) = catalogued(&again);
    let second = root.path().join("second");
    write_course_folder(&course, &sections, &contents, &media, &second).unwrap();
    let manifest = |folder: &Path| fs::read_to_string(folder.join("course.toml")).unwrap();
    assert_eq!(manifest(&second), manifest(&target));
    assert_eq!(read(&second).manifest, read(&target).manifest);
}

#[test]
fn two_captions_that_would_get_one_name_are_two_files() {
    let source = folder();
    let manifest = MANIFEST.replacen("01.en.vtt", "01.nl.vtt", 1);
    write(source.path(), "course.toml", &manifest);
    write(source.path(), "01.nl.vtt", ENGLISH);
    let media = MediaStore::in_folder(source.path().join("media"));
    let first = store_course(&read(source.path()), &media).unwrap();
    let (course, sections, contents) = catalogued(&first);
    let root = tempfile::tempdir().unwrap();
    let target = root.path().join("out");
    write_course_folder(&course, &sections, &contents, &media, &target).unwrap();
    let again = store_course(&read(&target), &media).unwrap();
    let captions = &again.sections[0].videos[0].content.captions;
    let files: Vec<_> = captions.iter().map(|captions| captions.file.as_str()).collect();
    assert_eq!(files, ["01.nl-2.vtt", "01.nl.vtt"]);
    for (before, after) in first.sections[0].videos[0].content.captions.iter().zip(captions) {
        assert_eq!(before.cues, after.cues, "{}", after.label);
    }
}
