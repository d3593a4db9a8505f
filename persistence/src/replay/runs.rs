//! Runs of replays as rows.

use ::replay_runs::{NewRun, OpenRun, Outcome, RUNS_AT_ONCE, RunId, RunStore, RunSummary, StoredRun};
use chrono::{DateTime, NaiveDateTime, Utc};
use courses::{
    CourseId, Grant, VideoId,
    lesson::{
        exercise::Exercise,
        replay::{
            packed_chart::ChartDigest,
            store::{DefinitionId, ReplayChartId},
        },
    },
};
use diesel::prelude::*;
use kernel::{StoreError, UserId};
use replay::{ActAt, ClosedBy, Definition, Record};

use crate::{
    Store,
    courses::GrantRow,
    errors::{foreign, unexpected},
    practice::run_exercises,
    replay::content::PASSED,
    schema::{
        courses as course_rows, replay_charts, replay_definitions, replay_runs, user_course_access, users,
        videos,
    },
    store::{Link, on},
    times::{loaded, stored},
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = replay_runs)]
struct RunRow {
    id: i32,
    user_id: i32,
    video_id: i32,
    definition_id: i32,
    chart_id: i32,
    chart_file: String,
    started_at: NaiveDateTime,
    ended_at: Option<NaiveDateTime>,
    at: i32,
    acts: String,
    closed_by: Option<String>,
}

#[derive(Insertable)]
#[diesel(table_name = replay_runs)]
struct NewRunRow<'a> {
    user_id: i32,
    video_id: i32,
    definition_id: i32,
    chart_id: i32,
    chart_file: &'a str,
    started_at: NaiveDateTime,
    at: i32,
    acts: &'a str,
}

#[derive(AsChangeset)]
#[diesel(table_name = replay_runs, treat_none_as_null = true)]
struct PlayedRow<'a> {
    at: i32,
    acts: &'a str,
    day: i32,
    closed_by: Option<&'a str>,
    ended_at: Option<NaiveDateTime>,
    verdict: Option<&'a str>,
    result: Option<&'a str>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = replay_runs)]
struct SummaryRow {
    id: i32,
    definition_id: i32,
    started_at: NaiveDateTime,
    ended_at: Option<NaiveDateTime>,
    result: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = replay_runs)]
struct OpenRow {
    id: i32,
    video_id: i32,
    day: i32,
    started_at: NaiveDateTime,
}

impl RunRow {
    fn with(self, rows: String) -> Result<StoredRun, StoreError> {
        let acts: Vec<ActAt> = serde_json::from_str(&self.acts).map_err(foreign)?;
        let closed_by = match self.closed_by.as_deref() {
            Some("member") => Some(ClosedBy::Member),
            Some(_) => Some(ClosedBy::Replacement),
            None => None,
        };
        Ok(StoredRun {
            id: RunId(self.id),
            user: UserId(self.user_id),
            lesson: VideoId(self.video_id),
            definition: DefinitionId(self.definition_id),
            chart: ReplayChartId(self.chart_id),
            chart_file: self.chart_file,
            rows: ChartDigest(rows),
            started_at: loaded(self.started_at),
            ended_at: self.ended_at.map(loaded),
            record: Record {
                at: usize::try_from(self.at).map_err(foreign)?,
                acts,
                closed_by,
            },
        })
    }
}

impl SummaryRow {
    fn summary(self) -> Result<RunSummary, StoreError> {
        let result = self.result.as_deref().map(serde_json::from_str).transpose();
        let ended = self.ended_at.zip(result.map_err(foreign)?);
        Ok(RunSummary {
            id: RunId(self.id),
            definition: DefinitionId(self.definition_id),
            started_at: loaded(self.started_at),
            outcome: ended.map(|(ended_at, result)| Outcome {
                ended_at: loaded(ended_at),
                result,
            }),
        })
    }
}

fn closed_by(record: &Record) -> Option<&'static str> {
    record.closed_by.map(|by| match by {
        ClosedBy::Member => "member",
        ClosedBy::Replacement => "replacement",
    })
}

fn open_run(
    (run, definition, lesson_title, course, grant): (OpenRow, String, String, i32, GrantRow),
) -> Result<(OpenRun, Grant), StoreError> {
    let definition: Definition = serde_json::from_str(&definition).map_err(foreign)?;
    let open = OpenRun {
        id: RunId(run.id),
        lesson: VideoId(run.video_id),
        course: CourseId(course),
        lesson_title,
        day: u32::try_from(run.day).map_err(foreign)?,
        days: definition.rules.days,
        started_at: loaded(run.started_at),
    };
    Ok((open, grant.into()))
}

