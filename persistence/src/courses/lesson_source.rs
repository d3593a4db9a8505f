//! What a lesson's file is, as the columns `kind`, `content_type` and `duration`.

use courses::{LessonKind, LessonSource, VideoType};
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
        })
    }
}

#[derive(AsChangeset, Insertable)]
#[diesel(table_name = videos)]
pub(super) struct SourceRow<'a> {
    kind: &'a str,
    content_type: &'a str,
    duration: i32,
}

impl From<LessonSource> for SourceRow<'_> {
    fn from(source: LessonSource) -> Self {
        let (content_type, duration) = match source {
            LessonSource::Video {
                video_type,
                duration_seconds,
            } => (video_type.content_type(), duration_seconds),
            LessonSource::Text => (TEXT_TYPE, TEXT_DURATION),
        };
        Self {
            kind: source.kind().as_str(),
            content_type,
            duration,
        }
    }
}
