//! A session as JSON. Where it is held is in none of these.

use ::courses::lesson::markdown::to_html;
use ::live::{LiveSession, MemberLive};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub enum LiveState {
    Planned,
    Open,
    Ended,
    Cancelled,
}

impl From<::live::LiveState> for LiveState {
    fn from(state: ::live::LiveState) -> Self {
        match state {
            ::live::LiveState::Planned => Self::Planned,
            ::live::LiveState::Open => Self::Open,
            ::live::LiveState::Ended => Self::Ended,
            ::live::LiveState::Cancelled => Self::Cancelled,
        }
    }
}

/// What every reader of a session sees.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiveFacts {
    id: i32,
    course_id: i32,
    course_title: String,
    title: String,
    /// The text, made safe; null without one.
    html: Option<String>,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    /// Whose wall time staff planned it in.
    zone: String,
    /// `open` from `joinsAt` to the end.
    state: LiveState,
    joins_at: DateTime<Utc>,
    /// Why it is cancelled; null otherwise.
    reason: Option<String>,
    /// The number of the lesson that is its recording.
    recording: Option<i32>,
}

impl LiveFacts {
    pub fn of(session: &LiveSession, now: DateTime<Utc>) -> Self {
        Self {
            id: session.id.0,
            course_id: session.course.0,
            course_title: session.course_title.clone(),
            title: session.title.clone(),
            // A session refers to no file of a course.
            html: session.text.as_deref().map(|text| to_html(text, &|_| None)),
            starts_at: session.times.starts_at,
            ends_at: session.times.ends_at,
            zone: session.zone.name().to_owned(),
            state: session.state(now).into(),
            joins_at: session.times.joins_at(),
            reason: session
                .cancelled
                .as_ref()
                .map(|cancelled| cancelled.reason.clone()),
            recording: session.recording.map(|lesson| lesson.0),
        }
    }
}

/// A session as a member sees it.
#[derive(Serialize, ToSchema)]
pub struct Live {
    #[serde(flatten)]
    facts: LiveFacts,
    /// Whether the caller joined.
    joined: bool,
}

impl Live {
    pub fn of(live: &MemberLive, now: DateTime<Utc>) -> Self {
        Self {
            facts: LiveFacts::of(&live.session, now),
            joined: live.joined,
        }
    }
}
