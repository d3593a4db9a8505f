//! Questions as rows; the folder holds what is reported of them.

mod reports;

use ::questions::{
    Answer, AnsweredWhich, NOTICE_JOB, NewQuestion, Question, QuestionId, QuestionPlace, QuestionStore,
};
use chrono::{DateTime, NaiveDateTime, Utc};
use courses::{CourseId, Grant, VideoId};
use diesel::prelude::*;
use kernel::{Jobs as _, StoreError, UserId};

use crate::{
    Store,
    courses::{forget_answer, index_answer, lock_references},
    schema::{courses as course_rows, questions as rows, users, videos},
    store::on,
    times::{loaded, stored},
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = rows)]
struct QuestionRow {
    id: i32,
    user_id: Option<i32>,
    video_id: i32,
    seconds: i32,
    text: String,
    private: bool,
    asked_at: NaiveDateTime,
    answer: Option<String>,
    answered_by: Option<String>,
    answered_at: Option<NaiveDateTime>,
    answer_public: bool,
    hidden_at: Option<NaiveDateTime>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = course_rows)]
struct CourseRow {
    id: i32,
    title: String,
}

#[derive(Insertable)]
#[diesel(table_name = rows)]
struct NewRow<'a> {
    user_id: i32,
    video_id: i32,
    seconds: i32,
    text: &'a str,
    private: bool,
    asked_at: NaiveDateTime,
}

#[derive(AsChangeset)]
#[diesel(table_name = rows)]
struct AnsweredRow<'a> {
    answer: &'a str,
    answered_by: &'a str,
    answered_at: NaiveDateTime,
    answer_public: bool,
}

/// A question with its course, its lesson's title and its asker's name.
type FoundRow = (QuestionRow, CourseRow, String, Option<String>);

#[diesel::dsl::auto_type]
fn shown() -> _ {
    rows::table
        .inner_join(videos::table)
        .inner_join(course_rows::table.on(course_rows::id.eq(videos::course_id)))
        .left_join(users::table)
        .filter(rows::deleted_at.is_null())
}

fn question((row, course, lesson_title, asker_name): FoundRow) -> Question {
    let answered = row.answer.zip(row.answered_by).zip(row.answered_at);
    Question {
        id: QuestionId(row.id),
        place: QuestionPlace {
            course: CourseId(course.id),
            course_title: course.title,
            video: VideoId(row.video_id),
            lesson_title,
        },
        seconds: row.seconds,
        text: row.text,
        private: row.private,
        asked_at: loaded(row.asked_at),
        asker: row.user_id.map(UserId),
        asker_name,
        answer: answered.map(|((text, by), at)| Answer {
            text,
            by,
            answered_at: loaded(at),
            public: row.answer_public,
        }),
        hidden: row.hidden_at.is_some(),
    }
}

macro_rules! load {
    ($store:expr, $query:expr) => {{
        let found: Vec<FoundRow> = on!($store, c => $query
            .select((
                QuestionRow::as_select(),
                CourseRow::as_select(),
                videos::title,
                users::username.nullable(),
            ))
            .load(*c))?;
        Ok(found.into_iter().map(question).collect())
    }};
}

