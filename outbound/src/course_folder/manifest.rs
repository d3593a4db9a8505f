//! `course.toml`: its keys, for reading and for writing, and the line of every problem.
//!
//! A new key is a row of [`KEYS`], a field of the table that is written, and a field of the manifest.

use std::{fmt::Display, ops::Not, str::FromStr};

use courses::{
    CaptionsManifest, CourseManifest, CourseType, ManifestProblem, SectionManifest, Slug, VideoManifest,
    check_manifest,
    lesson::language::{DEFAULT_LANGUAGE, parse_language},
};
use kernel::Cents;
use serde::Serialize;

use super::files::composed;
use crate::{
    line_problem::LineProblem,
    toml_file::{
        kind::{Kind, KindKey, needed, optional},
        read::{TomlFile, read_toml},
        table::FileTable,
    },
};

const KEYS: &[KindKey] = &[
    needed("slug", Kind::Text),
    needed("title", Kind::Text),
    needed("description", Kind::Text),
    needed("category", Kind::Text),
    needed("type", Kind::Text),
    needed("price", Kind::WholeCents),
    optional("image", Kind::Text),
    optional("discord_role", Kind::Text),
    optional("discord_channel", Kind::Text),
    optional("language", Kind::Text),
    optional("draft", Kind::Flag),
    optional("priority", Kind::Flag),
    needed("sections[].name", Kind::Text),
    optional("sections[].description", Kind::Text),
    needed("sections[].videos[].file", Kind::Text),
    needed("sections[].videos[].title", Kind::Text),
    optional("sections[].videos[].description", Kind::Text),
    optional("sections[].videos[].preview", Kind::Flag),
    optional("sections[].videos[].text", Kind::Text),
    optional("sections[].videos[].chapters", Kind::Text),
    optional("sections[].videos[].attachments", Kind::Texts),
    optional("sections[].videos[].exercises", Kind::Text),
    optional("sections[].videos[].replay", Kind::Text),
    optional("sections[].videos[].live", Kind::Whole),
    needed("sections[].videos[].captions[].file", Kind::Text),
    needed("sections[].videos[].captions[].language", Kind::Text),
    needed("sections[].videos[].captions[].label", Kind::Text),
];

/// What a text of `course.toml` holds.
#[derive(Debug)]
pub struct ManifestFile<'t> {
    /// Where a key is refused, with a value in its place, so that the files which the others name can be looked at.
    pub manifest: CourseManifest,
    /// Of the manifest alone, in the order of its lines.
    pub problems: Vec<LineProblem>,
    file: TomlFile<'t>,
    /// Keys that break a rule.
    wrong: Vec<String>,
}

impl ManifestFile<'_> {
    /// The line of a key such as `sections[0].videos[2].file`.
    pub(super) fn line_of(&self, key: &str) -> usize {
        self.file.line_of(key)
    }

    /// Whether a problem of the key is known.
    pub(super) fn is_refused(&self, key: &str) -> bool {
        self.file.is_refused(key) || self.wrong.iter().any(|wrong| wrong == key)
    }
}

/// The table that is written, in the order in which the contract shows its keys.
#[derive(Serialize)]
struct CourseTable<'m> {
    slug: &'m str,
    title: &'m str,
    description: &'m str,
    category: &'m str,
    r#type: &'m str,
    price: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    discord_role: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    discord_channel: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<&'m str>,
    #[serde(skip_serializing_if = "Not::not")]
    draft: bool,
    #[serde(skip_serializing_if = "Not::not")]
    priority: bool,
    sections: Vec<SectionTable<'m>>,
}

#[derive(Serialize)]
struct SectionTable<'m> {
    name: &'m str,
    description: &'m str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    videos: Vec<VideoTable<'m>>,
}

#[derive(Serialize)]
struct VideoTable<'m> {
    file: &'m str,
    title: &'m str,
    description: &'m str,
    #[serde(skip_serializing_if = "Not::not")]
    preview: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chapters: Option<&'m str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    attachments: &'m [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    exercises: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replay: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    live: Option<i32>,
    /// Last: TOML writes tables after values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    captions: Vec<CaptionsTable<'m>>,
}

#[derive(Serialize)]
struct CaptionsTable<'m> {
    file: &'m str,
    language: &'m str,
    label: &'m str,
}

/// Reads the text of a manifest.
///
/// # Errors
/// Every [`LineProblem`] of the manifest alone.
pub fn parse_manifest(text: &str) -> Result<CourseManifest, Vec<LineProblem>> {
    let read = read_manifest(text)?;
    if read.problems.is_empty() {
        Ok(read.manifest)
    } else {
        Err(read.problems)
    }
}

/// Reads the text of a manifest as far as it can be read.
///
/// # Errors
/// The problem of a text that is not TOML.
pub(super) fn read_manifest(text: &str) -> Result<ManifestFile<'_>, Vec<LineProblem>> {
    let (file, refused) = read_toml(text, KEYS).map_err(|problem| vec![problem])?;
    let mut problems: Vec<_> = refused.into_iter().map(LineProblem::from).collect();
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    let manifest = course(file.root(), &mut found);
    found.extend(check_manifest(&manifest));
    for ManifestProblem { key, problem } in found {
        if !file.is_refused(&key) {
            problems.push(file.problem(&key, problem));
            wrong.push(key);
        }
    }
    problems.sort_by_key(|problem| problem.line);
    Ok(ManifestFile {
        manifest,
        problems,
        file,
        wrong,
    })
}

