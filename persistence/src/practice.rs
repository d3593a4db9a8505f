//! Answers to exercises, and the states made from them, as rows.

pub(crate) mod content;
mod question;
mod reviews;
pub(crate) mod run_exercises;

use chrono::{DateTime, NaiveDateTime, Utc};
use courses::{
    CourseId, Grant, VideoId,
    lesson::{chart::Chart, exercise::Exercise},
};
use diesel::{dsl::count_star, prelude::*};
use kernel::{StoreError, UserId};
use practice::{
    DueExercise, DueRow, ExerciseRef, LastResult, LoggedAnswer, Memory, NewAnswer, PracticeState,
    PracticeStore, ReviewStore,
};

use content::ExerciseRow;

use crate::{
    Store,
    courses::GrantRow,
    errors::{foreign, unexpected},
    schema::{
        exercise_answers, exercise_charts, exercise_states, lesson_exercises, user_course_access, users,
    },
    store::{Link, on},
    times::{loaded, stored},
};

#[derive(Insertable)]
#[diesel(table_name = exercise_answers)]
struct NewAnswerRow<'a> {
    user_id: i32,
    video_id: i32,
    exercise: &'a str,
    answered_at: NaiveDateTime,
    answer: &'a str,
    correct: bool,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = exercise_answers)]
struct LoggedRow {
    answered_at: NaiveDateTime,
    correct: bool,
}

#[derive(Clone, Copy, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = exercise_states, treat_none_as_null = true, treat_none_as_default_value = false)]
struct StateRow {
    first_correct: bool,
    ever_correct: bool,
    last_correct: bool,
    answered_at: NaiveDateTime,
    stability_days: f64,
    difficulty: f64,
    due_at: NaiveDateTime,
    revised_at: Option<NaiveDateTime>,
}

#[derive(Insertable)]
#[diesel(table_name = exercise_states)]
struct NewStateRow<'a> {
    user_id: i32,
    video_id: i32,
    exercise: &'a str,
    #[diesel(embed)]
    state: StateRow,
}

/// A member's last answer.
#[derive(Queryable, Selectable)]
#[diesel(table_name = exercise_states)]
struct LastRow {
    exercise: String,
    last_correct: bool,
    answered_at: NaiveDateTime,
}

impl From<&PracticeState> for StateRow {
    fn from(state: &PracticeState) -> Self {
        Self {
            first_correct: state.first_correct,
            ever_correct: state.ever_correct,
            last_correct: state.last.correct,
            answered_at: stored(state.last.at),
            stability_days: state.memory.stability_days,
            difficulty: state.memory.difficulty,
            due_at: stored(state.due_at),
            revised_at: state.revised_at.map(stored),
        }
    }
}

impl From<StateRow> for PracticeState {
    fn from(row: StateRow) -> Self {
        Self {
            first_correct: row.first_correct,
            ever_correct: row.ever_correct,
            last: LoggedAnswer {
                at: loaded(row.answered_at),
                correct: row.last_correct,
            },
            memory: Memory {
                stability_days: row.stability_days,
                difficulty: row.difficulty,
            },
            due_at: loaded(row.due_at),
            revised_at: row.revised_at.map(loaded),
        }
    }
}

impl PracticeStore for Store<'_> {}

