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
    CourseReportStore, FirstTry, HARD_BELOW_PERCENT, LessonProgress, LessonReport, MEMBERS_FOR_A_CURVE,
    ReplayReport, ReplayReportStore, ReplayTry, Share, report_course,
};
pub use played::{PART_SECONDS, PLAYED_INTERVALS, PlayedInterval, PlayedParts};
pub use record::{ProgressReport, RECENT_ITEMS, RecordError, record_progress};
pub use reminders::{
    QuietCourse, REMINDERS_APART, ReminderLinks, ReminderStore, StoppingPlace, quiet_courses, remind,
    stopping_place,
};
pub use standing::{CourseStanding, STUCK_AFTER};
pub use store::{ProgressStore, RecentItem, VideoForProgress, VideoProgress};
pub use watched_at::{CLOCK_TOLERANCE, KeptPosition, PlayedChange, ProgressChange, WatchedAt};
pub use week::{LessonCount, WEEK_DAYS, WeekStore, week_begins};
