//! What belongs to a lesson, as rows.

use courses::{
    MediaLocation, VideoId,
    lesson::{
        captions::Cue,
        chapters::Chapter,
        content::{Attachment, Captions, Chapters, LessonContent, LessonText, Picture},
        store::LessonStore,
    },
};
use diesel::prelude::*;
use kernel::StoreError;

use crate::{
    Store,
    courses::recordings::recording_of,
    practice::content::exercises_of,
    replay::content::replay_of,
    schema::{lesson_attachments, lesson_captions, lesson_chapters, lesson_cues, lesson_pictures, videos},
    store::on,
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = videos)]
struct TextRow {
    text: Option<String>,
    text_file: Option<String>,
    chapters_file: Option<String>,
    exercises_file: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = lesson_captions)]
struct CaptionsRow {
    id: i32,
    file: String,
    language: String,
    label: String,
}

impl CaptionsRow {
    fn with(self, cues: Vec<Cue>) -> Captions {
        Captions {
            file: self.file,
            language: self.language,
            label: self.label,
            cues,
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = lesson_cues)]
struct CueRow {
    start_ms: i32,
    end_ms: i32,
    placement: String,
    text: String,
}

impl From<CueRow> for Cue {
    fn from(row: CueRow) -> Self {
        Self {
            start_ms: row.start_ms.unsigned_abs(),
            end_ms: row.end_ms.unsigned_abs(),
            placement: row.placement,
            text: row.text,
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = lesson_chapters)]
struct ChapterRow {
    start_ms: i32,
    end_ms: i32,
    title: String,
}

impl From<ChapterRow> for Chapter {
    fn from(row: ChapterRow) -> Self {
        Self {
            start_ms: row.start_ms.unsigned_abs(),
            end_ms: row.end_ms.unsigned_abs(),
            title: row.title,
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = lesson_attachments)]
struct AttachmentRow {
    file: String,
    location: String,
    size: i64,
}

impl From<AttachmentRow> for Attachment {
    fn from(row: AttachmentRow) -> Self {
        Self {
            file: row.file,
            location: MediaLocation(row.location),
            size: row.size,
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = lesson_pictures)]
struct PictureRow {
    file: String,
    location: String,
}

impl From<PictureRow> for Picture {
    fn from(row: PictureRow) -> Self {
        Self {
            file: row.file,
            location: MediaLocation(row.location),
        }
    }
}

impl LessonStore for Store<'_> {
    fn lesson_content(&mut self, lesson: VideoId) -> Result<LessonContent, StoreError> {
        let row = on!(self, c => videos::table
            .find(lesson.0)
            .select(TextRow::as_select())
            .first(*c)
            .optional())?;
        let Some(row) = row else {
            return Ok(LessonContent::default());
        };
        let text = match row.text.zip(row.text_file) {
            None => None,
            Some((markdown, file)) => Some(LessonText {
                file,
                markdown,
                pictures: self.pictures(lesson)?,
            }),
        };
        let captions = on!(self, c => lesson_captions::table
            .filter(lesson_captions::video_id.eq(lesson.0))
            .order(lesson_captions::order)
            .select(CaptionsRow::as_select())
            .load(*c))?
        .into_iter()
        .map(|row| {
            let cues = cues(self, row.id)?;
            Ok(row.with(cues))
        })
        .collect::<Result<_, StoreError>>()?;
        let chapters = match row.chapters_file {
            None => None,
            Some(file) => Some(Chapters {
                file,
                list: chapters(self, lesson)?,
            }),
        };
        let exercises = match row.exercises_file {
            None => None,
            Some(file) => Some(exercises_of(self, lesson, file)?),
        };
        Ok(LessonContent {
            text,
            captions,
            chapters,
            attachments: self.attachments(lesson)?,
            exercises,
            replay: replay_of(self, lesson)?,
            recording_of: recording_of(self, lesson)?,
        })
    }

    fn captions(&mut self, lesson: VideoId, language: &str) -> Result<Option<Captions>, StoreError> {
        let row = on!(self, c => lesson_captions::table
            .filter(lesson_captions::video_id.eq(lesson.0))
            .filter(lesson_captions::language.eq(language))
            .select(CaptionsRow::as_select())
            .first(*c)
            .optional())?;
        row.map(|row| {
            let cues = cues(self, row.id)?;
            Ok(row.with(cues))
        })
        .transpose()
    }
}

impl Store<'_> {
    /// In the order of the manifest.
    pub fn attachments(&mut self, lesson: VideoId) -> Result<Vec<Attachment>, StoreError> {
        let rows = on!(self, c => lesson_attachments::table
            .filter(lesson_attachments::video_id.eq(lesson.0))
            .order(lesson_attachments::order)
            .select(AttachmentRow::as_select())
            .load(*c))?;
        Ok(rows.into_iter().map(Attachment::from).collect())
    }

    /// The pictures that a lesson's text shows.
    pub fn pictures(&mut self, lesson: VideoId) -> Result<Vec<Picture>, StoreError> {
        let rows = on!(self, c => lesson_pictures::table
            .filter(lesson_pictures::video_id.eq(lesson.0))
            .order(lesson_pictures::file)
            .select(PictureRow::as_select())
            .load(*c))?;
        Ok(rows.into_iter().map(Picture::from).collect())
    }
}

fn cues(store: &mut Store<'_>, captions: i32) -> Result<Vec<Cue>, StoreError> {
    let rows = on!(store, c => lesson_cues::table
        .filter(lesson_cues::caption_id.eq(captions))
        .order(lesson_cues::id)
        .select(CueRow::as_select())
        .load(*c))?;
    Ok(rows.into_iter().map(Cue::from).collect())
}

fn chapters(store: &mut Store<'_>, lesson: VideoId) -> Result<Vec<Chapter>, StoreError> {
    let rows = on!(store, c => lesson_chapters::table
        .filter(lesson_chapters::video_id.eq(lesson.0))
        .order(lesson_chapters::start_ms)
        .select(ChapterRow::as_select())
        .load(*c))?;
    Ok(rows.into_iter().map(Chapter::from).collect())
}
