//! Rows that only an account's export reads whole: the ledger of grants, when exercises are due, which notices and reminders were sent, and
//! which address a mailed link would prove.

use ::mail::TokenPurpose;
use chrono::NaiveDateTime;
use diesel::prelude::*;
use kernel::{StoreError, UserId};
use serde_json::{Value, json};

use crate::{
    Store,
    errors::foreign,
    schema::{
        access_grants, access_notices, course_reminders, courses, exercise_states, live_attendance,
        live_sessions, mailed_tokens, question_reports, replay_questions, replay_runs, videos,
    },
    store::on,
    times::{loaded, rfc3339},
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = access_grants)]
struct GrantRow {
    term: String,
    granted_at: NaiveDateTime,
    source: String,
    ended_at: Option<NaiveDateTime>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = exercise_states)]
struct StateRow {
    exercise: String,
    first_correct: bool,
    ever_correct: bool,
    last_correct: bool,
    answered_at: NaiveDateTime,
    stability_days: f64,
    difficulty: f64,
    due_at: NaiveDateTime,
    revised_at: Option<NaiveDateTime>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = access_notices)]
struct NoticeRow {
    ends_at: NaiveDateTime,
    kind: String,
    created_at: NaiveDateTime,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = course_reminders)]
struct ReminderRow {
    quiet_since: NaiveDateTime,
    created_at: NaiveDateTime,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = mailed_tokens)]
struct LinkRow {
    email_key: Option<String>,
    expires_at: NaiveDateTime,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = replay_runs)]
struct RunRow {
    chart_file: String,
    started_at: NaiveDateTime,
    ended_at: Option<NaiveDateTime>,
    at: i32,
    acts: String,
    verdict: Option<String>,
    result: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = replay_questions)]
struct RunQuestionRow {
    video_id: i32,
    exercise: String,
    prompt: String,
    explanation: String,
    asked_at: NaiveDateTime,
}

fn time(time: NaiveDateTime) -> String {
    rfc3339(loaded(time))
}

/// Each term that was ever given for a course, and by what.
pub(super) fn grants_of(store: &mut Store<'_>, user: UserId) -> Result<Vec<Value>, StoreError> {
    let rows: Vec<(String, GrantRow)> = on!(store, c => access_grants::table
        .inner_join(courses::table.on(courses::id.eq(access_grants::course_id)))
        .filter(access_grants::user_id.eq(user.0))
        .order(access_grants::id)
        .select((courses::slug, GrantRow::as_select()))
        .load(*c))?;
    let objects = rows.into_iter().map(|(course, row)| {
        json!({
            "course": course,
            "access": row.term,
            "grantedAt": time(row.granted_at),
            "by": row.source,
            "endedAt": row.ended_at.map(time),
        })
    });
    Ok(objects.collect())
}

/// The live sessions that the member joined.
pub(super) fn joins_of(store: &mut Store<'_>, user: UserId) -> Result<Vec<Value>, StoreError> {
    let rows: Vec<(String, String, NaiveDateTime, NaiveDateTime)> = on!(store, c => live_attendance::table
        .inner_join(live_sessions::table.on(live_sessions::id.eq(live_attendance::live_id)))
        .inner_join(courses::table.on(courses::id.eq(live_sessions::course_id)))
        .filter(live_attendance::user_id.eq(user.0))
        .order((live_attendance::joined_at, live_sessions::id))
        .select((
            courses::slug,
            live_sessions::title,
            live_sessions::starts_at,
            live_attendance::joined_at,
        ))
        .load(*c))?;
    let objects = rows.into_iter().map(|(course, title, starts_at, joined_at)| {
        json!({
            "course": course,
            "title": title,
            "startsAt": time(starts_at),
            "joinedAt": time(joined_at),
        })
    });
    Ok(objects.collect())
}

/// The questions that the member reported.
pub(super) fn reports_of(store: &mut Store<'_>, user: UserId) -> Result<Vec<Value>, StoreError> {
    let rows: Vec<(i32, String, NaiveDateTime)> = on!(store, c => question_reports::table
        .filter(question_reports::user_id.eq(user.0))
        .order(question_reports::id)
        .select((
            question_reports::question_id,
            question_reports::reason,
            question_reports::reported_at,
        ))
        .load(*c))?;
    let objects = rows.into_iter().map(|(question, reason, reported_at)| {
        json!({
            "questionId": question,
            "reason": reason,
            "reportedAt": time(reported_at),
        })
    });
    Ok(objects.collect())
}

