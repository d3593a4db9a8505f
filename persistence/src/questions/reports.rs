//! Reports of questions, and whose questions come first.

use ::questions::{QuestionId, QuestionStore as _, Report};
use chrono::{DateTime, NaiveDateTime, Utc};
use courses::Grant;
use diesel::prelude::*;
use kernel::{StoreError, UserId};

use crate::{
    Store,
    courses::GrantRow,
    schema::{courses as course_rows, question_reports, questions, user_course_access, users},
    store::on,
    times::{loaded, stored},
};

pub(super) fn priority_grants(
    store: &mut Store<'_>,
    user: Option<UserId>,
) -> Result<Vec<(UserId, Grant)>, StoreError> {
    macro_rules! of {
        ($filtered:expr) => {
            on!(store, c => $filtered
                .inner_join(course_rows::table.on(course_rows::id.eq(user_course_access::course_id)))
                .filter(course_rows::priority)
                .filter(course_rows::removed_at.is_null())
                .select((user_course_access::user_id, GrantRow::as_select()))
                .load(*c))
        };
    }
    let rows: Vec<(i32, GrantRow)> = match user {
        Some(user) => of!(user_course_access::table.filter(user_course_access::user_id.eq(user.0)))?,
        None => of!(user_course_access::table)?,
    };
    Ok(rows
        .into_iter()
        .map(|(user, grant)| (UserId(user), grant.into()))
        .collect())
}

pub(super) fn insert(
    store: &mut Store<'_>,
    id: QuestionId,
    user: UserId,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    on!(store, c => diesel::insert_into(question_reports::table)
        .values((
            question_reports::question_id.eq(id.0),
            question_reports::user_id.eq(user.0),
            question_reports::reason.eq(reason),
            question_reports::reported_at.eq(stored(now)),
        ))
        .on_conflict_do_nothing()
        .execute(*c))
    .map(|rows| rows == 1)
}

impl Store<'_> {
    /// The reports that wait, oldest first, at most `limit`.
    pub fn reports(&mut self, limit: i64) -> Result<Vec<Report>, StoreError> {
        let rows: Vec<(i32, String, i32, String, NaiveDateTime)> = on!(self, c => question_reports::table
            .inner_join(users::table)
            .inner_join(questions::table.on(questions::id.eq(question_reports::question_id)))
            .filter(question_reports::kept_at.is_null())
            .filter(questions::hidden_at.is_null())
            .order(question_reports::id)
            .limit(limit)
            .select((
                question_reports::question_id,
                question_reports::reason,
                users::id,
                users::username,
                question_reports::reported_at,
            ))
            .load(*c))?;
        let mut reports = Vec::new();
        for (question, reason, reporter, by, reported_at) in rows {
            if let Some(question) = self.question(QuestionId(question))? {
                reports.push(Report {
                    question,
                    reason,
                    reporter: UserId(reporter),
                    by,
                    reported_at: loaded(reported_at),
                });
            }
        }
        Ok(reports)
    }
}

pub(super) fn keep(store: &mut Store<'_>, id: QuestionId, now: DateTime<Utc>) -> Result<usize, StoreError> {
    on!(store, c => diesel::update(
        question_reports::table
            .filter(question_reports::question_id.eq(id.0))
            .filter(question_reports::kept_at.is_null())
    )
    .set(question_reports::kept_at.eq(stored(now)))
    .execute(*c))
}
