//! Recording a member's position in a video.

use accounts::{
    SessionTokenHash, StreamError, StreamLimit, WATCHING_LASTS, Watcher, WatchingDevices, claim_stream,
};
use chrono::{DateTime, Utc};
use courses::{VideoId, access_now};
use kernel::{StoreError, UserId};

use crate::{
    PlayedChange, PlayedInterval, PlayedParts, PositionChange, ProgressChange, ProgressStore, Report,
    VideoForProgress, VideoProgress, WatchedAt,
};

/// How many videos the dashboard lists (contract, `GET /api/user/recent-progress`).
pub const RECENT_ITEMS: i64 = 10;

#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    #[error("there is no such video")]
    NoSuchVideo(UserId),
    #[error("the member has no access to the course now")]
    NoAccess(UserId),
    #[error("the account watches on as many devices as it may: {1}")]
    TooManyStreams(UserId, WatchingDevices),
    /// Without a session, or with one that has ended.
    #[error("no account is signed in")]
    NotSignedIn,
    #[error(transparent)]
    Store(#[from] StoreError),
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

/// Records a report of the member of a session who may see the video now, and the use of the session where that is due. A report of a video
/// counts the device as watching unless it is of an earlier time: kept reports are taken from any number of devices.
///
/// # Errors
/// See [`RecordError`]; then nothing is changed.
pub fn record_progress(
    store: &mut dyn ProgressStore,
    token: &SessionTokenHash,
    limit: StreamLimit,
    video: VideoId,
    report: &ProgressReport,
    now: DateTime<Utc>,
) -> Result<VideoProgress, RecordError> {
    let (session, known) = store
        .reporter(token, video)?
        .filter(|(session, _)| session.is_live(now))
        .ok_or(RecordError::NotSignedIn)?;
    if session.is_touch_due(now) {
        store.touch_session(session.session, now)?;
    }
    let user = session.user;
    let known = known.ok_or(RecordError::NoSuchVideo(user))?;
    if !access_now(known.grant.as_ref(), now).is_open() {
        // For a caller without access a hidden course does not exist.
        return Err(if known.hidden {
            RecordError::NoSuchVideo(user)
        } else {
            RecordError::NoAccess(user)
        });
    }
    // A written lesson, which has no duration, is read and not watched.
    let is_video = known.duration_seconds > 0;
    let change = change_of(report, known, now);
    if is_video && now - change.watched_at.time() < WATCHING_LASTS {
        claim_stream(store, &Watcher::from(&session), video, limit, now).map_err(|error| match error {
            StreamError::TooMany(devices) => RecordError::TooManyStreams(user, devices),
            StreamError::SessionEnded => RecordError::NotSignedIn,
            StreamError::Store(error) => RecordError::Store(error),
        })?;
    }
    let kept = store.put_progress(user, video, &change)?;
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