impl RunStore for Store<'_> {
    fn lock_runs_of(&mut self, user: UserId) -> Result<(), StoreError> {
        // On SQLite the writer is alone.
        if let Link::Postgres(c) = &mut self.link {
            users::table
                .find(user.0)
                .select(users::id)
                .for_no_key_update()
                .execute(*c)
                .map_err(unexpected)?;
        }
        Ok(())
    }

    fn lock_run(&mut self, id: RunId, user: UserId) -> Result<Option<StoredRun>, StoreError> {
        if let Link::Postgres(c) = &mut self.link {
            replay_runs::table
                .find(id.0)
                .select(replay_runs::id)
                .for_no_key_update()
                .execute(*c)
                .map_err(unexpected)?;
        }
        self.run(id, user)
    }

    fn run(&mut self, id: RunId, user: UserId) -> Result<Option<StoredRun>, StoreError> {
        let row: Option<(RunRow, String)> = on!(self, c => replay_runs::table
            .inner_join(replay_charts::table)
            .filter(replay_runs::id.eq(id.0))
            .filter(replay_runs::user_id.eq(user.0))
            .select((RunRow::as_select(), replay_charts::rows_digest))
            .first(*c)
            .optional())?;
        row.map(|(row, rows)| row.with(rows)).transpose()
    }

    fn open_run(&mut self, user: UserId, lesson: VideoId) -> Result<Option<StoredRun>, StoreError> {
        let row: Option<(RunRow, String)> = on!(self, c => replay_runs::table
            .inner_join(replay_charts::table)
            .filter(replay_runs::user_id.eq(user.0))
            .filter(replay_runs::video_id.eq(lesson.0))
            .filter(replay_runs::ended_at.is_null())
            .select((RunRow::as_select(), replay_charts::rows_digest))
            .first(*c)
            .optional())?;
        row.map(|(row, rows)| row.with(rows)).transpose()
    }

    fn played_charts(&mut self, user: UserId, lesson: VideoId) -> Result<Vec<String>, StoreError> {
        on!(self, c => replay_runs::table
            .filter(replay_runs::user_id.eq(user.0))
            .filter(replay_runs::video_id.eq(lesson.0))
            .select(replay_runs::chart_file)
            .load(*c))
    }

    fn keep_newest_runs(&mut self, user: UserId, lesson: VideoId, kept: usize) -> Result<(), StoreError> {
        let skipped = i64::try_from(kept).map_err(foreign)?;
        let newest_to_go = on!(self, c => replay_runs::table
            .filter(replay_runs::user_id.eq(user.0))
            .filter(replay_runs::video_id.eq(lesson.0))
            .order(replay_runs::id.desc())
            .select(replay_runs::id)
            .offset(skipped)
            .first::<i32>(*c)
            .optional())?;
        let Some(newest) = newest_to_go else {
            return Ok(());
        };
        on!(self, c => diesel::delete(
            replay_runs::table
                .filter(replay_runs::user_id.eq(user.0))
                .filter(replay_runs::video_id.eq(lesson.0))
                .filter(replay_runs::id.le(newest))
        )
        .execute(*c))
        .map(|_| ())
    }

    fn insert_run(&mut self, run: &NewRun) -> Result<RunId, StoreError> {
        let row = NewRunRow {
            user_id: run.user.0,
            video_id: run.lesson.0,
            definition_id: run.definition.0,
            chart_id: run.chart.0,
            chart_file: &run.chart_file,
            started_at: stored(run.started_at),
            at: i32::try_from(run.at).map_err(foreign)?,
            acts: "[]",
        };
        on!(self, c => diesel::insert_into(replay_runs::table)
            .values(&row)
            .returning(replay_runs::id)
            .get_result::<i32>(*c))
        .map(RunId)
    }

    fn put_run(
        &mut self,
        id: RunId,
        record: &Record,
        day: u32,
        outcome: Option<&Outcome>,
    ) -> Result<(), StoreError> {
        let acts = serde_json::to_string(&record.acts).map_err(foreign)?;
        let result = outcome
            .map(|outcome| serde_json::to_string(&outcome.result))
            .transpose()
            .map_err(foreign)?;
        let row = PlayedRow {
            at: i32::try_from(record.at).map_err(foreign)?,
            acts: &acts,
            day: i32::try_from(day).map_err(foreign)?,
            closed_by: closed_by(record),
            ended_at: outcome.map(|outcome| stored(outcome.ended_at)),
            verdict: outcome.map(|outcome| outcome.result.verdict.name()),
            result: result.as_deref(),
        };
        on!(self, c => diesel::update(replay_runs::table.find(id.0)).set(&row).execute(*c)).map(|_| ())
    }

    fn put_exercises(
        &mut self,
        run: &StoredRun,
        exercises: &[Exercise],
        asked_at: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        run_exercises::put(self, run, exercises, asked_at)
    }

    fn open_runs(&mut self, user: UserId) -> Result<Vec<(OpenRun, Grant)>, StoreError> {
        let rows: Vec<(OpenRow, String, String, i32, GrantRow)> = on!(self, c => replay_runs::table
            .inner_join(replay_definitions::table)
            .inner_join(videos::table.on(videos::id.eq(replay_runs::video_id)))
            .inner_join(course_rows::table.on(course_rows::id.eq(videos::course_id)))
            .inner_join(
                user_course_access::table.on(user_course_access::user_id
                    .eq(replay_runs::user_id)
                    .and(user_course_access::course_id.eq(videos::course_id)))
            )
            .filter(replay_runs::user_id.eq(user.0))
            .filter(replay_runs::ended_at.is_null())
            .filter(videos::model_id.is_not_null())
            .filter(course_rows::draft.eq(false))
            .filter(course_rows::removed_at.is_null())
            .order(replay_runs::id.desc())
            .select((
                OpenRow::as_select(),
                replay_definitions::definition,
                videos::title,
                videos::course_id,
                GrantRow::as_select(),
            ))
            .load(*c))?;
        rows.into_iter().map(open_run).collect()
    }

    fn lock_open_runs(&mut self, course: CourseId) -> Result<Vec<StoredRun>, StoreError> {
        let lessons = on!(self, c => videos::table
            .filter(videos::course_id.eq(course.0))
            .select(videos::id)
            .load::<i32>(*c))?;
        if let Link::Postgres(c) = &mut self.link {
            replay_runs::table
                .filter(replay_runs::video_id.eq_any(&lessons))
                .filter(replay_runs::ended_at.is_null())
                .order(replay_runs::id)
                .select(replay_runs::id)
                .for_no_key_update()
                .execute(*c)
                .map_err(unexpected)?;
        }
        let rows: Vec<(RunRow, String)> = on!(self, c => replay_runs::table
            .inner_join(replay_charts::table)
            .filter(replay_runs::video_id.eq_any(&lessons))
            .filter(replay_runs::ended_at.is_null())
            .order(replay_runs::id)
            .select((RunRow::as_select(), replay_charts::rows_digest))
            .load(*c))?;
        rows.into_iter().map(|(row, rows)| row.with(rows)).collect()
    }
}