impl ReviewStore for Store<'_> {
    fn exercise(&mut self, of: &ExerciseRef) -> Result<Option<Exercise>, StoreError> {
        let row: Option<(ExerciseRow, Option<String>)> = on!(self, c => lesson_exercises::table
            .left_join(exercise_charts::table)
            .filter(lesson_exercises::video_id.eq(of.lesson.0))
            .filter(lesson_exercises::exercise.eq(of.exercise.as_str()))
            .select((ExerciseRow::as_select(), exercise_charts::file.nullable()))
            .first(*c)
            .optional())?;
        match row {
            Some((row, chart)) => row.with(chart).map(Some),
            None => run_exercises::exercise(self, of),
        }
    }

    fn lock_state(&mut self, of: &ExerciseRef) -> Result<Option<PracticeState>, StoreError> {
        // All of a member's answers follow one another; on SQLite the writer is alone.
        if let Link::Postgres(c) = &mut self.link {
            users::table
                .find(of.user.0)
                .select(users::id)
                .for_no_key_update()
                .execute(*c)
                .map_err(unexpected)?;
        }
        let row = on!(self, c => exercise_states::table
            .filter(exercise_states::user_id.eq(of.user.0))
            .filter(exercise_states::video_id.eq(of.lesson.0))
            .filter(exercise_states::exercise.eq(of.exercise.as_str()))
            .select(StateRow::as_select())
            .first(*c)
            .optional())?;
        Ok(row.map(PracticeState::from))
    }

    fn log_answer(&mut self, of: &ExerciseRef, answer: &NewAnswer) -> Result<bool, StoreError> {
        let row = NewAnswerRow {
            user_id: of.user.0,
            video_id: of.lesson.0,
            exercise: of.exercise.as_str(),
            answered_at: stored(answer.logged.at),
            answer: &answer.text,
            correct: answer.logged.correct,
        };
        let added = on!(self, c => diesel::insert_into(exercise_answers::table)
            .values(&row)
            .on_conflict_do_nothing()
            .execute(*c))?;
        Ok(added > 0)
    }

    fn logged_answers(&mut self, of: &ExerciseRef) -> Result<Vec<LoggedAnswer>, StoreError> {
        let rows = on!(self, c => exercise_answers::table
            .filter(exercise_answers::user_id.eq(of.user.0))
            .filter(exercise_answers::video_id.eq(of.lesson.0))
            .filter(exercise_answers::exercise.eq(of.exercise.as_str()))
            .select(LoggedRow::as_select())
            .load(*c))?;
        let logged = rows.into_iter().map(|row| LoggedAnswer {
            at: loaded(row.answered_at),
            correct: row.correct,
        });
        Ok(logged.collect())
    }

    fn put_state(&mut self, of: &ExerciseRef, state: &PracticeState) -> Result<(), StoreError> {
        let state = StateRow::from(state);
        let row = NewStateRow {
            user_id: of.user.0,
            video_id: of.lesson.0,
            exercise: of.exercise.as_str(),
            state,
        };
        on!(self, c => diesel::insert_into(exercise_states::table)
            .values(&row)
            .on_conflict((exercise_states::user_id, exercise_states::video_id, exercise_states::exercise))
            .do_update()
            .set(state)
            .execute(*c))
        .map(|_| ())
    }

    fn grants_of(&mut self, user: UserId) -> Result<Vec<(CourseId, Grant)>, StoreError> {
        let rows: Vec<(i32, GrantRow)> = on!(self, c => user_course_access::table
            .filter(user_course_access::user_id.eq(user.0))
            .select((user_course_access::course_id, GrantRow::as_select()))
            .load(*c))?;
        Ok(rows
            .into_iter()
            .map(|(course, grant)| (CourseId(course), grant.into()))
            .collect())
    }

    fn revised_since(&mut self, user: UserId, since: DateTime<Utc>) -> Result<i64, StoreError> {
        on!(self, c => exercise_states::table
            .filter(exercise_states::user_id.eq(user.0))
            .filter(exercise_states::revised_at.ge(stored(since)))
            .count()
            .get_result(*c))
    }

    fn due_exercises(
        &mut self,
        user: UserId,
        courses: &[CourseId],
        now: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<DueExercise>, StoreError> {
        let mut due = reviews::due_exercises(self, user, courses, now, limit)?;
        due.extend(run_exercises::due(self, user, courses, now, limit)?);
        due.sort_by_key(|exercise| exercise.due_at);
        due.truncate(usize::try_from(limit).map_err(foreign)?);
        Ok(due)
    }
}

impl Store<'_> {
    /// An exercise with its chart, by [`DueExercise::row`].
    pub fn exercise_of_row(&mut self, row: DueRow) -> Result<Option<(Exercise, Option<Chart>)>, StoreError> {
        match row {
            DueRow::Lesson(row) => reviews::exercise_of_row(self, row),
            DueRow::ReplayRun(row) => Ok(run_exercises::of_row(self, row)?.map(|exercise| (exercise, None))),
        }
    }

    /// A member's last answers to the exercises that are in a lesson now.
    pub fn results_in(&mut self, user: UserId, lesson: VideoId) -> Result<Vec<LastResult>, StoreError> {
        let rows = on!(self, c => exercise_states::table
            .inner_join(
                lesson_exercises::table.on(lesson_exercises::video_id
                    .eq(exercise_states::video_id)
                    .and(lesson_exercises::exercise.eq(exercise_states::exercise)))
            )
            .filter(exercise_states::user_id.eq(user.0))
            .filter(exercise_states::video_id.eq(lesson.0))
            .select(LastRow::as_select())
            .load(*c))?;
        rows.into_iter()
            .map(|row| {
                Ok(LastResult {
                    exercise: row.exercise.parse().map_err(foreign)?,
                    last: LoggedAnswer {
                        at: loaded(row.answered_at),
                        correct: row.last_correct,
                    },
                })
            })
            .collect()
    }

    /// How many of its present exercises a member has answered right, for each lesson of a course; lessons without are left out.
    pub fn done_in(&mut self, user: UserId, course: CourseId) -> Result<Vec<(VideoId, i64)>, StoreError> {
        let rows: Vec<(i32, i64)> = on!(self, c => lesson_exercises::table
            .inner_join(
                exercise_states::table.on(exercise_states::video_id
                    .eq(lesson_exercises::video_id)
                    .and(exercise_states::exercise.eq(lesson_exercises::exercise)))
            )
            .filter(lesson_exercises::course_id.eq(course.0))
            .filter(exercise_states::user_id.eq(user.0))
            .filter(exercise_states::ever_correct.eq(true))
            .group_by(lesson_exercises::video_id)
            .select((lesson_exercises::video_id, count_star()))
            .load(*c))?;
        Ok(rows
            .into_iter()
            .map(|(lesson, done)| (VideoId(lesson), done))
            .collect())
    }
}
