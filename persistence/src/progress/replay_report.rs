//! What became of the replays of a course's lessons, as rows.

use courses::{CourseId, VideoId};
use diesel::prelude::*;
use kernel::{StoreError, UserId};
use progress::{ReplayReportStore, ReplayTry};
use serde::Deserialize;

use crate::{
    Store,
    errors::foreign,
    replay::content::PASSED,
    schema::{replay_runs, videos},
    store::on,
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = replay_runs)]
struct RunRow {
    id: i32,
    user_id: i32,
    video_id: i32,
    verdict: Option<String>,
    result: Option<String>,
}

/// What the report reads of a run's result.
#[derive(Deserialize)]
struct ResultColumn {
    broken: Vec<BrokenRule>,
}

#[derive(Deserialize)]
struct BrokenRule {
    rule: String,
}

impl TryFrom<RunRow> for ReplayTry {
    type Error = StoreError;

    fn try_from(row: RunRow) -> Result<Self, StoreError> {
        let result: Option<ResultColumn> = row
            .result
            .as_deref()
            .map(serde_json::from_str)
            .transpose()
            .map_err(foreign)?;
        let broken = result.into_iter().flat_map(|result| result.broken);
        Ok(Self {
            id: row.id,
            user: UserId(row.user_id),
            video: VideoId(row.video_id),
            passed: row.verdict.as_deref() == Some(PASSED),
            broken: broken.map(|broken| broken.rule).collect(),
        })
    }
}

impl ReplayReportStore for Store<'_> {
    fn replay_tries_of(
        &mut self,
        users: &[UserId],
        course: CourseId,
        after: i32,
        limit: i64,
    ) -> Result<Vec<ReplayTry>, StoreError> {
        let users: Vec<i32> = users.iter().map(|user| user.0).collect();
        let lessons = on!(self, c => videos::table
            .filter(videos::course_id.eq(course.0))
            .filter(videos::model_id.is_not_null())
            .select(videos::id)
            .load::<i32>(*c))?;
        let rows: Vec<RunRow> = on!(self, c => replay_runs::table
            .filter(replay_runs::user_id.eq_any(&users))
            .filter(replay_runs::id.gt(after))
            .filter(replay_runs::video_id.eq_any(&lessons))
            .order(replay_runs::id)
            .limit(limit)
            .select(RunRow::as_select())
            .load(*c))?;
        rows.into_iter().map(ReplayTry::try_from).collect()
    }
}
