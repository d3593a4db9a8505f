//! A session as staff see it: where it is held, who joined and who was mailed.

use ::live::{ListedLive, LiveSession, MemberLive, Place};
use chrono::{DateTime, Utc};
use persistence::Store;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::problem::Problem;
use crate::live::shapes::Live;

/// The most members who are named as mailed.
const TOLD: i64 = 500;

/// A session, and how many joined.
#[derive(Serialize, ToSchema)]
pub struct StaffLive {
    #[serde(flatten)]
    live: Live,
    joins: i64,
}

/// A session with where it is held and who joined.
#[derive(Serialize, ToSchema)]
pub struct StaffLiveDetails {
    #[serde(flatten)]
    pub live: StaffLive,
    /// Markdown, as it was written; null without a text.
    text: Option<String>,
    /// The address of the session; null where it is held in a channel.
    join: Option<String>,
    /// The Discord channel.
    channel: Option<String>,
    /// In the order of the first joins.
    attendance: Vec<LiveAttendee>,
    /// The mails about it, by kind and by the start that they tell.
    mails: Vec<LiveMailCount>,
    /// Who was mailed, the newest mail first; at most 500.
    told: Vec<LiveToldMember>,
}

/// How many members were mailed of a start, and how many of these mails have left.
#[derive(Serialize, ToSchema)]
pub struct LiveMailCount {
    /// `live_soon`, `live_moved` or `live_cancelled`.
    kind: &'static str,
    start: DateTime<Utc>,
    members: i64,
    sent: i64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiveToldMember {
    member_id: i32,
    username: String,
    /// As of the counts.
    kind: &'static str,
    start: DateTime<Utc>,
    /// Null while the mail waits.
    sent_at: Option<DateTime<Utc>>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiveAttendee {
    member_id: i32,
    username: String,
    at: DateTime<Utc>,
}

impl StaffLive {
    pub fn of(listed: ListedLive, now: DateTime<Utc>) -> Self {
        let live = MemberLive {
            session: listed.session,
            joined: false,
        };
        Self {
            live: Live::of(&live, now),
            joins: listed.joined,
        }
    }
}

/// What staff see of a session.
///
/// # Errors
/// [`Problem`] of the store.
pub fn details(
    store: &mut Store<'_>,
    session: LiveSession,
    now: DateTime<Utc>,
) -> Result<StaffLiveDetails, Problem> {
    let attendees = store.attendance(session.id)?;
    let (join, channel) = match &session.place {
        Place::Address(address) => (Some(address.as_str().to_owned()), None),
        Place::Channel(channel) => (None, Some(channel.as_str().to_owned())),
    };
    let joined = i64::try_from(attendees.len()).unwrap_or(i64::MAX);
    let attendance = attendees.into_iter().map(|attendee| LiveAttendee {
        member_id: attendee.user.0,
        username: attendee.username,
        at: attendee.at,
    });
    let mails = store
        .told_starts(session.id)?
        .into_iter()
        .map(|told| LiveMailCount {
            kind: told.kind.mail().as_str(),
            start: told.start,
            members: told.members,
            sent: told.sent,
        });
    let told = store.told_members(session.id, TOLD)?.into_iter();
    let told = told.map(|told| LiveToldMember {
        member_id: told.user.0,
        username: told.username,
        kind: told.kind.mail().as_str(),
        start: told.start,
        sent_at: told.sent_at,
    });
    Ok(StaffLiveDetails {
        text: session.text.clone(),
        mails: mails.collect(),
        told: told.collect(),
        join,
        channel,
        attendance: attendance.collect(),
        live: StaffLive::of(ListedLive { session, joined }, now),
    })
}
