//! A refused folder: each of its problems, in one reading.

use outbound::{parse_manifest, read_course_folder};

use super::{
    exercises::{CHART, EXERCISES, with_exercises},
    folders::{MANIFEST, folder_with},
    lessons::{shown, write},
};

#[test]
fn each_problem_of_a_manifest_and_of_its_files_is_named_once() {
    let manifest = MANIFEST
        .replace(
            "title = \"Futures Foundations\"",
            "titel = \"Futures Foundations\"",
        )
        .replace("price = 30_000", "price = \"300\"")
        .replace("type = \"futures\"", "type = \"stocks\"")
        .replace("\"cover.svg\"", "\"gone.svg\"")
        .replace("\"01-future.mp4\"", "\"gone.mp4\"")
        .replace("title = \"Ticks\"", "title = \" \"");
    let folder = folder_with(&manifest);
    let found = shown(folder.path(), &read_course_folder(folder.path()).unwrap_err());
    let lines: Vec<_> = found.lines().collect();
    assert_eq!(
        lines,
        [
            "course.toml:2: titel: is an unknown key; the nearest is title",
            "course.toml:5: type: a course's type is futures, crypto or forex",
            "course.toml:6: price: must be whole cents: 30000 is 300.00; it is a text",
            "course.toml:25: sections[1].videos[0].title: must not be empty",
            "course.toml:7: image: there is no file \"gone.svg\"",
            "course.toml:16: there is no file \"gone.mp4\"",
        ]
    );
}

#[test]
fn every_problem_of_every_kind_in_a_manifest_is_named_in_the_order_of_lines() {
    let text = r#"slug = "Futures"
titel = "Futures Foundations"
description = ["From the bell."]
type = "stocks"
price = 300.5
draft = "yes"
image = 2026-11-01
"dis cord" = true

[[sections]]
nam = "Before"
videos = 3

[[sections]]
name = "After"
[[sections.videos]]
title = " "
attachments = ["sheet.pdf", 3, "sheet.pdf"]
live = 1.5
captions = [{ file = "a.vtt", language = "nl", lines = 2 }]

[[sections.videos]]
file = "02.mp4"
title = "Ticks"
live = 99999999999999999999
"#;
    let found = parse_manifest(text).unwrap_err();
    let found: Vec<_> = found
        .iter()
        .map(|found| format!("{}: {}", found.line, found.problem))
        .collect();
    assert_eq!(
        found,
        [
            "1: category: is missing",
            "1: slug: a slug is 2 to 64 lower-case letters, digits and single dashes, with a letter, such as futures-foundations",
            "2: titel: is an unknown key; the nearest is title",
            "3: description: must be a text, not an array",
            "4: type: a course's type is futures, crypto or forex",
            "5: price: must be whole cents: 30000 is 300.00; it is a number",
            "6: draft: must be true or false, not a text",
            "7: image: must be a text, not a date",
            "8: \"dis cord\": is an unknown key",
            "11: sections[0].nam: is an unknown key; the nearest is name",
            "12: sections[0].videos: must be [[videos]] tables, not a number",
            "16: sections[1].videos[0].file: is missing",
            "17: sections[1].videos[0].title: must not be empty",
            "18: sections[1].videos[0].attachments[1]: must be a text, not a number",
            "18: sections[1].videos[0].attachments[2]: sheet.pdf is named twice",
            "19: sections[1].videos[0].live: must be a whole number, not a number with decimals",
            "20: sections[1].videos[0].captions[0].lines: is an unknown key",
            "20: sections[1].videos[0].captions[0].label: is missing",
            "25: sections[1].videos[1].live: is too large",
        ]
    );
}

