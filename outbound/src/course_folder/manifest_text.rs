//! A manifest as the text of `course.toml`, in the order in which the contract shows its keys.

use courses::{CourseManifest, SectionManifest};
use serde::Serialize;

/// A manifest as the text of `course.toml`; the library escapes.
pub(crate) fn manifest_text(manifest: &CourseManifest) -> Result<String, toml::ser::Error> {
    toml::to_string(&CourseTable::from(manifest))
}

#[derive(Serialize)]
struct CourseTable<'a> {
    slug: &'a str,
    title: &'a str,
    description: &'a str,
    category: &'a str,
    r#type: &'a str,
    price: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    discord_role: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    discord_channel: Option<&'a str>,
    sections: Vec<SectionTable<'a>>,
}

#[derive(Serialize)]
struct SectionTable<'a> {
    name: &'a str,
    description: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    videos: Vec<VideoTable<'a>>,
}

#[derive(Serialize)]
struct VideoTable<'a> {
    file: &'a str,
    title: &'a str,
    description: &'a str,
}

impl<'a> From<&'a CourseManifest> for CourseTable<'a> {
    fn from(manifest: &'a CourseManifest) -> Self {
        Self {
            slug: manifest.slug.as_str(),
            title: &manifest.title,
            description: &manifest.description,
            category: &manifest.category,
            r#type: manifest.course_type.as_str(),
            price: manifest.price.0,
            image: manifest.image.as_deref(),
            discord_role: manifest.discord_role.as_deref(),
            discord_channel: manifest.discord_channel.as_deref(),
            sections: manifest.sections.iter().map(SectionTable::from).collect(),
        }
    }
}

impl<'a> From<&'a SectionManifest> for SectionTable<'a> {
    fn from(section: &'a SectionManifest) -> Self {
        let videos = section.videos.iter().map(|video| VideoTable {
            file: &video.file,
            title: &video.title,
            description: &video.description,
        });
        Self {
            name: &section.name,
            description: &section.description,
            videos: videos.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use courses::{CourseType, VideoManifest};
    use kernel::Cents;
    use proptest::prelude::*;

    use super::*;
    use crate::course_folder::manifest::parse_manifest;

    /// Any text that the rules take: escapes, quotes, line breaks and other alphabets, but no NUL.
    fn text() -> impl Strategy<Value = String> {
        "(\\PC|[\"'\\\\\r\n\t\u{1}-\u{1f}\u{7f}\u{85}\u{2028}]){0,30}"
    }

    fn words() -> impl Strategy<Value = String> {
        text().prop_map(|text| format!("a{text}"))
    }

    prop_compose! {
        fn manifest()(
            texts in (words(), text(), words()),
            kind in prop::sample::select(vec![CourseType::Futures, CourseType::Crypto, CourseType::Forex]),
            price in 0..i32::MAX,
            optional in (prop::option::of(words()), prop::option::of("[0-9]{1,20}"), prop::option::of(text())),
            sections in prop::collection::vec(
                (words(), text(), prop::collection::vec((words(), words(), text()), 0..4)), 1..4),
        ) -> CourseManifest {
            let mut number = 0;
            let sections = sections.into_iter().map(|(name, description, videos)| SectionManifest {
                name,
                description,
                videos: videos.into_iter().map(|(file, title, description)| {
                    number += 1;
                    VideoManifest { file: format!("{number}{file}"), title, description }
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
                sections,
            }
        }
    }

    proptest! {
        #[test]
        fn a_manifest_that_was_written_reads_as_it_was(manifest in manifest()) {
            let text = manifest_text(&manifest).unwrap();
            let read = parse_manifest(&text).map_err(|problem| TestCaseError::fail(format!("{problem:?} in {text}")))?;
            prop_assert_eq!(read.manifest, manifest);
        }

        #[test]
        fn any_text_is_read_or_refused_with_a_line_of_it(text in "(slug|title|\\[\\[|\\]\\]|sections|=|\"|\n|\\.|\\PC){0,40}") {
            if let Err(problem) = parse_manifest(&text) {
                prop_assert!((1..=text.matches('\n').count() + 1).contains(&problem.line));
            }
        }
    }
}
