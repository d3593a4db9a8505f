//! Progress: a member's position in each video, which videos are finished, what was played, and which were watched last.
//!
//! How use cases take their store is decided in `kernel`.

mod completion;
mod course_report;
mod played;
mod record;
mod reminders;
mod standing;
mod store;
mod watched_at;
mod week;

pub use completion::{COMPLETE_AT_PERCENT, CompletionChange, Position, PositionChange, Report};
pub use course_report::{
    HARD_BELOW_PERCENT, LessonReport, MEMBERS_FOR_A_CURVE, ReplayReport, ReplayTry, Share, report_course,
    store::{CourseReportStore, FirstTry, LessonProgress},
};
pub use played::{PART_SECONDS, PLAYED_INTERVALS, PlayedInterval, PlayedParts};
pub use record::{ProgressReport, RECENT_ITEMS, RecordError, record_progress};
pub use reminders::{REMINDERS_APART, ReminderLinks, StoppingPlace, quiet_courses, remind, stopping_place};
pub use standing::{CourseStanding, STUCK_AFTER};
pub use store::{ProgressStore, QuietCourse, RecentItem, VideoForProgress, VideoProgress};
pub use watched_at::{CLOCK_TOLERANCE, KeptPosition, PlayedChange, ProgressChange, WatchedAt};
pub use week::{LessonCount, WEEK_DAYS, week_begins};
