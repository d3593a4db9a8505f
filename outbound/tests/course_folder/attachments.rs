//! What an attachment may hold: nothing that its ending denies, and no program.

use std::fs;

use outbound::{CourseFolder, FolderProblems, read_course_folder};
use rstest::rstest;

use super::lessons::{MANIFEST, folder, shown};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\nno more";
const ZIP: &[u8] = b"PK\x03\x04\x14\0";
const MP4: &[u8] = b"\0\0\0\x18ftypmp42";

/// The folder with one attachment more.
fn with(name: &str, bytes: &[u8]) -> (tempfile::TempDir, Result<CourseFolder, FolderProblems>) {
    let folder = folder();
    let manifest = MANIFEST.replacen("sheets/werkblad é.ods", name, 1);
    assert_ne!(manifest, MANIFEST);
    fs::write(folder.path().join("course.toml"), manifest).unwrap();
    fs::remove_file(folder.path().join("sheets/werkblad é.ods")).unwrap();
    fs::write(folder.path().join(name), bytes).unwrap();
    let read = read_course_folder(folder.path());
    (folder, read)
}

fn is_taken(name: &str, bytes: &[u8]) {
    let (_folder, read) = with(name, bytes);
    let read = read.unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(read.lessons[0][0].attachments[1].file, name);
    assert_eq!(read.warnings, []);
}

fn is_warned_of(name: &str, bytes: &[u8], warning: &str) {
    let (folder, read) = with(name, bytes);
    let read = read.unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(read.lessons[0][0].attachments[1].file, name);
    let warnings: Vec<_> = read
        .warnings
        .iter()
        .map(|found| shown(folder.path(), found))
        .collect();
    assert_eq!(warnings, [format!("course.toml:18: {name:?} {warning}")]);
}

fn is_refused(name: &str, bytes: &[u8], problem: &str) {
    let (folder, read) = with(name, bytes);
    let found = shown(folder.path(), &read.unwrap_err());
    assert_eq!(found, format!("course.toml:18: {name:?} {problem}"));
}

#[rstest]
#[case("a.pdf", b"%PDF-1.7\n")]
#[case("A.PDF", b"%PDF-1.7\n")]
#[case("a.png", PNG)]
#[case("a.jpg", b"\xFF\xD8\xFF\xE0")]
#[case("a.jpeg", b"\xFF\xD8\xFF\xE0")]
#[case("a.gif", b"GIF89a")]
#[case("a.gif", b"GIF87a")]
#[case("a.webp", b"RIFF\x24\0\0\0WEBPVP8 ")]
#[case("a.zip", ZIP)]
#[case("empty.zip", b"PK\x05\x06\0\0")]
#[case("a.docx", ZIP)]
#[case("a.xlsx", ZIP)]
#[case("a.xlsm", ZIP)]
#[case("a.pptx", ZIP)]
#[case("a.odt", ZIP)]
#[case("a.ods", ZIP)]
#[case("a.odp", ZIP)]
#[case("a.mp3", b"ID3\x04\0")]
#[case("a.mp3", b"\xFF\xFB\x90\x64")]
#[case("a.mp4", MP4)]
#[case("a.mov", MP4)]
#[case("a.csv", "time,price\n2026-03-02,5412.25 €\n".as_bytes())]
#[case("a.txt", b"")]
#[case("a.md", b"# Ticks\n")]
#[case("a.json", b"{}")]
#[case("a.toml", b"a = 1\n")]
// Endings of trading platforms, and none.
#[case("levels.ntw", b"\x01\x02\0\xFF")]
#[case("template.tpl", b"<chart>\r\n\xE9")]
#[case("script.pine", b"//@version=6\n")]
#[case("journal.py", b"#!/usr/bin/env python3\n")]
#[case("notes", b"\0")]
#[case("old.mov", b"\0\0\0\x08wide")]
fn what_its_ending_says_and_what_has_an_ending_of_its_own_is_taken(#[case] name: &str, #[case] bytes: &[u8]) {
    is_taken(name, bytes);
}

