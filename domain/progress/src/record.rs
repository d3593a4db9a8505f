//! Recording a member's position in a video.

use accounts::{StreamError, StreamLimit, WATCHING_LASTS, Watcher, WatchingDevices, claim_stream};
use chrono::{DateTime, Utc};
use courses::{VideoId, access_now};
use kernel::StoreError;

use crate::{
    PlayedChange, PlayedInterval, PlayedParts, PositionChange, ProgressChange, ProgressStore, Report,
    VideoForProgress, VideoProgress, WatchedAt,
};

/// How many videos the dashboard lists (contract, `GET /api/user/recent-progress`).
pub const RECENT_ITEMS: i64 = 10;

#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    #[error("there is no such video")]
    NoSuchVideo,
    #[error("the member has no access to the course now")]
    NoAccess,
    #[error("the account watches on as many devices as it may: {0}")]
    TooManyStreams(WatchingDevices),
    #[error("the session has ended")]
    SessionEnded,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<StreamError> for RecordError {
    fn from(error: StreamError) -> Self {
        match error {
            StreamError::TooMany(devices) => Self::TooManyStreams(devices),
            StreamError::SessionEnded => Self::SessionEnded,
            StreamError::Store(error) => Self::Store(error),
        }
    }
}

/// A report as it comes from a device.
#[derive(Debug, Clone, PartialEq)]
pub struct ProgressReport {
    pub position: Report,
    /// `None`: it is of now.
    pub watched_at: Option<DateTime<Utc>>,
    /// What was played since the last report, in any order.
    pub played: Vec<PlayedInterval>,
}

impl From<Report> for ProgressReport {
    fn from(position: Report) -> Self {
        Self {
            position,
            watched_at: None,
            played: Vec::new(),
        }
    }
}

/// Records a report of a member who may see the video now. A report of a video counts the device as watching unless it is of an
/// earlier time: kept reports are taken from any number of devices.
///
/// # Errors
/// See [`RecordError`]; then nothing is changed.
pub fn record_progress(
    store: &mut dyn ProgressStore,
    watcher: &Watcher,
    limit: StreamLimit,
    video: VideoId,
    report: &ProgressReport,
    now: DateTime<Utc>,
) -> Result<VideoProgress, RecordError> {
    let known = store
        .video_for_progress(watcher.user, video)?
        .ok_or(RecordError::NoSuchVideo)?;
    if !access_now(known.grant.as_ref(), now).is_open() {
        // For a caller without access a hidden course does not exist.
        return Err(if known.hidden {
            RecordError::NoSuchVideo
        } else {
            RecordError::NoAccess
        });
    }
    // A written lesson, which has no duration, is read and not watched.
    let is_video = known.duration_seconds > 0;
    let change = change_of(report, known, now);
    if is_video && now - change.watched_at.time() < WATCHING_LASTS {
        claim_stream(store, watcher, video, limit, now)?;
    }
    let kept = store.put_progress(watcher.user, video, &change)?;
    Ok(VideoProgress {
        video,
        position: kept.position,
        last_watched: kept.last_watched,
    })
}

fn change_of(report: &ProgressReport, known: VideoForProgress, now: DateTime<Utc>) -> ProgressChange {
    let added = PlayedParts::of(&report.played, known.duration_seconds);
    let is_new = known.played.with(&added) != known.played;
    ProgressChange {
        position: PositionChange::of(report.position, known.duration_seconds),
        watched_at: report
            .watched_at
            .map_or_else(|| WatchedAt::arrived(now), |time| WatchedAt::stated(time, now)),
        played: is_new.then_some(PlayedChange {
            seen: known.played,
            added,
        }),
    }
}