impl Store<'_> {
    /// The lessons of a course in which a kept run of the member passed.
    pub fn passed_lessons(&mut self, user: UserId, course: CourseId) -> Result<Vec<VideoId>, StoreError> {
        let lessons: Vec<i32> = on!(self, c => replay_runs::table
            .inner_join(videos::table.on(videos::id.eq(replay_runs::video_id)))
            .filter(replay_runs::user_id.eq(user.0))
            .filter(videos::course_id.eq(course.0))
            .filter(replay_runs::verdict.eq(PASSED))
            .select(replay_runs::video_id)
            .distinct()
            .load(*c))?;
        Ok(lessons.into_iter().map(VideoId).collect())
    }

    /// A member's newest runs of a lesson that began before another, newest first; at most [`RUNS_AT_ONCE`].
    pub fn runs_in(
        &mut self,
        user: UserId,
        lesson: VideoId,
        before: Option<RunId>,
    ) -> Result<Vec<RunSummary>, StoreError> {
        let before = before.map_or(i32::MAX, |run| run.0);
        let rows: Vec<SummaryRow> = on!(self, c => replay_runs::table
            .filter(replay_runs::user_id.eq(user.0))
            .filter(replay_runs::video_id.eq(lesson.0))
            .filter(replay_runs::id.lt(before))
            .limit(RUNS_AT_ONCE as i64)
            .order(replay_runs::id.desc())
            .select(SummaryRow::as_select())
            .load(*c))?;
        rows.into_iter().map(SummaryRow::summary).collect()
    }
}