/// What the answers to an exercise say, and when it should be asked again.
pub(super) fn reviews_of(store: &mut Store<'_>, user: UserId) -> Result<Vec<Value>, StoreError> {
    let rows: Vec<(String, String, StateRow)> = on!(store, c => exercise_states::table
        .inner_join(videos::table.on(videos::id.eq(exercise_states::video_id)))
        .inner_join(courses::table.on(courses::id.eq(videos::course_id)))
        .filter(exercise_states::user_id.eq(user.0))
        .order(exercise_states::id)
        .select((courses::slug, videos::file, StateRow::as_select()))
        .load(*c))?;
    let objects = rows.into_iter().map(|(course, file, row)| {
        json!({
            "course": course,
            "file": file,
            "exercise": row.exercise,
            "firstCorrect": row.first_correct,
            "everCorrect": row.ever_correct,
            "lastCorrect": row.last_correct,
            "answeredAt": time(row.answered_at),
            "stabilityDays": row.stability_days,
            "difficulty": row.difficulty,
            "dueAt": time(row.due_at),
            "revisedAt": row.revised_at.map(time),
        })
    });
    Ok(objects.collect())
}

/// That a member was notified of an end of an access.
pub(super) fn notices_of(store: &mut Store<'_>, user: UserId) -> Result<Vec<Value>, StoreError> {
    let rows: Vec<(String, NoticeRow)> = on!(store, c => access_notices::table
        .inner_join(courses::table.on(courses::id.eq(access_notices::course_id)))
        .filter(access_notices::user_id.eq(user.0))
        .order(access_notices::id)
        .select((courses::slug, NoticeRow::as_select()))
        .load(*c))?;
    let objects = rows.into_iter().map(|(course, row)| {
        json!({
            "course": course,
            "kind": row.kind,
            "endsAt": time(row.ends_at),
            "createdAt": time(row.created_at),
        })
    });
    Ok(objects.collect())
}

/// That a member was reminded of a course.
pub(super) fn reminders_of(store: &mut Store<'_>, user: UserId) -> Result<Vec<Value>, StoreError> {
    let rows: Vec<(String, ReminderRow)> = on!(store, c => course_reminders::table
        .inner_join(courses::table.on(courses::id.eq(course_reminders::course_id)))
        .filter(course_reminders::user_id.eq(user.0))
        .order(course_reminders::id)
        .select((courses::slug, ReminderRow::as_select()))
        .load(*c))?;
    let objects = rows.into_iter().map(|(course, row)| {
        json!({
            "course": course,
            "quietSince": time(row.quiet_since),
            "createdAt": time(row.created_at),
        })
    });
    Ok(objects.collect())
}

/// The link that waits to prove an address; never its token.
pub(super) fn verification_link_of(store: &mut Store<'_>, user: UserId) -> Result<Value, StoreError> {
    let row = on!(store, c => mailed_tokens::table
        .filter(mailed_tokens::user_id.eq(user.0))
        .filter(mailed_tokens::purpose.eq(TokenPurpose::VerifyAddress.as_str()))
        .select(LinkRow::as_select())
        .first(*c)
        .optional())?;
    Ok(row.map_or(Value::Null, |row| {
        json!({
            "email": row.email_key,
            "expiresAt": time(row.expires_at),
        })
    }))
}

/// The runs of replays: what the member did, and what each came to.
pub(super) fn replay_runs_of(store: &mut Store<'_>, user: UserId) -> Result<Vec<Value>, StoreError> {
    let rows: Vec<(i32, RunRow)> = on!(store, c => replay_runs::table
        .filter(replay_runs::user_id.eq(user.0))
        .order(replay_runs::id)
        .select((replay_runs::video_id, RunRow::as_select()))
        .load(*c))?;
    let document = |text: &str| serde_json::from_str::<Value>(text).map_err(foreign);
    rows.into_iter()
        .map(|(video, row)| {
            Ok(json!({
                "video": video,
                "chart": row.chart_file,
                "startedAt": time(row.started_at),
                "endedAt": row.ended_at.map(time),
                "at": row.at,
                "acts": document(&row.acts)?,
                "verdict": row.verdict,
                "result": row.result.as_deref().map(document).transpose()?,
            }))
        })
        .collect()
}

/// The questions of the runs; their answers are among those to exercises.
pub(super) fn replay_exercises_of(store: &mut Store<'_>, user: UserId) -> Result<Vec<Value>, StoreError> {
    let rows = on!(store, c => replay_questions::table
        .filter(replay_questions::user_id.eq(user.0))
        .order(replay_questions::id)
        .select(RunQuestionRow::as_select())
        .load(*c))?;
    let objects = rows.into_iter().map(|row| {
        json!({
            "video": row.video_id,
            "exercise": row.exercise,
            "question": row.prompt,
            "explanation": row.explanation,
            "askedAt": time(row.asked_at),
        })
    });
    Ok(objects.collect())
}
