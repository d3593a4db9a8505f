//! What the page of a member shows.

use ::orders::{Order, OrderStore as _, RefundStanding};
use ::staff::Note;
use accounts::Session;
use audit::ActRecord;
use chrono::{DateTime, Utc};
use kernel::StoreError;
use persistence::{MemberExercises, MemberRun, OutboxRecord, Store};
use purchase_keys::KeyRecord;
use serde::Serialize;
use utoipa::ToSchema;

/// All that staff see of one member.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffMemberPage {
    pub id: i32,
    pub username: String,
    pub email: String,
    pub email_verified: bool,
    pub created_at: DateTime<Utc>,
    pub last_seen: Option<DateTime<Utc>>,
    #[schema(required)]
    pub discord: Option<MemberDiscord>,
    /// Every course of the catalogue, those with access first.
    pub courses: Vec<MemberCourse>,
    /// Each course that has exercises.
    pub exercises: Vec<MemberCourseExercises>,
    /// The newest first.
    pub runs: Vec<MemberReplayRun>,
    pub keys: Vec<MemberKey>,
    pub orders: Vec<MemberOrder>,
    pub mails: Vec<MemberMail>,
    pub devices: Vec<MemberDevice>,
    /// The newest first.
    pub notes: Vec<MemberNote>,
    /// What concerns the member, as `portal audit list --format json`; the oldest first.
    pub trail: Vec<TrailRow>,
}

/// A course of the catalogue, and whether it is open to the member.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberCourse {
    pub course_id: i32,
    pub title: String,
    pub open: bool,
    /// One sentence.
    pub why: String,
    pub expires_at: Option<DateTime<Utc>>,
    /// Lessons that the member finished.
    pub completed: i64,
    /// Lessons of the course.
    pub total: i64,
    pub last_lesson: Option<String>,
    pub last_watched: Option<DateTime<Utc>>,
}

/// A course's exercises, of those that are in it now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberCourseExercises {
    course_id: i32,
    total: i64,
    /// Answered at least once.
    answered: i64,
    /// Answered right at least once.
    right: i64,
}

impl From<MemberExercises> for MemberCourseExercises {
    fn from(counts: MemberExercises) -> Self {
        Self {
            course_id: counts.course.0,
            total: counts.total,
            answered: counts.answered,
            right: counts.right,
        }
    }
}

/// A run of a lesson's replay.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberReplayRun {
    course_id: i32,
    /// The lesson's title.
    lesson: String,
    started_at: DateTime<Utc>,
    #[schema(required)]
    ended_at: Option<DateTime<Utc>>,
    /// `passed`, `short` or `failed`; null while the run is open.
    #[schema(required)]
    verdict: Option<String>,
}

impl From<MemberRun> for MemberReplayRun {
    fn from(run: MemberRun) -> Self {
        Self {
            course_id: run.course.0,
            lesson: run.lesson,
            started_at: run.started_at,
            ended_at: run.ended_at,
            verdict: run.verdict,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct MemberDiscord {
    pub id: String,
    pub username: Option<String>,
    /// `up to date`, `waiting`, `not in the server`, or what is wrong.
    pub state: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberKey {
    id: i32,
    key: String,
    course_id: i32,
    /// `unused`, `used` or `revoked`.
    state: &'static str,
    issued_at: DateTime<Utc>,
    used_at: Option<DateTime<Utc>>,
}

impl From<KeyRecord> for MemberKey {
    fn from(record: KeyRecord) -> Self {
        Self {
            id: record.id.0,
            key: record
                .key
                .map_or_else(|| format!("{}-…", record.hint), |key| key.reveal()),
            course_id: record.course.0,
            state: record.state.as_str(),
            issued_at: record.created_at,
            used_at: record.used_at,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberOrder {
    reference: String,
    paid_at: Option<DateTime<Utc>>,
    title: String,
    /// Cents.
    total: i32,
    /// Cents.
    refunded: i32,
    /// `pending` or `failed`; null if no refund is under way or owed.
    refund: Option<&'static str>,
    /// ISO 4217, small letters.
    currency: String,
    state: &'static str,
    quantity: i32,
    /// Of a visitor's order: each course has as many as were bought.
    keys: Vec<MemberKey>,
}

impl MemberOrder {
    /// # Errors
    /// [`StoreError`]
    pub fn read(store: &mut Store<'_>, order: &Order) -> Result<Self, StoreError> {
        let keys = store.order_keys(order.id)?;
        Ok(Self {
            reference: order.reference.to_string(),
            paid_at: order.paid_at,
            title: order.title.clone(),
            total: order.amounts.total.0,
            refunded: order.given_back.0,
            refund: order.refund.map(RefundStanding::as_str),
            currency: order.currency.clone(),
            state: order.status.as_str(),
            quantity: order.quantity.get(),
            keys: keys.into_iter().map(Into::into).collect(),
        })
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberMail {
    id: i32,
    kind: String,
    /// `waiting`, `sent` or `failed`.
    state: &'static str,
    created_at: DateTime<Utc>,
    /// What the receiving server or the network said last.
    detail: Option<String>,
}

impl From<OutboxRecord> for MemberMail {
    fn from(record: OutboxRecord) -> Self {
        Self {
            id: record.id,
            kind: record.kind,
            state: record.state.as_str(),
            created_at: record.created_at,
            detail: record.last_error,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberDevice {
    id: i32,
    name: String,
    last_seen: DateTime<Utc>,
    watching: bool,
}

impl MemberDevice {
    pub fn of(session: &Session, now: DateTime<Utc>) -> Self {
        Self {
            id: session.id.0,
            name: session.device.name(),
            last_seen: session.last_seen_at,
            watching: session.is_watching(now),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct MemberNote {
    id: i32,
    text: String,
    by: String,
    at: DateTime<Utc>,
}

impl From<Note> for MemberNote {
    fn from(note: Note) -> Self {
        Self {
            id: note.id,
            text: note.text,
            by: note.by,
            at: note.at,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct TrailRow {
    at: DateTime<Utc>,
    actor: String,
    action: String,
    user: Option<String>,
    subject: Option<String>,
    from: Option<String>,
    /// `staff`, `command` or `member`.
    by: String,
    reason: Option<String>,
}

impl From<ActRecord> for TrailRow {
    fn from(record: ActRecord) -> Self {
        Self {
            at: record.at,
            actor: record.shown_actor(),
            user: record.shown_user(),
            action: record.action,
            subject: record.subject,
            from: record.from,
            by: record.actor,
            reason: record.reason,
        }
    }
}