/// The manifest, with a value in the place of each that is refused.
fn course(table: FileTable<'_>, found: &mut Vec<ManifestProblem>) -> CourseManifest {
    let slug = Slug::from_str(&table.text("slug")).unwrap_or_else(|error| {
        found.push(problem("slug", &error));
        Slug::stand_in()
    });
    let course_type = CourseType::from_str(&table.text("type")).unwrap_or_else(|error| {
        found.push(problem("type", &error));
        CourseType::Futures
    });
    let named = table.optional_text("language");
    let language = parse_language(named.as_deref().unwrap_or(DEFAULT_LANGUAGE)).unwrap_or_else(|error| {
        found.push(problem(
            "language",
            &format!("{:?} {error}", named.unwrap_or_default()),
        ));
        String::from(DEFAULT_LANGUAGE)
    });
    CourseManifest {
        slug,
        title: table.text("title"),
        description: table.text("description"),
        category: table.text("category"),
        course_type,
        price: Cents(number_of_row(table, "price").unwrap_or_default()),
        image: name(table, "image"),
        discord_role: table.optional_text("discord_role"),
        discord_channel: table.optional_text("discord_channel"),
        language,
        draft: table.flag("draft"),
        priority: table.flag("priority"),
        sections: table.tables("sections").into_iter().map(section).collect(),
    }
}

fn section(table: FileTable<'_>) -> SectionManifest {
    SectionManifest {
        name: table.text("name"),
        description: table.text("description"),
        videos: table.tables("videos").into_iter().map(video).collect(),
    }
}

fn video(table: FileTable<'_>) -> VideoManifest {
    VideoManifest {
        file: composed(&table.text("file")),
        title: table.text("title"),
        description: table.text("description"),
        preview: table.flag("preview"),
        text: name(table, "text"),
        chapters: name(table, "chapters"),
        attachments: table
            .texts("attachments")
            .iter()
            .map(|name| composed(name))
            .collect(),
        captions: table.tables("captions").into_iter().map(captions).collect(),
        exercises: name(table, "exercises"),
        replay: name(table, "replay"),
        live: number_of_row(table, "live"),
    }
}

fn captions(table: FileTable<'_>) -> CaptionsManifest {
    CaptionsManifest {
        file: composed(&table.text("file")),
        language: table.text("language"),
        label: table.text("label"),
    }
}

/// The name of a file.
fn name(table: FileTable<'_>, key: &str) -> Option<String> {
    table.optional_text(key).map(|name| composed(&name))
}

/// What is no number of a row is 0, which the rules tell.
fn number_of_row(table: FileTable<'_>, key: &str) -> Option<i32> {
    table.whole(key).map(|number| i32::try_from(number).unwrap_or(0))
}

fn problem(key: &str, problem: &dyn Display) -> ManifestProblem {
    ManifestProblem {
        key: key.to_owned(),
        problem: problem.to_string(),
    }
}

/// A manifest as the text of `course.toml`; the library escapes.
///
/// # Errors
/// What TOML cannot hold.
pub fn manifest_text(manifest: &CourseManifest) -> Result<String, toml::ser::Error> {
    toml::to_string(&CourseTable::from(manifest))
}

impl<'m> From<&'m CourseManifest> for CourseTable<'m> {
    fn from(manifest: &'m CourseManifest) -> Self {
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
            language: Some(manifest.language.as_str()).filter(|language| *language != DEFAULT_LANGUAGE),
            draft: manifest.draft,
            priority: manifest.priority,
            sections: manifest.sections.iter().map(SectionTable::from).collect(),
        }
    }
}

impl<'m> From<&'m SectionManifest> for SectionTable<'m> {
    fn from(section: &'m SectionManifest) -> Self {
        Self {
            name: &section.name,
            description: &section.description,
            videos: section.videos.iter().map(VideoTable::from).collect(),
        }
    }
}

impl<'m> From<&'m VideoManifest> for VideoTable<'m> {
    fn from(video: &'m VideoManifest) -> Self {
        Self {
            file: &video.file,
            title: &video.title,
            description: &video.description,
            preview: video.preview,
            text: video.text.as_deref(),
            chapters: video.chapters.as_deref(),
            attachments: &video.attachments,
            exercises: video.exercises.as_deref(),
            replay: video.replay.as_deref(),
            live: video.live,
            captions: video.captions.iter().map(CaptionsTable::from).collect(),
        }
    }
}

impl<'m> From<&'m CaptionsManifest> for CaptionsTable<'m> {
    fn from(captions: &'m CaptionsManifest) -> Self {
        Self {
            file: &captions.file,
            language: &captions.language,
            label: &captions.label,
        }
    }
}

#[cfg(test)]
mod tests;
