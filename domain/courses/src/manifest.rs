//! The rules of `course.toml`. `outbound` reads the file and finds the line of a problem.

use std::collections::BTreeSet;

use crate::{
    CourseType, Slug,
    lesson::language::{LanguageError, parse_language},
};
use kernel::Cents;

const MAX_TITLE_CHARS: usize = 200;
const MAX_TEXT_CHARS: usize = 20_000;
const MAX_SECTIONS: usize = 100;
const MAX_VIDEOS: usize = 2_000;
const MAX_ATTACHMENTS: usize = 20;
const MAX_CAPTIONS: usize = 50;

/// A course folder's manifest, field by field as the contract lists them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CourseManifest {
    pub slug: Slug,
    pub title: String,
    pub description: String,
    pub category: String,
    pub course_type: CourseType,
    pub price: Cents,
    /// A path within the folder.
    pub image: Option<String>,
    pub discord_role: Option<String>,
    pub discord_channel: Option<String>,
    pub sections: Vec<SectionManifest>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionManifest {
    pub name: String,
    pub description: String,
    pub videos: Vec<VideoManifest>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VideoManifest {
    /// A path within the folder.
    pub file: String,
    pub title: String,
    pub description: String,
    /// Whether every caller may open the lesson.
    pub preview: bool,
    /// A Markdown file within the folder, read beside the video.
    pub text: Option<String>,
    /// A WebVTT or SubRip file within the folder.
    pub chapters: Option<String>,
    /// Paths within the folder.
    pub attachments: Vec<String>,
    pub captions: Vec<CaptionsManifest>,
    /// A file of exercises within the folder.
    pub exercises: Option<String>,
}

impl VideoManifest {
    /// Whether the lesson is a text and has no video.
    #[must_use]
    pub fn is_text(&self) -> bool {
        let ending = self.file.rsplit_once('.').map(|(_, ending)| ending);
        ending.is_some_and(|ending| ending.eq_ignore_ascii_case("md"))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptionsManifest {
    /// A WebVTT or SubRip file within the folder.
    pub file: String,
    /// BCP 47.
    pub language: String,
    pub label: String,
}

/// What is wrong, and the key of the wrong value (`title`, `sections[0].videos[2].file`), so that a reader can name the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestProblem {
    pub key: String,
    pub problem: String,
}

/// The rules that need nothing but the manifest itself.
///
/// # Errors
/// The first [`ManifestProblem`] in the order of the file.
pub fn check_manifest(manifest: &CourseManifest) -> Result<(), ManifestProblem> {
    let problem = |key: String, problem: String| Err(ManifestProblem { key, problem });
    required("title", &manifest.title, MAX_TITLE_CHARS)?;
    at_most("description", &manifest.description, MAX_TEXT_CHARS)?;
    required("category", &manifest.category, MAX_TITLE_CHARS)?;
    if manifest.price.0 < 0 {
        return problem("price".into(), "the price in cents must not be negative".into());
    }
    if let Some(role) = manifest.discord_role.as_deref()
        && (role.is_empty() || role.len() > 20 || !role.bytes().all(|b| b.is_ascii_digit()))
    {
        return problem(
            "discord_role".into(),
            "a Discord role is its number, such as \"123456789012345678\"".into(),
        );
    }
    if manifest.sections.is_empty() {
        return problem(
            "sections".into(),
            "a course needs at least one [[sections]]".into(),
        );
    }
    if manifest.sections.len() > MAX_SECTIONS {
        return problem(
            "sections".into(),
            format!("a course has at most {MAX_SECTIONS} sections"),
        );
    }
    let mut files = BTreeSet::new();
    for (s, section) in manifest.sections.iter().enumerate() {
        required(&format!("sections[{s}].name"), &section.name, MAX_TITLE_CHARS)?;
        at_most(
            &format!("sections[{s}].description"),
            &section.description,
            MAX_TEXT_CHARS,
        )?;
        for (v, video) in section.videos.iter().enumerate() {
            let key = |field: &str| format!("sections[{s}].videos[{v}].{field}");
            required(&key("file"), &video.file, MAX_TITLE_CHARS)?;
            required(&key("title"), &video.title, MAX_TITLE_CHARS)?;
            at_most(&key("description"), &video.description, MAX_TEXT_CHARS)?;
            if !files.insert(video.file.as_str()) {
                return problem(
                    key("file"),
                    format!(
                        "{} is named twice; a file names one video of the course",
                        video.file
                    ),
                );
            }
            if files.len() > MAX_VIDEOS {
                return problem(key("file"), format!("a course has at most {MAX_VIDEOS} videos"));
            }
            check_lesson(&format!("sections[{s}].videos[{v}]"), video)?;
        }
    }
    Ok(())
}

/// The rules of what belongs to one lesson.
fn check_lesson(key: &str, lesson: &VideoManifest) -> Result<(), ManifestProblem> {
    let problem = |field: &str, problem: String| {
        Err(ManifestProblem {
            key: format!("{key}.{field}"),
            problem,
        })
    };
    let of_a_video = [
        ("text", lesson.text.is_some()),
        ("captions", !lesson.captions.is_empty()),
        ("chapters", lesson.chapters.is_some()),
    ];
    if let Some((field, _)) = of_a_video
        .iter()
        .find(|(_, is_there)| lesson.is_text() && *is_there)
    {
        let file = &lesson.file;
        return problem(field, format!("belongs to a video; {file} is a written lesson"));
    }
    if let Some(text) = &lesson.text {
        required(&format!("{key}.text"), text, MAX_TITLE_CHARS)?;
    }
    if let Some(chapters) = &lesson.chapters {
        required(&format!("{key}.chapters"), chapters, MAX_TITLE_CHARS)?;
    }
    if let Some(exercises) = &lesson.exercises {
        required(&format!("{key}.exercises"), exercises, MAX_TITLE_CHARS)?;
    }
    if lesson.attachments.len() > MAX_ATTACHMENTS {
        return problem(
            "attachments",
            format!("a lesson has at most {MAX_ATTACHMENTS} attachments"),
        );
    }
    for (n, file) in lesson.attachments.iter().enumerate() {
        let field = format!("attachments[{n}]");
        required(&format!("{key}.{field}"), file, MAX_TITLE_CHARS)?;
        if lesson.attachments.iter().take(n).any(|before| before == file) {
            return problem(&field, format!("{file} is named twice"));
        }
    }
    if lesson.captions.len() > MAX_CAPTIONS {
        return problem(
            "captions",
            format!("a lesson has captions in at most {MAX_CAPTIONS} languages"),
        );
    }
    let mut languages = BTreeSet::new();
    for (n, captions) in lesson.captions.iter().enumerate() {
        let field = |name: &str| format!("captions[{n}].{name}");
        required(
            &format!("{key}.{}", field("file")),
            &captions.file,
            MAX_TITLE_CHARS,
        )?;
        required(
            &format!("{key}.{}", field("label")),
            &captions.label,
            MAX_TITLE_CHARS,
        )?;
        let Ok(language) = parse_language(&captions.language) else {
            let named = &captions.language;
            return problem(&field("language"), format!("{named:?} {LanguageError}"));
        };
        if !languages.insert(language) {
            let named = &captions.language;
            return problem(
                &field("language"),
                format!("{named} is named twice; a lesson has one file of captions for a language"),
            );
        }
    }
    Ok(())
}

pub(crate) fn required(key: &str, value: &str, most: usize) -> Result<(), ManifestProblem> {
    if value.trim().is_empty() {
        return Err(ManifestProblem {
            key: key.to_owned(),
            problem: "must not be empty".to_owned(),
        });
    }
    at_most(key, value, most)
}

pub(crate) fn at_most(key: &str, value: &str, most: usize) -> Result<(), ManifestProblem> {
    if value.contains('\0') {
        return Err(ManifestProblem {
            key: key.to_owned(),
            problem: "must not hold a NUL character".to_owned(),
        });
    }
    if value.chars().count() > most {
        return Err(ManifestProblem {
            key: key.to_owned(),
            problem: format!("is longer than {most} characters"),
        });
    }
    Ok(())
}
