//! `course.toml` to a manifest and back. Every key remembers its line, so that each problem names one.

use std::{borrow::Cow, collections::BTreeMap};

use courses::{CourseManifest, CourseType, SectionManifest, Slug, VideoManifest, check_manifest};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// What is wrong, and in which line, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LineProblem {
    pub(crate) line: usize,
    pub(crate) problem: String,
}

/// A manifest that keeps every rule which needs no file, and the lines of its keys.
#[derive(Debug)]
pub(crate) struct ManifestFile {
    pub(crate) manifest: CourseManifest,
    lines: BTreeMap<String, usize>,
}

impl ManifestFile {
    /// The line of a key such as `sections[0].videos[2].file`.
    pub(crate) fn line_of(&self, key: &str) -> usize {
        self.lines.get(key).copied().unwrap_or(1)
    }
}

pub(crate) fn parse_manifest(text: &str) -> Result<ManifestFile, LineProblem> {
    let root = DeTable::parse(text).map_err(|error| LineProblem {
        line: line_at(text, error.span().map_or(0, |span| span.start)),
        problem: error.message().split_whitespace().collect::<Vec<_>>().join(" "),
    })?;
    let mut lines = BTreeMap::new();
    let mut course = Table::of(text, root.get_ref(), String::new(), 1, &mut lines);
    course.only(&[
        "slug",
        "title",
        "description",
        "category",
        "type",
        "price",
        "image",
        "discord_role",
        "discord_channel",
        "sections",
    ])?;
    let slug = course.parsed("slug", |slug| {
        slug.parse::<Slug>().map_err(|error| error.to_string())
    })?;
    let title = course.text("title")?;
    let description = course.text("description")?;
    let category = course.text("category")?;
    let course_type = course.parsed("type", |kind| {
        kind.parse::<CourseType>().map_err(|error| error.to_string())
    })?;
    let price = course.price("price")?;
    let image = course.optional_text("image")?;
    let discord_role = course.optional_text("discord_role")?;
    let discord_channel = course.optional_text("discord_channel")?;
    let sections = course.tables("sections", |section| {
        section.only(&["name", "description", "videos"])?;
        let name = section.text("name")?;
        let description = section.optional_text("description")?.unwrap_or_default();
        let videos = section.tables("videos", |video| {
            video.only(&["file", "title", "description"])?;
            Ok(VideoManifest {
                file: video.text("file")?,
                title: video.text("title")?,
                description: video.optional_text("description")?.unwrap_or_default(),
            })
        })?;
        Ok(SectionManifest {
            name,
            description,
            videos,
        })
    })?;
    let manifest = CourseManifest {
        slug,
        title,
        description,
        category,
        course_type,
        price,
        image,
        discord_role,
        discord_channel,
        sections,
    };
    let file = ManifestFile { manifest, lines };
    check_manifest(&file.manifest).map_err(|found| LineProblem {
        line: file.line_of(&found.key),
        problem: format!("{}: {}", found.key, found.problem),
    })?;
    Ok(file)
}

fn line_at(text: &str, byte: usize) -> usize {
    text.as_bytes()
        .iter()
        .take(byte)
        .filter(|byte| **byte == b'\n')
        .count()
        + 1
}

/// One table of the file; whoever reads it says first which keys it may have, by [`Table::only`].
struct Table<'a> {
    text: &'a str,
    entries: Vec<(&'a Spanned<Cow<'a, str>>, &'a Spanned<DeValue<'a>>)>,
    /// What stands before each key: nothing, or such as `sections[0].`.
    path: String,
    line: usize,
    lines: &'a mut BTreeMap<String, usize>,
}

impl<'a> Table<'a> {
    fn of(
        text: &'a str,
        table: &'a DeTable<'a>,
        path: String,
        line: usize,
        lines: &'a mut BTreeMap<String, usize>,
    ) -> Self {
        Self {
            text,
            entries: table.iter().collect(),
            path,
            line,
            lines,
        }
    }

