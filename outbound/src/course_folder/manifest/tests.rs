//! What is written is read again, and each problem has its line.

use courses::CourseType;
use kernel::{Cents, OneLine};
use proptest::prelude::*;

use super::*;

/// Any text that the rules take: escapes, quotes, line breaks and other alphabets, but no NUL.
fn text() -> impl Strategy<Value = String> {
    "(\\PC|[\"'\\\\\r\n\t\u{1}-\u{1f}\u{7f}\u{85}\u{2028}]){0,30}"
}

/// A title, a label or the name of a file, composed (NFC) as names are kept.
fn line() -> impl Strategy<Value = String> {
    "a(\\PC|[\"'\\\\]){0,30}"
        .prop_map(|text| composed(&text))
        .prop_filter("one line", |text| OneLine::check(text).is_ok())
}

prop_compose! {
    fn video()(
        texts in (line(), line(), text()),
        preview in any::<bool>(),
        files in (
            prop::option::of(line()), prop::option::of(line()), prop::option::of(line()), prop::option::of(line()),
        ),
        attachments in prop::collection::btree_set(line(), 0..4),
        captions in prop::option::of((line(), line())),
        live in prop::option::of(1..=i32::MAX),
    ) -> VideoManifest {
        VideoManifest {
            file: texts.0,
            title: texts.1,
            description: texts.2,
            preview,
            text: files.0,
            chapters: files.1,
            exercises: files.2,
            replay: files.3,
            live,
            attachments: attachments.into_iter().collect(),
            captions: captions.into_iter().map(|(file, label)| CaptionsManifest {
                file,
                language: String::from("nl"),
                label,
            }).collect(),
        }
    }
}

prop_compose! {
    fn manifest()(
        texts in (line(), text(), line()),
        kind in prop::sample::select(vec![CourseType::Futures, CourseType::Crypto, CourseType::Forex]),
        price in 0..i32::MAX,
        language in prop::sample::select(vec!["en", "nl", "pt-BR"]),
        draft in any::<bool>(),
        priority in any::<bool>(),
        optional in (prop::option::of(line()), prop::option::of("[0-9]{1,20}"), prop::option::of(text())),
        sections in prop::collection::vec(
            (line(), text(), prop::collection::vec(video(), 0..4)), 1..4),
    ) -> CourseManifest {
        let mut number = 0;
        let sections = sections.into_iter().map(|(name, description, videos)| SectionManifest {
            name,
            description,
            videos: videos.into_iter().map(|video| {
                number += 1;
                VideoManifest { file: format!("{number}{}.mp4", video.file), ..video }
            }).collect(),
        }).collect();
        CourseManifest {
            slug: "any-course".parse().unwrap(),
            title: texts.0,
            description: texts.1,
            category: texts.2,
            course_type: kind,
            price: Cents(price),
            image: optional.0,
            discord_role: optional.1,
            discord_channel: optional.2,
            language: String::from(language),
            draft,
            priority,
            sections,
        }
    }
}

proptest! {
    #[test]
    fn a_manifest_that_was_written_reads_as_it_was(manifest in manifest()) {
        let text = manifest_text(&manifest).unwrap();
        let read = parse_manifest(&text).map_err(|problem| TestCaseError::fail(format!("{problem:?} in {text}")))?;
        prop_assert_eq!(read, manifest);
    }

    #[test]
    fn any_text_is_read_or_refused_with_a_line_of_it(text in "(slug|title|\\[\\[|\\]\\]|sections|=|\"|\n|\\.|\\PC){0,40}") {
        for problem in parse_manifest(&text).err().into_iter().flatten() {
            prop_assert!((1..=text.matches('\n').count() + 1).contains(&problem.line));
        }
    }
}
