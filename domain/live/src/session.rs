//! A session, its state at a moment, and who sees it.

use chrono::{DateTime, TimeDelta, Utc};
use courses::{CourseId, VideoId, Visibility};
use kernel::UserId;

use crate::{JoinAddress, Zone};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LiveId(pub i32);

impl LiveId {
    /// The address of the session's page.
    #[must_use]
    pub fn page(self, public_url: &str) -> String {
        format!("{public_url}/portal/live/{}", self.0)
    }
}

/// Before the start a session is open so long.
const OPENS_BEFORE: TimeDelta = TimeDelta::minutes(15);

/// After the planned end members see a session so long.
pub const SEEN_AFTER: TimeDelta = TimeDelta::days(90);

/// When a session is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LiveTimes {
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
}

/// A voice or stage channel of the guild.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelId(String);

impl ChannelId {
    /// A Discord id: 17 to 20 digits.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_id = (17..=20).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        is_id.then(|| Self(text.to_owned()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Discord's number of a scheduled event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventId(pub String);

/// Where members meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    Address(JoinAddress),
    Channel(ChannelId),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cancelled {
    pub at: DateTime<Utc>,
    pub reason: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveSession {
    pub id: LiveId,
    pub course: CourseId,
    pub course_title: String,
    pub visibility: Visibility,
    pub title: String,
    /// Markdown.
    pub text: Option<String>,
    pub times: LiveTimes,
    pub zone: Zone,
    pub place: Place,
    pub cancelled: Option<Cancelled>,
    /// Grows with each change that a calendar shows (RFC 5545, section 3.8.7.4).
    pub sequence: i32,
    pub changed_at: DateTime<Utc>,
    /// The lesson that is its recording.
    pub recording: Option<VideoId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LiveState {
    Planned,
    /// Members may join.
    Open,
    Ended,
    Cancelled,
}

impl LiveState {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Planned => "planned",
            Self::Open => "open",
            Self::Ended => "ended",
            Self::Cancelled => "cancelled",
        }
    }
}

impl LiveTimes {
    /// From then on members may join.
    #[must_use]
    pub fn joins_at(self) -> DateTime<Utc> {
        self.starts_at - OPENS_BEFORE
    }
}

impl LiveSession {
    /// The start and the end belong to what follows them.
    #[must_use]
    pub fn state(&self, now: DateTime<Utc>) -> LiveState {
        if self.cancelled.is_some() {
            LiveState::Cancelled
        } else if now >= self.times.ends_at {
            LiveState::Ended
        } else if now >= self.times.joins_at() {
            LiveState::Open
        } else {
            LiveState::Planned
        }
    }

    /// The page of the session.
    #[must_use]
    pub fn link(&self, public_url: &str) -> String {
        self.id.page(public_url)
    }
}

/// A session as one member sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberLive {
    pub session: LiveSession,
    /// Whether the member joined.
    pub joined: bool,
}

/// Who joined, and when first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attendee {
    pub user: UserId,
    pub username: String,
    pub at: DateTime<Utc>,
}