#[test]
fn each_problem_of_a_file_of_exercises_and_of_its_charts_is_named_once() {
    let folder = with_exercises();
    let exercises = EXERCISES
        .replace("id = \"tick-value\"", "id = \"a/b\"")
        .replace("unit = \"contracts\"", "units = \"contracts\"")
        .replace("answer = 5412.25", "answer = \"high\"");
    write(folder.path(), "01-exercises.toml", &exercises);
    write(
        folder.path(),
        "charts/es-open.csv",
        &CHART.replace("5412.25,5409,5412", "5408,5409,5412"),
    );
    let found = shown(folder.path(), &read_course_folder(folder.path()).unwrap_err());
    let lines: Vec<_> = found.lines().collect();
    let expected = [
        "01-exercises.toml:14: exercises[1].units: is an unknown key; the nearest is unit",
        "01-exercises.toml:3: exercises[0].id: an id is 1 to 64 letters",
        "charts/es-open.csv:3: the high 5408 is below the low 5409",
    ];
    assert_eq!(lines.len(), expected.len(), "{lines:?}");
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{line:?} instead of {expected:?}");
    }
}

#[test]
fn a_title_or_label_that_hides_or_reorders_text_is_named_with_its_line() {
    let manifest = MANIFEST
        .replace("\"Futures Foundations\"", "\"Futures \u{202e}snoitadnuoF\"")
        .replace("category = \"Futures\"", "category = \"Fu\\u200btures\"")
        .replace("\"Before the bell\"", "\"Before\\nthe bell\"")
        .replace("\"Ticks\"", "\"\\u001b[2JTicks\"");
    let folder = folder_with(&manifest);
    let found = shown(folder.path(), &read_course_folder(folder.path()).unwrap_err());
    let lines: Vec<_> = found.lines().collect();
    assert_eq!(
        lines,
        [
            "course.toml:2: title: must not have invisible characters, and has U+202E",
            "course.toml:4: category: must not have invisible characters, and has U+200B",
            "course.toml:12: sections[0].name: must be one line without control characters, and has U+000A",
            "course.toml:25: sections[1].videos[0].title: must be one line without control characters, and has U+001B",
        ]
    );
}

#[test]
fn labels_of_a_lesson_are_of_one_line_and_its_texts_are_not() {
    let folder = with_exercises();
    let path = folder.path().join("course.toml");
    let manifest = std::fs::read_to_string(&path).unwrap();
    let labelled = manifest.replace("label = \"English\"", "label = \"Eng\\u2066lish\"");
    assert_ne!(labelled, manifest);
    // A description has as many lines as it likes.
    write(
        folder.path(),
        "course.toml",
        &labelled.replace("\"From the bell.\"", "\"From\\nthe bell.\""),
    );
    write(
        folder.path(),
        "01.chapters.vtt",
        "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nThe \u{202e}open\n",
    );
    let found = shown(folder.path(), &read_course_folder(folder.path()).unwrap_err());
    let lines: Vec<_> = found.lines().collect();
    let expected = [
        "course.toml:",
        "01.chapters.vtt:3: a chapter's title must not have",
    ];
    assert_eq!(lines.len(), expected.len(), "{lines:?}");
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{line:?} instead of {expected:?}");
    }
    assert!(
        lines[0].ends_with("captions[1].label: must not have invisible characters, and has U+2066"),
        "{lines:?}"
    );
}

#[test]
fn a_file_that_nothing_names_is_a_warning() {
    let folder = with_exercises();
    write(folder.path(), "spare/sheet.pdf", "%PDF-1.7");
    write(folder.path(), ".hidden", "of no interest");
    let read = super::lessons::read(folder.path());
    let warnings: Vec<_> = read
        .warnings
        .iter()
        .map(|found| shown(folder.path(), found))
        .collect();
    assert_eq!(warnings, ["spare/sheet.pdf:1: is not used by the course"]);
}

#[test]
fn a_folder_with_a_thousand_wrong_keys_ends() {
    let keys: String = (0..1_000).map(|n| format!("key{n} = {n}\n")).collect();
    let folder = folder_with(&format!("{keys}{MANIFEST}"));
    let problems = read_course_folder(folder.path()).unwrap_err();
    assert_eq!(problems.iter().count(), 200);
}
