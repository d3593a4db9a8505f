//! The file and the line of every problem with what belongs to a lesson.

use std::fs;

use outbound::read_course_folder;
use rstest::rstest;

use super::lessons::{MANIFEST, folder, read, shown, write};

#[rstest]
// The manifest.
#[case(
    "preview = true",
    "preview = \"yes\"",
    "14: sections[0].videos[0].preview: must be true or false, not a text"
)]
#[case(
    "preview = true",
    "previews = true",
    "14: sections[0].videos[0].previews: is an unknown key"
)]
#[case(
    "preview = true",
    "exercises = \"01.toml\"",
    "14: there is no file \"01.toml\""
)]
#[case("\"texts/01.md\"", "\"texts/02.md\"", "15: there is no file \"texts/02.md\"")]
#[case(
    "\"texts/01.md\"",
    "\"../01.md\"",
    "15: \"../01.md\" is not a path within the folder"
)]
#[case(
    "\"texts/01.md\"",
    "[]",
    "15: sections[0].videos[0].text: must be a text, not an array"
)]
#[case(
    "\"texts/01.md\"",
    "\" \"",
    "15: sections[0].videos[0].text: must not be empty"
)]
#[case(
    "\"NL\"",
    "\"dutch\"",
    "16: sections[0].videos[0].captions[0].language: \"dutch\" is no language of BCP 47"
)]
#[case(
    "language = \"en\"",
    "language = \"nl\"",
    "16: sections[0].videos[0].captions[1].language: nl is named twice"
)]
#[case(
    "label = \"English\"",
    "label = \"\"",
    "16: sections[0].videos[0].captions[1].label: must not be empty"
)]
#[case(
    ", label = \"English\"",
    "",
    "16: sections[0].videos[0].captions[1].label: is missing"
)]
#[case(
    "label = \"English\"",
    "name = \"English\"",
    "16: sections[0].videos[0].captions[1].name: is an unknown key"
)]
#[case("\"01.en.vtt\"", "\"01.de.vtt\"", "16: there is no file \"01.de.vtt\"")]
#[case(
    "\"01.en.vtt\"",
    "\"/etc/passwd\"",
    "16: \"/etc/passwd\" is not a path within the folder"
)]
#[case(
    "\"01.chapters.vtt\"",
    "\"sheets\"",
    "17: \"sheets\" is a folder; name a file in it"
)]
#[case(
    "\"sheets/werkblad é.ods\"",
    "\"sheets/../x\"",
    "18: \"sheets/../x\" is not a path within the folder"
)]
#[case(
    "\"sheets/werkblad é.ods\"",
    "\"01-worksheet.pdf\"",
    "18: sections[0].videos[0].attachments[1]: 01-worksheet.pdf is named twice"
)]
#[case(
    "\"sheets/werkblad é.ods\"]",
    "3]",
    "18: sections[0].videos[0].attachments[1]: must be a text, not a number"
)]
#[case(
    "attachments = [\"01-worksheet.pdf\"]\n",
    "text = \"texts/01.md\"\n",
    "23: sections[0].videos[1].text: belongs to a video; 02-reading.md is a written lesson"
)]
#[case(
    "attachments = [\"01-worksheet.pdf\"]\n",
    "chapters = \"01.chapters.vtt\"\n",
    "23: sections[0].videos[1].chapters: belongs to a video"
)]
#[case("\"02-reading.md\"", "\"03.md\"", "21: there is no file \"03.md\"")]
fn a_problem_of_the_manifest_names_its_line(#[case] right: &str, #[case] wrong: &str, #[case] problem: &str) {
    assert!(MANIFEST.contains(right), "{right}");
    let folder = folder();
    write(folder.path(), "course.toml", &MANIFEST.replacen(right, wrong, 1));
    let found = shown(folder.path(), &read_course_folder(folder.path()).unwrap_err());
    let expected = format!("course.toml:{problem}");
    assert!(found.starts_with(&expected), "{found:?} instead of {expected:?}");
}

#[test]
fn more_than_twenty_attachments_are_refused() {
    let folder = folder();
    let names: Vec<_> = (1..=21).map(|n| format!("\"{n}.pdf\"")).collect();
    for n in 1..=21 {
        write(folder.path(), &format!("{n}.pdf"), "%PDF-1.7");
    }
    let with = |names: &[String]| {
        let list = format!("attachments = [{}]\n", names.join(", "));
        let manifest = MANIFEST.replacen("attachments = [\"01-worksheet.pdf\"]\n", &list, 1);
        write(folder.path(), "course.toml", &manifest);
        read_course_folder(folder.path())
    };
    assert_eq!(with(&names[..20]).unwrap().lessons[0][1].attachments.len(), 20);
    let found = shown(folder.path(), &with(&names).unwrap_err());
    assert!(
        found.starts_with("course.toml:23: sections[0].videos[1].attachments: a lesson has at most 20"),
        "{found}"
    );
}

