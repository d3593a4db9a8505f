//! Recording a member's position in a video.

use chrono::{DateTime, Utc};
use courses::{VideoId, access_now};
use kernel::{StoreError, UserId};

use crate::{PositionChange, ProgressStore, Report, VideoProgress};

/// How many videos the dashboard lists (contract, `GET /api/user/recent-progress`).
pub const RECENT_ITEMS: i64 = 10;

#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    #[error("there is no such video")]
    NoSuchVideo,
    #[error("the member has no access to the course now")]
    NoAccess,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Records a report of a member who may see the video now.
///
/// # Errors
/// See [`RecordError`].
pub fn record_progress<S: ProgressStore + ?Sized>(
    store: &mut S,
    user: UserId,
    video: VideoId,
    report: Report,
    now: DateTime<Utc>,
) -> Result<VideoProgress, RecordError> {
    let known = store
        .video_for_progress(user, video)?
        .ok_or(RecordError::NoSuchVideo)?;
    if !access_now(known.grant.as_ref(), now).is_open() {
        return Err(RecordError::NoAccess);
    }
    let change = PositionChange::of(report, known.duration_seconds);
    let position = store.put_progress(user, video, change, now)?;
    Ok(VideoProgress {
        video,
        position,
        last_watched: now,
    })
}
