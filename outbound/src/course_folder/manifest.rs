//! `course.toml`: its keys, once for reading and writing, and the line of every problem.
//!
//! A new key is a field of a table here and a field of the manifest. [`super::tables`] finds what does not fit, and in which line.

use std::{fmt::Display, str::FromStr};

use courses::{
    CaptionsManifest, CourseManifest, CourseType, ManifestProblem, SectionManifest, Slug, VideoManifest,
    check_manifest,
    lesson::language::{DEFAULT_LANGUAGE, parse_language},
};
use kernel::Cents;
use serde::{Deserialize, Serialize};

use super::files::composed;
use super::tables::{
    Lines,
    numbers::Whole,
    read_table,
    values::{Flag, Tables, Text, Texts, WholeCents},
};
use crate::line_problem::LineProblem;

/// What a text of `course.toml` holds.
#[derive(Debug)]
pub struct ManifestFile<'t> {
    /// Where a key is refused, with a value in its place, so that the files which the others name can be looked at.
    pub manifest: CourseManifest,
    /// Of the manifest alone, in the order of its lines.
    pub problems: Vec<LineProblem>,
    lines: Lines<'t>,
    /// Keys that break a rule.
    wrong: Vec<String>,
}

impl ManifestFile<'_> {
    /// The line of a key such as `sections[0].videos[2].file`.
    pub(super) fn line_of(&self, key: &str) -> usize {
        self.lines.of_key(key)
    }

    /// Whether a problem of the key is known.
    pub(super) fn is_refused(&self, key: &str) -> bool {
        self.lines.is_refused(key) || self.wrong.iter().any(|wrong| wrong == key)
    }
}

