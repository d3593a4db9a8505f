//! What a lesson's file is, as the columns `kind`, `content_type`, `duration` and `plays_in_browsers`.

use courses::{LessonKind, LessonSource, Playback, VideoType};
use diesel::prelude::*;
use kernel::StoreError;

use crate::schema::videos;

const TEXT_TYPE: &str = "text/markdown";
const TEXT_DURATION: i32 = 0;

#[derive(Queryable, Selectable)]
#[diesel(table_name = videos)]
pub(super) struct LessonSourceRow {
    kind: String,
    content_type: String,
    duration: i32,
    plays_in_browsers: Option<bool>,
}

impl TryFrom<LessonSourceRow> for LessonSource {
    type Error = StoreError;

    fn try_from(row: LessonSourceRow) -> Result<Self, StoreError> {
        if row.kind == LessonKind::Text.as_str() {
            return Ok(Self::Text);
        }
        let video_type = VideoType::from_content_type(&row.content_type)
            .ok_or_else(|| StoreError::Fault("a video of no known type".into()))?;
        Ok(Self::Video {
            video_type,
            duration_seconds: row.duration,
            playback: match row.plays_in_browsers {
                Some(true) => Playback::Expected,
                Some(false) => Playback::NotExpected,
                None => Playback::Unknown,
            },
        })
    }
}

#[derive(AsChangeset, Insertable)]
#[diesel(table_name = videos, treat_none_as_null = true, treat_none_as_default_value = false)]
pub(super) struct SourceRow<'a> {
    kind: &'a str,
    content_type: &'a str,
    duration: i32,
    plays_in_browsers: Option<bool>,
}

impl From<LessonSource> for SourceRow<'_> {
    fn from(source: LessonSource) -> Self {
        let (content_type, duration, playback) = match source {
            LessonSource::Video {
                video_type,
                duration_seconds,
                playback,
            } => (video_type.content_type(), duration_seconds, playback),
            LessonSource::Text => (TEXT_TYPE, TEXT_DURATION, Playback::Unknown),
        };
        Self {
            kind: source.kind().as_str(),
            content_type,
            duration,
            plays_in_browsers: match playback {
                Playback::Expected => Some(true),
                Playback::NotExpected => Some(false),
                Playback::Unknown => None,
            },
        }
    }
}
