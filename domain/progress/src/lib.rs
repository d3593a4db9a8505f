//! Progress: where a member stopped in each video, what is finished, what was watched last.

mod completion;
mod record;
mod store;

pub use completion::{COMPLETE_AT_PERCENT, CompletionChange, Position, PositionChange, Report};
pub use record::{RECENT_ITEMS, RecordError, record_progress};
pub use store::{ProgressStore, RecentItem, VideoForProgress, VideoProgress};