/// The file's own table, in the order in which the contract shows its keys.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CourseTable {
    slug: Text,
    title: Text,
    description: Text,
    category: Text,
    r#type: Text,
    price: WholeCents,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    image: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    discord_role: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    discord_channel: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Option<Text>,
    #[serde(default, skip_serializing_if = "Flag::is_off")]
    draft: Flag,
    #[serde(default, skip_serializing_if = "Flag::is_off")]
    priority: Flag,
    #[serde(default)]
    sections: Tables<SectionTable>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SectionTable {
    name: Text,
    #[serde(default)]
    description: Text,
    #[serde(default, skip_serializing_if = "Tables::is_empty")]
    videos: Tables<VideoTable>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct VideoTable {
    file: Text,
    title: Text,
    #[serde(default)]
    description: Text,
    #[serde(default, skip_serializing_if = "Flag::is_off")]
    preview: Flag,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    chapters: Option<Text>,
    #[serde(default, skip_serializing_if = "Texts::is_empty")]
    attachments: Texts,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exercises: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    replay: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    live: Option<Whole>,
    /// Last: TOML writes tables after values.
    #[serde(default, skip_serializing_if = "Tables::is_empty")]
    captions: Tables<CaptionsTable>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaptionsTable {
    file: Text,
    language: Text,
    label: Text,
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
/// The problems of a text of which too little can be read.
pub(super) fn read_manifest(text: &str) -> Result<ManifestFile<'_>, Vec<LineProblem>> {
    let read = read_table::<CourseTable>(text).map_err(|problem| vec![problem])?;
    let (lines, mut problems) = (read.lines, read.problems);
    let Some(table) = read.table else {
        return Err(problems);
    };
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    let slug = Slug::from_str(&table.slug.0).unwrap_or_else(|error| {
        found.push(problem("slug", &error));
        Slug::stand_in()
    });
    let course_type = CourseType::from_str(&table.r#type.0).unwrap_or_else(|error| {
        found.push(problem("type", &error));
        CourseType::Futures
    });
    let named = table.language.map(|text| text.0);
    let language = parse_language(named.as_deref().unwrap_or(DEFAULT_LANGUAGE)).unwrap_or_else(|error| {
        found.push(problem(
            "language",
            &format!("{:?} {error}", named.unwrap_or_default()),
        ));
        String::from(DEFAULT_LANGUAGE)
    });
    let manifest = CourseManifest {
        slug,
        title: table.title.0,
        description: table.description.0,
        category: table.category.0,
        course_type,
        price: Cents(table.price.0),
        image: table.image.map(|text| composed(&text.0)),
        discord_role: table.discord_role.map(|text| text.0),
        discord_channel: table.discord_channel.map(|text| text.0),
        language,
        draft: table.draft.0,
        priority: table.priority.0,
        sections: table.sections.0.into_iter().map(SectionManifest::from).collect(),
    };
    found.extend(check_manifest(&manifest));
    for ManifestProblem { key, problem } in found {
        if !lines.is_refused(&key) {
            problems.push(LineProblem {
                line: lines.of_key(&key),
                problem: format!("{key}: {problem}"),
            });
            wrong.push(key);
        }
    }
    problems.sort_by_key(|problem| problem.line);
    Ok(ManifestFile {
        manifest,
        problems,
        lines,
        wrong,
    })
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
    toml::to_string(&CourseTable::from(manifest.clone()))
}

impl From<SectionTable> for SectionManifest {
    fn from(table: SectionTable) -> Self {
        Self {
            name: table.name.0,
            description: table.description.0,
            videos: table.videos.0.into_iter().map(VideoManifest::from).collect(),
        }
    }
}

impl From<VideoTable> for VideoManifest {
    fn from(table: VideoTable) -> Self {
        Self {
            file: composed(&table.file.0),
            title: table.title.0,
            description: table.description.0,
            preview: table.preview.0,
            text: table.text.map(|text| composed(&text.0)),
            chapters: table.chapters.map(|text| composed(&text.0)),
            attachments: table
                .attachments
                .0
                .into_iter()
                .map(|text| composed(&text.0))
                .collect(),
            captions: table.captions.0.into_iter().map(CaptionsManifest::from).collect(),
            exercises: table.exercises.map(|text| composed(&text.0)),
            replay: table.replay.map(|text| composed(&text.0)),
            // What is no number of a row is told by the rules.
            live: table.live.map(|number| i32::try_from(number.0).unwrap_or(0)),
        }
    }
}

impl From<CaptionsTable> for CaptionsManifest {
    fn from(table: CaptionsTable) -> Self {
        Self {
            file: composed(&table.file.0),
            language: table.language.0,
            label: table.label.0,
        }
    }
}

impl From<CaptionsManifest> for CaptionsTable {
    fn from(captions: CaptionsManifest) -> Self {
        Self {
            file: Text(captions.file),
            language: Text(captions.language),
            label: Text(captions.label),
        }
    }
}

impl From<CourseManifest> for CourseTable {
    fn from(manifest: CourseManifest) -> Self {
        Self {
            slug: Text(manifest.slug.as_str().to_owned()),
            title: Text(manifest.title),
            description: Text(manifest.description),
            category: Text(manifest.category),
            r#type: Text(manifest.course_type.as_str().to_owned()),
            price: WholeCents(manifest.price.0),
            image: manifest.image.map(Text),
            discord_role: manifest.discord_role.map(Text),
            discord_channel: manifest.discord_channel.map(Text),
            language: Some(manifest.language)
                .filter(|language| language != DEFAULT_LANGUAGE)
                .map(Text),
            draft: Flag(manifest.draft),
            priority: Flag(manifest.priority),
            sections: Tables(manifest.sections.into_iter().map(SectionTable::from).collect()),
        }
    }
}

impl From<SectionManifest> for SectionTable {
    fn from(section: SectionManifest) -> Self {
        Self {
            name: Text(section.name),
            description: Text(section.description),
            videos: Tables(section.videos.into_iter().map(VideoTable::from).collect()),
        }
    }
}

impl From<VideoManifest> for VideoTable {
    fn from(video: VideoManifest) -> Self {
        Self {
            file: Text(video.file),
            title: Text(video.title),
            description: Text(video.description),
            preview: Flag(video.preview),
            text: video.text.map(Text),
            chapters: video.chapters.map(Text),
            attachments: Texts(video.attachments.into_iter().map(Text).collect()),
            exercises: video.exercises.map(Text),
            replay: video.replay.map(Text),
            live: video.live.map(|number| Whole(number.into())),
            captions: Tables(video.captions.into_iter().map(CaptionsTable::from).collect()),
        }
    }
}

#[cfg(test)]
mod tests;
