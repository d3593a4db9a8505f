//! The files of an export, each under one name: what was imported by a name gets it back.

use std::collections::BTreeMap;

use courses::{
    MediaLocation, Section, VideoId,
    lesson::{captions::to_web_vtt, chapters::chapters_to_web_vtt, content::LessonContent},
};

use super::{exercises_file::exercises_text, replay::replay_text};

/// What a file of an export holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Source {
    Stored(MediaLocation),
    Written(String),
}

/// The files of an export by their names.
#[derive(Debug, Default)]
pub(super) struct ExportedFiles {
    pub(super) files: BTreeMap<String, Source>,
    /// The new names of captions and chapters, by the names that they were imported by.
    renamed: BTreeMap<String, String>,
}

impl ExportedFiles {
    /// The files of all lessons. One name is one file of the folder that was imported, so where two lessons name it, the first
    /// stands for both; bytes that are stored stand before a text that is written anew.
    ///
    /// # Errors
    /// What TOML cannot hold.
    pub(super) fn of(
        sections: &[Section],
        contents: &BTreeMap<VideoId, LessonContent>,
    ) -> Result<Self, toml::ser::Error> {
        let mut found = Self::default();
        for video in sections.iter().flat_map(|section| &section.videos) {
            found.add(&video.file.0, Source::Stored(video.location.clone()));
        }
        for content in contents.values() {
            for attachment in &content.attachments {
                found.add(&attachment.file, Source::Stored(attachment.location.clone()));
            }
            for picture in content.text.iter().flat_map(|text| &text.pictures) {
                found.add(&picture.file, Source::Stored(picture.location.clone()));
            }
            for chart in content.replay.iter().flat_map(|replay| &replay.charts) {
                found.add(&chart.file, Source::Stored(chart.location.clone()));
            }
        }
        for content in contents.values() {
            if let Some(text) = &content.text {
                found.add(&text.file, Source::Written(text.markdown.clone()));
            }
        }
        for exercises in contents.values().filter_map(|content| content.exercises.as_ref()) {
            found.add(&exercises.file, Source::Written(exercises_text(&exercises.list)?));
            for chart in &exercises.charts {
                found.add(&chart.file, Source::Written(chart.to_csv()));
            }
        }
        for replay in contents.values().filter_map(|content| content.replay.as_ref()) {
            found.add(&replay.file, Source::Written(replay_text(&replay.definition)?));
        }
        let mut timed = BTreeMap::new();
        for content in contents.values() {
            for captions in &content.captions {
                timed.insert(&captions.file, to_web_vtt(&captions.cues));
            }
            if let Some(chapters) = &content.chapters {
                timed.insert(&chapters.file, chapters_to_web_vtt(&chapters.list));
            }
        }
        // Files that keep their names come first, so that no other takes one of them.
        let (web_vtt, others): (Vec<_>, Vec<_>) = timed
            .into_iter()
            .partition(|(name, _)| is_web_vtt(name) || found.files.contains_key(*name));
        for (name, text) in web_vtt {
            found.add(name, Source::Written(text));
        }
        for (name, text) in others {
            let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
            let exported = found.free_name(stem, "vtt");
            found.renamed.insert(name.clone(), exported.clone());
            found.add(&exported, Source::Written(text));
        }
        Ok(found)
    }

    /// The name in the export of captions or chapters that were imported by a name.
    pub(super) fn web_vtt_name(&self, imported: &str) -> String {
        self.renamed
            .get(imported)
            .cloned()
            .unwrap_or_else(|| imported.to_owned())
    }

    /// `name`, or with a number where a file or a folder already has it.
    pub(super) fn free_name(&self, stem: &str, ending: &str) -> String {
        let plain = format!("{stem}.{ending}");
        let names = (2..).map(|number| format!("{stem}-{number}.{ending}"));
        std::iter::once(plain.clone())
            .chain(names)
            .find(|name| !self.is_taken(name))
            .unwrap_or(plain)
    }

    fn is_taken(&self, name: &str) -> bool {
        let below = format!("{name}/");
        self.files.contains_key(name) || self.files.keys().any(|file| file.starts_with(&below))
    }

    fn add(&mut self, name: &str, source: Source) {
        self.files.entry(name.to_owned()).or_insert(source);
    }
}

/// Captions are kept as WebVTT, so a file of another kind gets another name.
fn is_web_vtt(name: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("vtt"))
}
