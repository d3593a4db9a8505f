//! Progress: a member's position in each video, which videos are finished, and which were watched last.
//!
//! How use cases take their store is decided in `kernel`.

mod completion;
mod record;
mod store;

pub use completion::{COMPLETE_AT_PERCENT, CompletionChange, Position, PositionChange, Report};
pub use record::{RECENT_ITEMS, RecordError, record_progress};
pub use store::{ProgressStore, RecentItem, VideoForProgress, VideoProgress};
