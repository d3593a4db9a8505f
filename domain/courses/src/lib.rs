//! Courses: the catalogue, its sections and videos, and access: "may this user see this course now?"
//!
//! [`access_now`] is the only place that answers that question. Pages, calls and video bytes all use it; nothing else
//! compares an expiry with the clock. How use cases take their store is decided in `kernel`.

mod access;
mod catalogue;
mod grants;
mod import;
mod ledger;
pub mod lesson;
mod manifest;
mod media_locks;
mod notices;
mod packaging;
pub mod search;
mod store;
mod subscription;
mod visit;

pub use access::{
    Access, Grant, Visitor, access_now, extended, later_end,
    why::{AccountObstacles, CourseFacts, Obstacle, Waiting, explain_access},
};
pub use catalogue::{
    Course, CourseId, CourseType, DraftCourse, LessonKind, LessonSource, MediaLocation, Playback, Section,
    SectionId, Slug, Video, VideoFile, VideoType, is_within_store, visibility::Visibility,
};
pub use grants::{
    GrantError,
    by_staff::{StaffGrantError, grant_by_staff, revoke_by_staff},
    grant_access, grant_from, revoke_access, take_back,
};
pub use import::{
    Catalogue, ImportOutcome, ImportedCourse, ImportedSection, ImportedVideo,
    changes::{ChangedLesson, CourseChanges, LessonChange, changes_of_new, course_changes},
    course_state::{Members, RemoveCourseError, remove_course},
    identity::{KnownFile, KnownLesson, lessons_of_files},
    store::CourseChangeStore,
};
pub use kernel::VideoId;
pub use ledger::{GrantLedger, GrantSource, LedgerEntry};
pub use manifest::{
    CaptionsManifest, CourseManifest, ManifestProblem, SectionManifest, VideoManifest, check_manifest,
};
pub use media_locks::{HeldMediaLock, MediaLocks};
pub use notices::{ENDED_LATELY, ENDING_SOON, ends_to_notify, notify_end};
pub use packaging::{
    plan::{
        Channels, LowSoundWork, PackagingPlan, PackagingRefusal, PictureFacts, PictureWork, SoundFacts,
        SoundWork, SourceFacts, check_whole, plan_low_sound, plan_packaging,
    },
    segments::{TIMESCALE, Ticks, segment_starts},
    store::{PackageCatalogue, PackageSource, RECIPE, VideoPackage},
};
pub use store::{AccessNotice, AccessStore, CourseStore, DueEnd, HeldCourse, StoredVideo};
pub use subscription::{Subscription, subscription};
pub use visit::{Visit, visit_course};
