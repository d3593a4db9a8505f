//! The rows of sessions, as the rules use them.

use chrono::{DateTime, Utc};
use courses::{CourseId, CourseStore, Grant};
use kernel::{StoreError, UserId};
use mail::{MailId, MailKind};

use crate::{LiveId, LiveSession, LiveTimes, MemberLive, Place, Zone};

#[derive(Debug, Clone, Copy)]
pub struct NewLiveRow<'a> {
    pub course: CourseId,
    pub title: &'a str,
    pub text: Option<&'a str>,
    pub times: LiveTimes,
    pub zone: &'a Zone,
    pub place: &'a Place,
}

/// Who may be mailed of a session.
#[derive(Debug, Clone)]
pub struct LiveMember {
    pub user: UserId,
    pub email: String,
    /// Whether the member wants mails that can be turned off.
    pub reminders: bool,
    pub grant: Grant,
}

/// The kinds of mails about a session. The first two may be taken back before they leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LiveMailKind {
    Soon,
    Moved,
    Cancelled,
}

impl LiveMailKind {
    #[must_use]
    pub fn mail(self) -> MailKind {
        match self {
            Self::Soon => MailKind::LiveSoon,
            Self::Moved => MailKind::LiveMoved,
            Self::Cancelled => MailKind::LiveCancelled,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct LiveMail {
    pub mail: MailId,
    pub live: LiveId,
    pub user: UserId,
    pub kind: LiveMailKind,
    /// The times that the member knows of before the mail.
    pub from: LiveTimes,
    /// The start that the mail tells.
    pub start: DateTime<Utc>,
}

/// How many members were mailed of a start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToldStart {
    pub kind: LiveMailKind,
    pub start: DateTime<Utc>,
    pub members: i64,
    /// The mails that have left.
    pub sent: i64,
}

/// A member who was mailed of a start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToldMember {
    pub user: UserId,
    pub username: String,
    pub kind: LiveMailKind,
    pub start: DateTime<Utc>,
    /// `None`: it has not left yet.
    pub sent_at: Option<DateTime<Utc>>,
}

/// A mail that was taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PendingMove {
    pub user: UserId,
    pub from: LiveTimes,
}

/// Which sessions staff list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhichLive {
    /// Neither ended nor cancelled, soonest first.
    Coming,
    /// Ended or cancelled, newest first.
    Past,
    /// Those that end after a time, soonest first, cancelled ones too.
    EndingAfter(DateTime<Utc>),
}

/// A session in a list of staff, with how many joined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedLive {
    pub session: LiveSession,
    pub joined: i64,
}

/// The sessions' rows. Every method may return [`StoreError`].
pub trait LiveStore: CourseStore {
    fn insert_live(&mut self, new: &NewLiveRow<'_>, now: DateTime<Utc>) -> Result<LiveId, StoreError>;
    fn live(&mut self, id: LiveId) -> Result<Option<LiveSession>, StoreError>;
    /// Until the transaction ends, no other changes the session.
    fn lock_live(&mut self, id: LiveId) -> Result<Option<LiveSession>, StoreError>;
    /// Writes what staff change of a session.
    fn put_live(&mut self, session: &LiveSession) -> Result<(), StoreError>;
    /// The sessions that end after a time, of the courses of which a member has a grant, soonest first.
    fn live_of_member(
        &mut self,
        user: UserId,
        after: DateTime<Utc>,
    ) -> Result<Vec<(MemberLive, Grant)>, StoreError>;
    /// Notes the first join of a member; a later one changes nothing.
    fn record_join(&mut self, id: LiveId, user: UserId, now: DateTime<Utc>) -> Result<(), StoreError>;

    /// Records that members know of a start; false if it was recorded.
    fn note_soon(&mut self, id: LiveId, starts_at: DateTime<Utc>) -> Result<bool, StoreError>;
    /// Everyone with a grant of a course, ended or not.
    fn members_of(&mut self, course: CourseId) -> Result<Vec<LiveMember>, StoreError>;
    fn record_live_mail(&mut self, mail: &LiveMail) -> Result<(), StoreError>;
    /// Deletes the mails of a kind that have not left.
    fn take_back_live_mails(
        &mut self,
        id: LiveId,
        kind: LiveMailKind,
    ) -> Result<Vec<PendingMove>, StoreError>;

    /// The sessions that begin after `now`, are not cancelled and have no event that is noted.
    fn live_without_event(&mut self, now: DateTime<Utc>) -> Result<Vec<LiveId>, StoreError>;
}
