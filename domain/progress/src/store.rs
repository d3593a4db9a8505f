//! The positions' rows, as the rules use them.

use accounts::{SessionTokenHash, SessionUse};
use chrono::{DateTime, Utc};
use courses::{CourseId, CourseStore, Grant, VideoId};
use kernel::{StoreError, UserId};

use crate::{CourseReportStore, KeptPosition, PlayedParts, Position, ProgressChange};

/// All that is needed to record a position, in one read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VideoForProgress {
    pub course: CourseId,
    /// Whether the course is hidden from callers without access.
    pub hidden: bool,
    /// 0 for a text.
    pub duration_seconds: i32,
    /// The member's grant for the video's course, ended or not.
    pub grant: Option<Grant>,
    /// The parts that the member has played so far.
    pub played: PlayedParts,
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
    /// 0 for a text.
    pub duration_seconds: i32,
    pub course: CourseId,
    pub course_title: String,
}

/// A member with access to a course that they have not finished and not watched for [`crate::STUCK_AFTER`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuietCourse {
    pub user: UserId,
    pub course: CourseId,
}

/// The positions' rows. Every method may return [`StoreError`].
pub trait ProgressStore: CourseStore + CourseReportStore {
    /// The session of a token, ended or not, and the video of the catalogue with the grant of the session's user, in one statement: a player
    /// reports every ten seconds. `None` without such a session; no video where the catalogue has none with this number.
    fn reporter(
        &mut self,
        token: &SessionTokenHash,
        video: VideoId,
    ) -> Result<Option<(SessionUse, Option<VideoForProgress>)>, StoreError>;
    /// Applies a change and answers what is kept then ([`ProgressChange::applied_to`]). Of any number of reports at once, the
    /// position is that of the newest, a completion stays unless a report of the same time or later takes it back, and every part that
    /// any of them played is kept.
    fn put_progress(
        &mut self,
        user: UserId,
        video: VideoId,
        change: &ProgressChange,
    ) -> Result<KeptPosition, StoreError>;
    /// A member's positions in one course's videos.
    fn progress_in(&mut self, user: UserId, course: CourseId) -> Result<Vec<VideoProgress>, StoreError>;
    /// Members with reminders on and access at `now` to a course with an unfinished lesson, who watched nothing of it after `since` and
    /// whose access is not younger; without imported members who have not signed in here, members who were reminded after `reminded_since`, or of this pause. The longest pause first.
    fn quiet_courses(
        &mut self,
        now: DateTime<Utc>,
        since: DateTime<Utc>,
        reminded_since: DateTime<Utc>,
        at_most: i64,
    ) -> Result<Vec<QuietCourse>, StoreError>;
    /// When a member was last reminded of any course.
    fn last_reminder(&mut self, user: UserId) -> Result<Option<DateTime<Utc>>, StoreError>;
    /// Records a reminder of a pause; false where it is recorded already.
    fn note_reminder(
        &mut self,
        quiet: QuietCourse,
        quiet_since: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError>;
}
