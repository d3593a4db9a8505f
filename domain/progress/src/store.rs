//! The positions' rows, as the rules use them.

use chrono::{DateTime, Utc};
use courses::{CourseId, CourseStore, Grant, VideoId};
use kernel::{StoreError, UserId};

use crate::{Position, PositionChange};

/// All that is needed to record a position, in one read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VideoForProgress {
    pub course: CourseId,
    pub duration_seconds: i32,
    /// The member's grant for the video's course, ended or not.
    pub grant: Option<Grant>,
}

/// A member's position in one video.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VideoProgress {
    pub video: VideoId,
    pub position: Position,
    pub last_watched: DateTime<Utc>,
}

/// A video that a member watched recently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecentItem {
    pub progress: VideoProgress,
    pub video_title: String,
    pub duration_seconds: i32,
    pub course: CourseId,
    pub course_title: String,
}

/// The positions' rows. Every method may return [`StoreError`].
pub trait ProgressStore: CourseStore {
    /// A video of the catalogue with this member's grant, or none where there is no such video.
    fn video_for_progress(
        &mut self,
        user: UserId,
        video: VideoId,
    ) -> Result<Option<VideoForProgress>, StoreError>;
    /// Applies a change and answers the position kept then ([`PositionChange::applied_to`]). Of any number of reports at once,
    /// the position is that of the last, and a completion stays unless a report takes it back.
    fn put_progress(
        &mut self,
        user: UserId,
        video: VideoId,
        change: PositionChange,
        now: DateTime<Utc>,
    ) -> Result<Position, StoreError>;
    /// A member's positions in one course's videos.
    fn progress_in(&mut self, user: UserId, course: CourseId) -> Result<Vec<VideoProgress>, StoreError>;
    /// What a member watched, the latest first, at most `limit`; also in courses whose access ended.
    fn recent_progress(&mut self, user: UserId, limit: i64) -> Result<Vec<RecentItem>, StoreError>;
}