#[rstest]
#[case(
    "01.nl.srt",
    "1\nno times\n",
    "01.nl.srt:1: the file is neither WebVTT nor SubRip"
)]
#[case(
    "01.en.vtt",
    "WEBVTT\n\n00:02.000 --> 00:01.000\nx\n",
    "01.en.vtt:3: the cue ends before it starts"
)]
#[case("01.en.vtt", "WEBVTT\n", "01.en.vtt:1: there is no cue in it")]
#[case(
    "01.chapters.vtt",
    "WEBVTT\n\n00:00.000 --> 00:01.000\n\n",
    "01.chapters.vtt:3: a chapter needs a title"
)]
#[case(
    "texts/01.md",
    "# T\n\n![a](../pictures/none.png)\n",
    "texts/01.md:3: there is no file \"pictures/none.png\""
)]
#[case(
    "texts/01.md",
    "![a](../../secret.png)\n",
    "texts/01.md:1: \"../../secret.png\" is not a path within the folder"
)]
#[case(
    "texts/01.md",
    "\n\n![a](%2e%2e/%2e%2e/secret.png)\n",
    "texts/01.md:3: \"%2e%2e/%2e%2e/secret.png\" is not a path within the folder"
)]
#[case(
    "texts/01.md",
    "![a](../01-worksheet.pdf)\n",
    "texts/01.md:1: \"01-worksheet.pdf\" is not an svg, png, jpg or webp picture"
)]
#[case("texts/01.md", "a\nb\0c\n", "texts/01.md:2: must not hold a NUL character")]
#[case("02-reading.md", " \n\n", "02-reading.md:1: is empty")]
fn a_problem_of_another_file_names_that_file_and_its_line(
    #[case] file: &str,
    #[case] text: &str,
    #[case] problem: &str,
) {
    let folder = folder();
    write(folder.path(), file, text);
    let found = shown(folder.path(), &read_course_folder(folder.path()).unwrap_err());
    assert!(found.starts_with(problem), "{found:?} instead of {problem:?}");
}

#[test]
fn a_text_of_no_text_or_beyond_a_megabyte_is_refused() {
    let folder = folder();
    fs::write(folder.path().join("02-reading.md"), b"a\nb\n\xff").unwrap();
    let found = shown(folder.path(), &read_course_folder(folder.path()).unwrap_err());
    assert_eq!(found, "02-reading.md:3: is not UTF-8 text");
    write(folder.path(), "02-reading.md", &"a".repeat(1024 * 1024 + 1));
    let found = shown(folder.path(), &read_course_folder(folder.path()).unwrap_err());
    assert_eq!(found, "course.toml:21: \"02-reading.md\" is larger than 1 MiB");
    write(folder.path(), "02-reading.md", &"- ".repeat(512 * 1024));
    assert!(read_course_folder(folder.path()).is_ok());
}

#[rstest]
#[case(
    "01.en.vtt",
    "WEBVTT\n\n00:01.000 --> 00:02.000\nx\n\n00:02.500 --> 00:03.001\ny\n",
    "01.en.vtt:6: this caption ends after the video, which lasts 3 s"
)]
#[case(
    "01.en.vtt",
    "WEBVTT\n\n00:01.000 --> 00:02.000\nx\n\nlost\n",
    "01.en.vtt:6: \"lost\" stands below an empty line and has no times"
)]
#[case(
    "01.chapters.vtt",
    "WEBVTT\n\n00:01.000 --> 00:02.000\nx\n\n00:03 --> 00:04\ny\n",
    "01.chapters.vtt:6: \"00:03\" is not a time such as 00:00:01.000, and its cue is left out"
)]
#[case(
    "01.chapters.vtt",
    "WEBVTT\n\n00:01.000 --> 10:00.000\nx\n",
    "01.chapters.vtt:3: this chapter ends after the video"
)]
#[case(
    "texts/01.md",
    "\n![a](https://example.com/a.png)\n",
    "texts/01.md:2: the picture \"https://example.com/a.png\" is not in the folder"
)]
#[case(
    "texts/01.md",
    "\n\n[a](other.md)\n",
    "texts/01.md:3: the link to \"other.md\" leads nowhere"
)]
fn what_is_probably_a_mistake_is_taken_with_a_warning(
    #[case] file: &str,
    #[case] text: &str,
    #[case] warning: &str,
) {
    let folder = folder();
    write(folder.path(), file, text);
    let read = read(folder.path());
    let warnings = read.warnings.iter().map(|found| shown(folder.path(), found));
    // A text that shows the picture no more leaves it unused.
    let warnings: Vec<_> = warnings
        .filter(|found| !found.starts_with("pictures/chart.png:1: is not used"))
        .collect();
    let [found] = &warnings[..] else {
        panic!("{warnings:?}")
    };
    assert!(found.starts_with(warning), "{found:?} instead of {warning:?}");
}