    /// Takes a key out of the table.
    fn take(&mut self, key: &str) -> Option<(usize, &'a DeValue<'a>)> {
        let at = self.entries.iter().position(|(name, _)| name.get_ref() == key)?;
        let (name, value) = self.entries.swap_remove(at);
        let line = line_at(self.text, name.span().start);
        self.lines.insert(format!("{}{key}", self.path), line);
        Some((line, value.get_ref()))
    }

    fn wrong(&self, line: usize, key: &str, problem: impl std::fmt::Display) -> LineProblem {
        LineProblem {
            line,
            problem: format!("{}{key}: {problem}", self.path),
        }
    }

    fn missing(&self, key: &str) -> LineProblem {
        self.wrong(self.line, key, "is missing")
    }

    fn optional_text(&mut self, key: &str) -> Result<Option<String>, LineProblem> {
        match self.take(key) {
            None => Ok(None),
            Some((_, DeValue::String(value))) => Ok(Some(value.clone().into_owned())),
            Some((line, other)) => Err(self.wrong(line, key, format!("must be a text, not {}", kind(other)))),
        }
    }

    fn text(&mut self, key: &str) -> Result<String, LineProblem> {
        self.optional_text(key)?.ok_or_else(|| self.missing(key))
    }

    fn parsed<T>(
        &mut self,
        key: &str,
        parse: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<T, LineProblem> {
        let value = self.text(key)?;
        let line = self
            .lines
            .get(&format!("{}{key}", self.path))
            .copied()
            .unwrap_or(self.line);
        parse(&value).map_err(|problem| self.wrong(line, key, problem))
    }

    fn price(&mut self, key: &str) -> Result<kernel::Cents, LineProblem> {
        match self.take(key) {
            None => Err(self.missing(key)),
            Some((line, DeValue::Integer(value))) => i32::from_str_radix(value.as_str(), value.radix())
                .map(kernel::Cents)
                .map_err(|_| self.wrong(line, key, format!("is not from 0 to {} cents", i32::MAX))),
            Some((line, other)) => {
                Err(self.wrong(line, key, format!("must be whole cents, not {}", kind(other))))
            }
        }
    }

    /// An array of tables, each read whole by `read`; none is an empty one.
    fn tables<T>(
        &mut self,
        key: &str,
        mut read: impl FnMut(&mut Table<'_>) -> Result<T, LineProblem>,
    ) -> Result<Vec<T>, LineProblem> {
        let Some((line, value)) = self.take(key) else {
            return Ok(Vec::new());
        };
        let path = format!("{}{key}", self.path);
        let not_tables = |line, other: &DeValue<'_>| LineProblem {
            line,
            problem: format!("{path}: must be [[{key}]] tables, not {}", kind(other)),
        };
        let DeValue::Array(items) = value else {
            return Err(not_tables(line, value));
        };
        let mut found = Vec::new();
        for (at, item) in items.iter().enumerate() {
            let line = line_at(self.text, item.span().start);
            let DeValue::Table(table) = item.get_ref() else {
                return Err(not_tables(line, item.get_ref()));
            };
            let mut table = Table::of(self.text, table, format!("{path}[{at}]."), line, self.lines);
            found.push(read(&mut table)?);
        }
        Ok(found)
    }

    /// Refuses the first key, in the order of the file, that is none of these. Asked before anything is read, so that a
    /// misspelt key is named and not only missed.
    fn only(&self, known: &[&str]) -> Result<(), LineProblem> {
        let unknown = self
            .entries
            .iter()
            .filter(|(name, _)| !known.contains(&name.get_ref().as_ref()))
            .min_by_key(|(name, _)| name.span().start);
        match unknown {
            None => Ok(()),
            Some((name, _)) => Err(self.wrong(
                line_at(self.text, name.span().start),
                name.get_ref(),
                "is an unknown key",
            )),
        }
    }
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    }
}