impl QuestionStore for Store<'_> {
    fn insert_question(
        &mut self,
        user: UserId,
        new: &NewQuestion<'_>,
        now: DateTime<Utc>,
    ) -> Result<QuestionId, StoreError> {
        let row = NewRow {
            user_id: user.0,
            video_id: new.video.0,
            seconds: new.seconds,
            text: new.text.as_str(),
            private: new.private,
            asked_at: stored(now),
        };
        on!(self, c => diesel::insert_into(rows::table).values(row).returning(rows::id).get_result(*c))
            .map(QuestionId)
    }

    fn question(&mut self, id: QuestionId) -> Result<Option<Question>, StoreError> {
        let found: Result<Vec<Question>, StoreError> = load!(self, shown().filter(rows::id.eq(id.0)));
        Ok(found?.pop())
    }

    fn questions_of_lesson(&mut self, video: VideoId) -> Result<Vec<Question>, StoreError> {
        load!(
            self,
            shown()
                .filter(rows::video_id.eq(video.0))
                .order((rows::seconds, rows::id))
        )
    }

    fn questions_for_staff(&mut self, which: AnsweredWhich, limit: i64) -> Result<Vec<Question>, StoreError> {
        match which {
            AnsweredWhich::Waiting => {
                load!(
                    self,
                    shown()
                        .filter(rows::answer.is_null())
                        .order(rows::id)
                        .limit(limit)
                )
            }
            AnsweredWhich::Answered => {
                load!(
                    self,
                    shown()
                        .filter(rows::answer.is_not_null())
                        .order(rows::answered_at.desc())
                        .limit(limit)
                )
            }
        }
    }

    fn priority_grants(&mut self, user: Option<UserId>) -> Result<Vec<(UserId, Grant)>, StoreError> {
        reports::priority_grants(self, user)
    }

    fn insert_report(
        &mut self,
        id: QuestionId,
        user: UserId,
        reason: &str,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        reports::insert(self, id, user, reason, now)
    }

    fn keep_reports(&mut self, id: QuestionId, now: DateTime<Utc>) -> Result<usize, StoreError> {
        reports::keep(self, id, now)
    }

    fn set_hidden(&mut self, question: &Question, now: DateTime<Utc>) -> Result<bool, StoreError> {
        // First the course, as an import does, which writes the same index.
        lock_references(self, question.place.course.0)?;
        let rows = on!(self, c => diesel::update(
            rows::table.find(question.id.0).filter(rows::hidden_at.is_null())
        )
        .set(rows::hidden_at.eq(stored(now)))
        .execute(*c))?;
        if rows == 1 {
            forget_answer(self, question.place.course, question.id.0)?;
        }
        Ok(rows == 1)
    }

    fn asked_since(&mut self, user: UserId, since: DateTime<Utc>) -> Result<Vec<DateTime<Utc>>, StoreError> {
        let times: Vec<NaiveDateTime> = on!(self, c => rows::table
            .filter(rows::user_id.eq(user.0))
            .filter(rows::asked_at.gt(stored(since)))
            .order(rows::asked_at)
            .select(rows::asked_at)
            .load(*c))?;
        Ok(times.into_iter().map(loaded).collect())
    }

    fn delete_unanswered(
        &mut self,
        user: UserId,
        id: QuestionId,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        // The row stays, without its text, because it counts for the day.
        let rows = on!(self, c => diesel::update(
            rows::table
                .find(id.0)
                .filter(rows::user_id.eq(user.0))
                .filter(rows::answer.is_null())
                .filter(rows::deleted_at.is_null())
        )
        .set((rows::deleted_at.eq(stored(now)), rows::text.eq("")))
        .execute(*c))?;
        if rows == 1 {
            self.forget(NOTICE_JOB, &id.0.to_string())?;
        }
        Ok(rows == 1)
    }

    fn set_answer(&mut self, question: &Question, answer: &Answer) -> Result<bool, StoreError> {
        // First the course, as an import does, which writes the same index.
        lock_references(self, question.place.course.0)?;
        let answered = AnsweredRow {
            answer: &answer.text,
            answered_by: &answer.by,
            answered_at: stored(answer.answered_at),
            answer_public: answer.public,
        };
        let rows = on!(self, c => diesel::update(
            rows::table
                .find(question.id.0)
                .filter(rows::answer.is_null())
                .filter(rows::deleted_at.is_null())
        )
        .set(&answered)
        .execute(*c))?;
        if rows == 0 {
            return Ok(false);
        }
        index_answer(self, question.place.course, question.id.0)?;
        Ok(true)
    }
}

impl Store<'_> {
    /// The questions of a member, oldest first.
    pub fn questions_of_member(&mut self, user: UserId) -> Result<Vec<Question>, StoreError> {
        load!(self, shown().filter(rows::user_id.eq(user.0)).order(rows::id))
    }
}

/// Before an account is deleted: its public answered questions stay without its name, the others go.
pub(crate) fn forget_questions(store: &mut Store<'_>, user: UserId) -> Result<(), StoreError> {
    on!(store, c => diesel::delete(
        rows::table
            .filter(rows::user_id.eq(user.0))
            .filter(rows::answer.is_null().or(rows::answer_public.eq(false)))
    )
    .execute(*c))
    .map(|_| ())
}
