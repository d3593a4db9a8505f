//! Staff over HTTP: what is to do today.

use ::questions::{AnsweredWhich, ListedQuestion, Report, listed_questions};
use ::staff::{ENDING_WITHIN, EndingAccess, LISTED_TODAY, STUCK_AFTER, StuckMember, Trouble};
use actix_web::web;
use api_macros::operation;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::Cents;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::SharedApp;
use crate::http::problem::Problem;
use crate::staff::{caller::StaffCaller, week::StaffWeek};

/// For how long a dispute is listed.
const DISPUTES: TimeDelta = TimeDelta::days(30);

/// What is to do, where every list is empty on a good morning; and the numbers of the week.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffToday {
    stuck: Vec<StuckRow>,
    ending: Vec<EndingRow>,
    failed_mails: Vec<FailedMailRow>,
    discord: Vec<DiscordRow>,
    payments: Vec<PaymentRow>,
    questions: Vec<WaitingQuestionRow>,
    reports: Vec<ReportRow>,
    week: StaffWeek,
}

/// A member with access who has not watched for 14 days and has not finished.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StuckRow {
    member_id: i32,
    username: String,
    course_id: i32,
    title: String,
    last_watched: Option<DateTime<Utc>>,
}

impl From<StuckMember> for StuckRow {
    fn from(stuck: StuckMember) -> Self {
        Self {
            member_id: stuck.member.0,
            username: stuck.username,
            course_id: stuck.course_id,
            title: stuck.title,
            last_watched: stuck.last_watched,
        }
    }
}

/// An access that ends within 14 days.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndingRow {
    member_id: i32,
    username: String,
    course_id: i32,
    title: String,
    expires_at: DateTime<Utc>,
}

impl From<EndingAccess> for EndingRow {
    fn from(ending: EndingAccess) -> Self {
        Self {
            member_id: ending.member.0,
            username: ending.username,
            course_id: ending.course_id,
            title: ending.title,
            expires_at: ending.expires_at,
        }
    }
}

/// A mail that was given up.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FailedMailRow {
    member_id: Option<i32>,
    username: Option<String>,
    mail_id: i32,
    detail: String,
}

impl From<Trouble<i32>> for FailedMailRow {
    fn from(trouble: Trouble<i32>) -> Self {
        Self {
            member_id: trouble.member.map(|member| member.0),
            username: trouble.username,
            mail_id: trouble.about,
            detail: trouble.detail,
        }
    }
}

/// A Discord account whose roles are not what they should be.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscordRow {
    member_id: Option<i32>,
    username: Option<String>,
    detail: String,
}

impl From<Trouble<String>> for DiscordRow {
    fn from(trouble: Trouble<String>) -> Self {
        Self {
            member_id: trouble.member.map(|member| member.0),
            username: trouble.username,
            detail: trouble.detail,
        }
    }
}

/// An order whose payment needs a hand.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentRow {
    member_id: Option<i32>,
    username: Option<String>,
    reference: String,
    /// Cents that were given back.
    refunded: i32,
    detail: String,
}

impl From<Trouble<(String, Cents)>> for PaymentRow {
    fn from(trouble: Trouble<(String, Cents)>) -> Self {
        let (reference, refunded) = trouble.about;
        Self {
            member_id: trouble.member.map(|member| member.0),
            username: trouble.username,
            reference,
            refunded: refunded.0,
            detail: trouble.detail,
        }
    }
}

/// A question without an answer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingQuestionRow {
    member_id: Option<i32>,
    username: Option<String>,
    id: i32,
    video_id: i32,
    lesson_title: String,
    asked_at: DateTime<Utc>,
}

impl From<ListedQuestion> for WaitingQuestionRow {
    fn from(ListedQuestion { question, .. }: ListedQuestion) -> Self {
        Self {
            member_id: question.asker.map(|asker| asker.0),
            username: question.asker_name,
            id: question.id.0,
            video_id: question.place.video.0,
            lesson_title: question.place.lesson_title,
            asked_at: question.asked_at,
        }
    }
}

/// A question that a member reported.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportRow {
    question_id: i32,
    video_id: i32,
    lesson_title: String,
    /// Of the question.
    text: String,
    reason: String,
    by: String,
    reported_at: DateTime<Utc>,
}

impl From<Report> for ReportRow {
    fn from(report: Report) -> Self {
        Self {
            question_id: report.question.id.0,
            video_id: report.question.place.video.0,
            lesson_title: report.question.place.lesson_title,
            text: report.question.text,
            reason: report.reason,
            by: report.by,
            reported_at: report.reported_at,
        }
    }
}

/// What is to do today: at most 100 rows of each kind.
#[operation(operation_id = "staff_today", responses((status = 200, body = StaffToday)))]
pub async fn today(app: SharedApp, caller: StaffCaller) -> Result<web::Json<StaffToday>, Problem> {
    fn rows<F, T: From<F>>(found: Vec<F>) -> Vec<T> {
        found.into_iter().map(T::from).collect()
    }
    let currency = app.owner.values.currency.code();
    let today = app
        .read_as_staff(&caller, move |store, _, now| {
            Ok(StaffToday {
                stuck: rows(store.stuck_members(now, now - STUCK_AFTER)?),
                ending: rows(store.ending_access(now, now + ENDING_WITHIN)?),
                failed_mails: rows(store.failed_mails()?),
                discord: rows(store.discord_troubles()?),
                payments: rows(store.payment_troubles(now - DISPUTES)?),
                questions: rows(listed_questions(
                    store,
                    AnsweredWhich::Waiting,
                    LISTED_TODAY as usize,
                    now,
                )?),
                reports: rows(store.reports(LISTED_TODAY)?),
                week: StaffWeek::read(store, currency, now)?,
            })
        })
        .await?;
    Ok(web::Json(today))
}
