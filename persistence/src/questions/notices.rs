//! The messages about new public questions, as rows: queued with the question, claimed by workers.

use ::questions::{NOTICE_CLAIM, NoticeQueue, QuestionId, QuestionNotice, QuestionStore as _};
use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use diesel::{dsl::count_star, prelude::*};
use kernel::StoreError;

use crate::{
    Store,
    errors::unexpected,
    schema::question_notices,
    store::{Link, on},
    times::stored,
};

/// No message waits for longer; what seems to was put off by a clock that was ahead.
const LONGEST_PAUSE: TimeDelta = TimeDelta::hours(2);

#[derive(Insertable)]
#[diesel(table_name = question_notices)]
struct NewNoticeRow {
    question_id: i32,
    due_at: NaiveDateTime,
    attempts: i32,
}

macro_rules! due {
    ($now:expr) => {
        question_notices::due_at
            .le(stored($now))
            .or(question_notices::due_at.gt(stored($now + LONGEST_PAUSE)))
    };
}

impl NoticeQueue for Store<'_> {
    fn enqueue_notice(&mut self, question: QuestionId, now: DateTime<Utc>) -> Result<(), StoreError> {
        let row = NewNoticeRow {
            question_id: question.0,
            due_at: stored(now),
            attempts: 0,
        };
        on!(self, c => diesel::insert_into(question_notices::table).values(row).execute(*c)).map(|_| ())
    }

    fn has_due_notice(&mut self, now: DateTime<Utc>) -> Result<bool, StoreError> {
        on!(self, c => question_notices::table
            .filter(due!(now))
            .select(question_notices::question_id)
            .first::<i32>(*c)
            .optional())
        .map(|row| row.is_some())
    }

    fn claim_notice(&mut self, now: DateTime<Utc>) -> Result<Option<QuestionNotice>, StoreError> {
        let first = question_notices::table
            .filter(due!(now))
            .order((question_notices::due_at, question_notices::question_id))
            .select(question_notices::question_id)
            .limit(1);
        // On PostgreSQL workers pass over each other's rows; on SQLite the write is alone anyway.
        let id = match &mut self.link {
            Link::Sqlite(c) => first.first::<i32>(*c).optional(),
            Link::Postgres(c) => first.for_update().skip_locked().first::<i32>(*c).optional(),
        };
        let Some(id) = id.map_err(unexpected)? else {
            return Ok(None);
        };
        let attempts = on!(self, c => diesel::update(question_notices::table.find(id))
            .set((
                question_notices::due_at.eq(stored(now + NOTICE_CLAIM)),
                question_notices::attempts.eq(question_notices::attempts + 1),
            ))
            .returning(question_notices::attempts)
            .get_result::<i32>(*c))?;
        let question = self.question(QuestionId(id))?;
        let question =
            question.ok_or_else(|| StoreError::Inconsistent("a message about a deleted question".into()))?;
        Ok(Some(QuestionNotice {
            question: question.id,
            place: question.place,
            seconds: question.seconds,
            attempts: attempts.saturating_sub(1),
        }))
    }

    fn finish_notice(&mut self, question: QuestionId) -> Result<(), StoreError> {
        on!(self, c => diesel::delete(question_notices::table.find(question.0)).execute(*c)).map(|_| ())
    }

    fn postpone_notice(
        &mut self,
        question: QuestionId,
        due: DateTime<Utc>,
        problem: &str,
    ) -> Result<(), StoreError> {
        on!(self, c => diesel::update(question_notices::table.find(question.0))
            .set((question_notices::due_at.eq(stored(due)), question_notices::last_error.eq(problem)))
            .execute(*c))
        .map(|_| ())
    }

    fn notice_state(&mut self) -> Result<(i64, Option<String>), StoreError> {
        let waiting = on!(self, c => question_notices::table.select(count_star()).first::<i64>(*c))?;
        let problem: Option<Option<String>> = on!(self, c => question_notices::table
            .filter(question_notices::last_error.is_not_null())
            .order((question_notices::attempts.desc(), question_notices::question_id))
            .select(question_notices::last_error)
            .first(*c)
            .optional())?;
        Ok((waiting, problem.flatten()))
    }
}
