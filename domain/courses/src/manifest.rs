//! The rules of `course.toml`. `outbound` reads the file and finds the line of a problem.

use std::collections::BTreeSet;

use crate::{CourseType, Slug, lesson::language::parse_language};
use kernel::{Cents, OneLine, shows_nothing};

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
    /// Of the course's texts and videos; BCP 47, in its canonical form.
    pub language: String,
    /// Whether staff's commands alone see the course.
    pub draft: bool,
    /// Whether the questions of its members come first in staff's lists.
    pub priority: bool,
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
    /// A file of a replay within the folder.
    pub replay: Option<String>,
    /// The number of the live session of which the lesson is the recording.
    pub live: Option<i32>,
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

/// The rules that need nothing but the manifest itself: every problem, in the order of the file.
#[must_use]
pub fn check_manifest(manifest: &CourseManifest) -> Vec<ManifestProblem> {
    let mut found = Found::default();
    found.check(one_line("title", &manifest.title, MAX_TITLE_CHARS));
    found.check(at_most("description", &manifest.description, MAX_TEXT_CHARS));
    found.check(one_line("category", &manifest.category, MAX_TITLE_CHARS));
    if manifest.price.0 < 0 {
        found.add("price", "the price in cents must not be negative");
    }
    if let Some(role) = manifest.discord_role.as_deref()
        && (role.is_empty() || role.len() > 20 || !role.bytes().all(|b| b.is_ascii_digit()))
    {
        let problem = "a Discord role is its number, such as \"123456789012345678\"";
        found.add("discord_role", problem);
    }
    if manifest.sections.is_empty() {
        found.add("sections", "a course needs at least one [[sections]]");
    }
    if manifest.sections.len() > MAX_SECTIONS {
        found.add(
            "sections",
            format!("a course has at most {MAX_SECTIONS} sections"),
        );
    }
    let (mut files, mut recorded) = (BTreeSet::new(), BTreeSet::new());
    for (s, section) in manifest.sections.iter().enumerate() {
        let key = format!("sections[{s}]");
        found.check(one_line(&format!("{key}.name"), &section.name, MAX_TITLE_CHARS));
        found.check(at_most(
            &format!("{key}.description"),
            &section.description,
            MAX_TEXT_CHARS,
        ));
        for (v, video) in section.videos.iter().enumerate() {
            let key = format!("{key}.videos[{v}]");
            check_heading(&mut found, &key, video);
            let file = format!("{key}.file");
            if !files.insert(video.file.as_str()) {
                let name = &video.file;
                found.add(
                    &file,
                    format!("{name} is named twice; a file names one video of the course"),
                );
            } else if files.len() == MAX_VIDEOS + 1 {
                found.add(&file, format!("a course has at most {MAX_VIDEOS} videos"));
            }
            if let Some(live) = video.live {
                let key = format!("{key}.live");
                if live < 1 {
                    found.add(&key, format!("{live} is no number of a live session"));
                } else if !recorded.insert(live) {
                    found.add(
                        &key,
                        format!("live session {live} is named twice; it has one recording"),
                    );
                }
            }
            check_lesson(&mut found, &key, video);
        }
    }
    found.0
}

/// The problems that were found so far.
#[derive(Default)]
struct Found(Vec<ManifestProblem>);

impl Found {
    fn check(&mut self, checked: Result<(), ManifestProblem>) {
        self.0.extend(checked.err());
    }

    fn add(&mut self, key: &str, problem: impl Into<String>) {
        self.0.push(ManifestProblem {
            key: key.to_owned(),
            problem: problem.into(),
        });
    }
}

fn check_heading(found: &mut Found, key: &str, lesson: &VideoManifest) {
    found.check(one_line(&format!("{key}.file"), &lesson.file, MAX_TITLE_CHARS));
    found.check(one_line(&format!("{key}.title"), &lesson.title, MAX_TITLE_CHARS));
    found.check(at_most(
        &format!("{key}.description"),
        &lesson.description,
        MAX_TEXT_CHARS,
    ));
}

/// The rules of what belongs to one lesson.
fn check_lesson(found: &mut Found, key: &str, lesson: &VideoManifest) {
    let of_a_video = [
        ("text", lesson.text.is_some()),
        ("captions", !lesson.captions.is_empty()),
        ("chapters", lesson.chapters.is_some()),
    ];
    for (field, _) in of_a_video
        .iter()
        .filter(|(_, is_there)| lesson.is_text() && *is_there)
    {
        let file = &lesson.file;
        found.add(
            &format!("{key}.{field}"),
            format!("belongs to a video; {file} is a written lesson"),
        );
    }
    let files = [
        ("text", &lesson.text),
        ("chapters", &lesson.chapters),
        ("exercises", &lesson.exercises),
        ("replay", &lesson.replay),
    ];
    for (field, file) in files {
        if let Some(file) = file {
            found.check(one_line(&format!("{key}.{field}"), file, MAX_TITLE_CHARS));
        }
    }
    if lesson.attachments.len() > MAX_ATTACHMENTS {
        found.add(
            &format!("{key}.attachments"),
            format!("a lesson has at most {MAX_ATTACHMENTS} attachments"),
        );
    }
    for (n, file) in lesson.attachments.iter().enumerate() {
        let field = format!("{key}.attachments[{n}]");
        found.check(one_line(&field, file, MAX_TITLE_CHARS));
        if lesson.attachments.iter().take(n).any(|before| before == file) {
            found.add(&field, format!("{file} is named twice"));
        }
    }
    check_captions(found, key, &lesson.captions);
}

fn check_captions(found: &mut Found, key: &str, list: &[CaptionsManifest]) {
    if list.len() > MAX_CAPTIONS {
        found.add(
            &format!("{key}.captions"),
            format!("a lesson has captions in at most {MAX_CAPTIONS} languages"),
        );
    }
    let mut languages = BTreeSet::new();
    for (n, captions) in list.iter().enumerate() {
        let field = |name: &str| format!("{key}.captions[{n}].{name}");
        found.check(one_line(&field("file"), &captions.file, MAX_TITLE_CHARS));
        found.check(one_line(&field("label"), &captions.label, MAX_TITLE_CHARS));
        let named = &captions.language;
        match parse_language(named) {
            Err(error) => found.add(&field("language"), format!("{named:?} {error}")),
            Ok(language) if !languages.insert(language.clone()) => found.add(
                &field("language"),
                format!("{named} is named twice; a lesson has one file of captions for a language"),
            ),
            Ok(_) => {}
        }
    }
}

/// The rule of titles, labels and names of files.
pub(crate) fn one_line(key: &str, value: &str, most: usize) -> Result<(), ManifestProblem> {
    required(key, value, most)?;
    OneLine::check(value).map_err(|error| ManifestProblem {
        key: key.to_owned(),
        problem: error.to_string(),
    })
}

pub(crate) fn required(key: &str, value: &str, most: usize) -> Result<(), ManifestProblem> {
    if shows_nothing(value) {
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
