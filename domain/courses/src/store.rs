//! The rows of courses and grants, as the rules use them.

use ::mail::MailKind;
use accounts::{AccountStore, SessionTokenHash, User};
use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};

use crate::{
    Course, CourseId, Grant, GrantLedger, LessonSource, MediaLocation, Section, VideoId, Visitor,
    import::store::CourseChangeStore,
    lesson::{replay::store::ReplayContentStore, store::LessonStore},
    search::store::SearchStore,
};

/// A course that a user holds, with the user's progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldCourse {
    pub course: Course,
    pub grant: Grant,
    pub completed_videos: i64,
    pub total_videos: i64,
}

/// A lesson of the catalogue, as it is opened and served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredVideo {
    pub id: VideoId,
    pub course: CourseId,
    pub title: String,
    pub description: String,
    /// Whether every caller may open the lesson.
    pub preview: bool,
    /// Whether its course is hidden from callers without access.
    pub hidden: bool,
    pub source: LessonSource,
    /// Where the file of the source lies.
    pub location: MediaLocation,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessNotice {
    Ending,
    Ended,
}

impl AccessNotice {
    pub const ALL: [Self; 2] = [Self::Ending, Self::Ended];

    /// The kind of the notice's mail; also the name under which a notice is recorded.
    #[must_use]
    pub fn mail(self) -> MailKind {
        match self {
            Self::Ending => MailKind::AccessEnding,
            Self::Ended => MailKind::AccessEnded,
        }
    }
}

/// An access with an end, for which a notice was not sent yet.
#[derive(Debug, Clone)]
pub struct DueEnd {
    pub user: User,
    pub course: CourseId,
    pub title: String,
    pub purchased_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
}

/// The catalogue's rows. Every method may return [`StoreError`]; an option is `None` if the row does not exist.
pub trait CourseStore:
    AccountStore + AccessStore + GrantLedger + LessonStore + SearchStore + ReplayContentStore + CourseChangeStore
{
    /// Every course, hidden ones and drafts too, oldest first. What was removed is in no answer of this trait but the one of
    /// [`Self::course_slugs`].
    fn courses(&mut self) -> Result<Vec<Course>, StoreError>;
    fn course(&mut self, course: CourseId) -> Result<Option<Course>, StoreError>;
    /// A course by its number or slug, as staff name it.
    fn course_named(&mut self, name: &str) -> Result<Option<Course>, StoreError>;
    /// The slug of every course that ever was: orders keep to courses that were removed.
    fn course_slugs(&mut self) -> Result<Vec<(CourseId, String)>, StoreError>;
    /// A course's sections in order, each with its videos in order.
    fn sections(&mut self, course: CourseId) -> Result<Vec<Section>, StoreError>;
    /// A lesson that is in the catalogue now; `None` for a draft.
    fn video(&mut self, video: VideoId) -> Result<Option<StoredVideo>, StoreError>;
    /// [`Self::video`] with the session of a token and its user's grant of the lesson's course, in one statement: each segment of a video asks
    /// for it. Whether the session has ended is decided by the rules.
    fn lesson_for(
        &mut self,
        token: Option<&SessionTokenHash>,
        lesson: VideoId,
    ) -> Result<Option<(StoredVideo, Option<Visitor>)>, StoreError>;
    /// Grows with every change of the catalogue, in the same transaction.
    fn catalogue_version(&mut self) -> Result<i64, StoreError>;
    /// Every location that a course, video or withdrawn video names; a file that no row names may be deleted.
    fn media_locations(&mut self) -> Result<Vec<MediaLocation>, StoreError>;
}

/// Which user has access to which course, and the notices of its end that were sent. Every method may return [`StoreError`].
pub trait AccessStore {
    /// The catalogue's version, and a session with its user's grant of a course, in one statement: the page that members request
    /// most costs one query. `None` if there is no such session; whether it has expired is decided by the rules.
    fn visitor(
        &mut self,
        token: &SessionTokenHash,
        course: CourseId,
    ) -> Result<Option<(i64, Visitor)>, StoreError>;
    fn grant_of(&mut self, user: UserId, course: CourseId) -> Result<Option<Grant>, StoreError>;
    /// Everything that was ever granted to a user and not taken back, ended or not, oldest first.
    fn held_courses(&mut self, user: UserId) -> Result<Vec<HeldCourse>, StoreError>;
    /// Sets the one grant of this user for this course, and the user's subscription fields with it.
    fn put_grant(&mut self, user: UserId, course: CourseId, grant: &Grant) -> Result<(), StoreError>;
    /// Deletes a grant, and sets the subscription fields; false where there was none.
    fn delete_grant(&mut self, user: UserId, course: CourseId) -> Result<bool, StoreError>;
    /// Accesses that end after `after` and no later than `until`, for which this notice was not sent; the earliest first.
    fn ends_to_notify(
        &mut self,
        notice: AccessNotice,
        after: DateTime<Utc>,
        until: DateTime<Utc>,
        at_most: i64,
    ) -> Result<Vec<DueEnd>, StoreError>;
    /// Records a notice; false where it is recorded already. Of any number of concurrent callers, one gets true.
    fn record_notified(
        &mut self,
        user: UserId,
        course: CourseId,
        ends_at: DateTime<Utc>,
        notice: AccessNotice,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError>;
}