#[rstest]
// A known type under an ending of another one, of a text, of its own, and under none.
#[case("a.pdf", PNG, "is a PNG picture, which ends in .png")]
#[case("a.png", b"\xFF\xD8\xFF\xE0", "is a JPEG picture, which ends in .jpg, .jpeg")]
#[case("a.csv", b"%PDF-1.7\n", "is a PDF document, which ends in .pdf")]
#[case("a.tpl", b"GIF89a", "is a GIF picture, which ends in .gif")]
#[case("a.pdf.", b"%PDF-1.7\n", "is a PDF document, which ends in .pdf")]
#[case("a", MP4, "is an MP4 file, which ends in .mp4, .m4a, .m4v")]
#[case(
    "a.jar",
    ZIP,
    "is a ZIP archive, which ends in .zip, .docx, .xlsx, .pptx, .odt, .ods, .odp"
)]
fn a_known_type_under_another_ending_is_refused(
    #[case] name: &str,
    #[case] bytes: &[u8],
    #[case] problem: &str,
) {
    is_refused(name, bytes, problem);
}

#[rstest]
#[case("a.pdf", b"a worksheet", "ends in .pdf and does not look like a PDF document")]
#[case("a.pdf", b"", "ends in .pdf and does not look like a PDF document")]
#[case("a.pdf", b"%PDF", "ends in .pdf and does not look like a PDF document")]
#[case("a.JPG", b"<svg/>", "ends in .jpg and does not look like a JPEG picture")]
#[case("a.gif", b"GIF88a", "ends in .gif and does not look like a GIF picture")]
#[case(
    "a.webp",
    b"RIFF\x24\0\0\0WAVE",
    "ends in .webp and does not look like a WebP picture"
)]
#[case("a.ods", b"een werkblad", "ends in .ods and does not look like a ZIP archive")]
#[case("a.mp4", b"\0\0\0\x08wide", "ends in .mp4 and does not look like an MP4 file")]
// A byte order mark, and a reserved sample rate, bit rate and version.
#[case(
    "a.mp3",
    b"\xFF\xFEt\0",
    "ends in .mp3 and does not look like an MP3 recording"
)]
#[case(
    "a.mp3",
    b"\xFF\xFB\x9C\0",
    "ends in .mp3 and does not look like an MP3 recording"
)]
#[case(
    "a.mp3",
    b"\xFF\xFB\xF0\0",
    "ends in .mp3 and does not look like an MP3 recording"
)]
#[case(
    "a.mp3",
    b"\xFF\xEB\x90\0",
    "ends in .mp3 and does not look like an MP3 recording"
)]
#[case("a.mp3", b"\xFF", "ends in .mp3 and does not look like an MP3 recording")]
// Files that are no text, or have another encoding.
#[case("a.csv", b"caf\xE9,1\n", "is not UTF-8 text")]
#[case("a.txt", b"\xFF\xFEa\0", "has a NUL character, which texts do not have")]
#[case("a.md", b"a\0b", "has a NUL character, which texts do not have")]
#[case("a.json", b"\"\xC3", "is not UTF-8 text")]
fn what_does_not_look_like_its_ending_is_taken_with_a_warning(
    #[case] name: &str,
    #[case] bytes: &[u8],
    #[case] warning: &str,
) {
    is_warned_of(name, bytes, warning);
}

#[test]
fn a_program_is_refused_under_every_ending() {
    let starts: [&[u8]; 8] = [
        b"\x7FELF\x02\x01",
        b"MZ\x90\0",
        b"\xFE\xED\xFA\xCE\0",
        b"\xFE\xED\xFA\xCF\0",
        b"\xCE\xFA\xED\xFE\0",
        b"\xCF\xFA\xED\xFE\0",
        b"\xCA\xFE\xBA\xBE\0",
        b"\xCA\xFE\xBA\xBF\0",
    ];
    for start in starts {
        for name in ["a.pdf", "a.txt", "indicator.ex5", "tool.exe", "tool"] {
            is_refused(name, start, "is a program, which no attachment may be");
        }
    }
}

/// A text is read in pieces: a character may lie in two of them.
#[test]
fn a_long_text_is_looked_at_to_its_end() {
    let text = format!("a{}", "é".repeat(100_000));
    is_taken("long.csv", text.as_bytes());
    let after = |end: &[u8]| [text.as_bytes(), end].concat();
    is_warned_of("long.csv", &after(b"\xC3"), "is not UTF-8 text");
    is_warned_of("long.csv", &after(b"\xFF\n"), "is not UTF-8 text");
    is_warned_of(
        "long.csv",
        &after(b"\0"),
        "has a NUL character, which texts do not have",
    );
}
