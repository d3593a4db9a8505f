//! The replays of lessons as rows: in by an import, out for a lesson, a run and an export.
//!
//! A definition and a chart are one row each, for any number of lessons and runs, found by the digest of their content.

use std::ops::Range;

use courses::{
    MediaLocation, VideoId,
    lesson::replay::{
        LessonReplay, ReplayChartFile,
        packed_chart::{ChartDigest, PART_SUB_BARS, PackedChart, unpack},
        store::{CurrentChart, CurrentReplay, DefinitionId, ReplayChartId, ReplayContentStore, RunCounts},
    },
};
use diesel::{dsl::count_star, prelude::*};
use kernel::{StoreError, UserId};
use replay::{Definition, SubBar};
use sha2::{Digest, Sha256};

use crate::{
    Store,
    errors::foreign,
    schema::{
        lesson_replay_charts, lesson_replays, replay_chart_parts, replay_charts, replay_definitions,
        replay_runs,
    },
    store::on,
};

/// The verdict of a run that passed.
pub(crate) const PASSED: &str = "passed";

#[derive(Insertable)]
#[diesel(table_name = replay_definitions)]
struct NewDefinitionRow<'a> {
    digest: &'a str,
    definition: &'a str,
}

#[derive(Insertable)]
#[diesel(table_name = replay_charts)]
struct NewChartRow<'a> {
    digest: &'a str,
    rows_digest: &'a str,
    step: i64,
    sub_bars: i32,
}

#[derive(Insertable)]
#[diesel(table_name = replay_chart_parts)]
struct NewPartRow<'a> {
    chart_id: i32,
    part: i32,
    bytes: &'a [u8],
}

#[derive(Insertable)]
#[diesel(table_name = lesson_replays)]
struct NewReplayRow<'a> {
    video_id: i32,
    course_id: i32,
    definition_id: i32,
    file: &'a str,
}

#[derive(Insertable)]
#[diesel(table_name = lesson_replay_charts)]
struct NewChartFileRow<'a> {
    video_id: i32,
    order: i32,
    chart_id: i32,
    file: &'a str,
    location: &'a str,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = replay_definitions)]
struct DefinitionRow {
    id: i32,
    definition: String,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = lesson_replays)]
struct ReplayRow {
    file: String,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = lesson_replay_charts)]
struct ChartFileRow {
    file: String,
    location: String,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = replay_charts)]
struct ChartRow {
    id: i32,
    digest: String,
    rows_digest: String,
    step: i64,
    sub_bars: i32,
}

impl DefinitionRow {
    fn definition(&self) -> Result<Definition, StoreError> {
        serde_json::from_str(&self.definition).map_err(foreign)
    }
}

/// Deletes the replays of a course's lessons; their definitions and charts stay until [`forget_unused`].
pub(crate) fn clear_replays(store: &mut Store<'_>, course_id: i32) -> Result<(), StoreError> {
    let lessons = lesson_replays::table
        .filter(lesson_replays::course_id.eq(course_id))
        .select(lesson_replays::video_id);
    on!(store, c => diesel::delete(
        lesson_replay_charts::table.filter(lesson_replay_charts::video_id.eq_any(lessons))
    )
    .execute(*c))?;
    on!(store, c => diesel::delete(lesson_replays::table.filter(lesson_replays::course_id.eq(course_id)))
        .execute(*c))
    .map(|_| ())
}

/// Inserts the replay of one lesson that has none yet. The charts are those of the replay, in its order.
pub(crate) fn put_replay(
    store: &mut Store<'_>,
    course_id: i32,
    video_id: i32,
    replay: &LessonReplay,
    charts: &[PackedChart],
) -> Result<(), StoreError> {
    let row = NewReplayRow {
        video_id,
        course_id,
        definition_id: put_definition(store, &replay.definition)?,
        file: &replay.file,
    };
    on!(store, c => diesel::insert_into(lesson_replays::table).values(&row).execute(*c))?;
    for ((order, file), chart) in (1..).zip(&replay.charts).zip(charts) {
        let row = NewChartFileRow {
            video_id,
            order,
            chart_id: put_chart(store, chart)?,
            file: &file.file,
            location: &file.location.0,
        };
        on!(store, c => diesel::insert_into(lesson_replay_charts::table).values(&row).execute(*c))?;
    }
    Ok(())
}

fn put_definition(store: &mut Store<'_>, definition: &Definition) -> Result<i32, StoreError> {
    let json = serde_json::to_string(definition).map_err(foreign)?;
    let digest = hex::encode(Sha256::digest(&json));
    let known = on!(store, c => replay_definitions::table
        .filter(replay_definitions::digest.eq(&digest))
        .select(replay_definitions::id)
        .first::<i32>(*c)
        .optional())?;
    if let Some(id) = known {
        return Ok(id);
    }
    let row = NewDefinitionRow {
        digest: &digest,
        definition: &json,
    };
    on!(store, c => diesel::insert_into(replay_definitions::table)
        .values(&row)
        .returning(replay_definitions::id)
        .get_result::<i32>(*c))
}

fn put_chart(store: &mut Store<'_>, chart: &PackedChart) -> Result<i32, StoreError> {
    let known = on!(store, c => replay_charts::table
        .filter(replay_charts::digest.eq(&chart.digest.0))
        .select(replay_charts::id)
        .first::<i32>(*c)
        .optional())?;
    if let Some(id) = known {
        return Ok(id);
    }
    let row = NewChartRow {
        digest: &chart.digest.0,
        rows_digest: &chart.rows.0,
        step: chart.step,
        sub_bars: i32::try_from(chart.sub_bars).map_err(foreign)?,
    };
    let chart_id = on!(store, c => diesel::insert_into(replay_charts::table)
        .values(&row)
        .returning(replay_charts::id)
        .get_result::<i32>(*c))?;
    for (part, bytes) in (0..).zip(&chart.parts) {
        let row = NewPartRow {
            chart_id,
            part,
            bytes,
        };
        on!(store, c => diesel::insert_into(replay_chart_parts::table).values(&row).execute(*c))?;
    }
    Ok(chart_id)
}

/// Deletes the definitions and charts that no lesson and no run has any more.
pub(crate) fn forget_unused(store: &mut Store<'_>) -> Result<(), StoreError> {
    on!(store, c => diesel::delete(
        replay_definitions::table
            .filter(
                replay_definitions::id.ne_all(lesson_replays::table.select(lesson_replays::definition_id))
            )
            .filter(replay_definitions::id.ne_all(replay_runs::table.select(replay_runs::definition_id)))
    )
    .execute(*c))?;
    on!(store, c => diesel::delete(
        replay_charts::table
            .filter(
                replay_charts::id.ne_all(lesson_replay_charts::table.select(lesson_replay_charts::chart_id))
            )
            .filter(replay_charts::id.ne_all(replay_runs::table.select(replay_runs::chart_id)))
    )
    .execute(*c))
    .map(|_| ())
}

/// The replay of a lesson as it was imported, without its sub-bars.
pub(crate) fn replay_of(store: &mut Store<'_>, lesson: VideoId) -> Result<Option<LessonReplay>, StoreError> {
    let row: Option<(ReplayRow, DefinitionRow)> = on!(store, c => lesson_replays::table
        .inner_join(replay_definitions::table)
        .filter(lesson_replays::video_id.eq(lesson.0))
        .select((ReplayRow::as_select(), DefinitionRow::as_select()))
        .first(*c)
        .optional())?;
    let Some((replay, definition)) = row else {
        return Ok(None);
    };
    let charts = charts_of(store, lesson)?
        .into_iter()
        .map(|(file, chart)| ReplayChartFile {
            file: file.file,
            location: MediaLocation(file.location),
            digest: ChartDigest(chart.digest),
        });
    Ok(Some(LessonReplay {
        file: replay.file,
        definition: definition.definition()?,
        charts: charts.collect(),
    }))
}

fn charts_of(store: &mut Store<'_>, lesson: VideoId) -> Result<Vec<(ChartFileRow, ChartRow)>, StoreError> {
    on!(store, c => lesson_replay_charts::table
        .inner_join(replay_charts::table)
        .filter(lesson_replay_charts::video_id.eq(lesson.0))
        .order(lesson_replay_charts::order)
        .select((ChartFileRow::as_select(), ChartRow::as_select()))
        .load(*c))
}

impl ReplayContentStore for Store<'_> {
    fn current_replay(&mut self, lesson: VideoId) -> Result<Option<CurrentReplay>, StoreError> {
        let row: Option<DefinitionRow> = on!(self, c => replay_definitions::table
            .inner_join(lesson_replays::table)
            .filter(lesson_replays::video_id.eq(lesson.0))
            .select(DefinitionRow::as_select())
            .first(*c)
            .optional())?;
        let Some(row) = row else {
            return Ok(None);
        };
        let charts = charts_of(self, lesson)?.into_iter().map(|(file, chart)| {
            Ok(CurrentChart {
                id: ReplayChartId(chart.id),
                file: file.file,
                rows: ChartDigest(chart.rows_digest),
                step: chart.step,
                sub_bars: usize::try_from(chart.sub_bars).map_err(foreign)?,
            })
        });
        Ok(Some(CurrentReplay {
            id: DefinitionId(row.id),
            definition: row.definition()?,
            charts: charts.collect::<Result<_, StoreError>>()?,
        }))
    }

    fn replay_definition(&mut self, id: DefinitionId) -> Result<Option<Definition>, StoreError> {
        let row = on!(self, c => replay_definitions::table
            .find(id.0)
            .select(DefinitionRow::as_select())
            .first(*c)
            .optional())?;
        row.map(|row| row.definition()).transpose()
    }

    fn sub_bars(&mut self, chart: ReplayChartId, numbers: Range<usize>) -> Result<Vec<SubBar>, StoreError> {
        if numbers.is_empty() {
            return Ok(Vec::new());
        }
        let first = numbers.start / PART_SUB_BARS;
        let last = (numbers.end - 1) / PART_SUB_BARS;
        let column = |part: usize| i32::try_from(part).unwrap_or(i32::MAX);
        let parts: Vec<Vec<u8>> = on!(self, c => replay_chart_parts::table
            .filter(replay_chart_parts::chart_id.eq(chart.0))
            .filter(replay_chart_parts::part.between(column(first), column(last)))
            .order(replay_chart_parts::part)
            .select(replay_chart_parts::bytes)
            .load(*c))?;
        let mut sub_bars = Vec::new();
        for part in parts {
            let unpacked = unpack(&part)
                .ok_or_else(|| StoreError::Inconsistent("a part of a chart cannot be read".into()))?;
            sub_bars.extend(unpacked);
        }
        let skipped = numbers.start - first * PART_SUB_BARS;
        Ok(sub_bars.into_iter().skip(skipped).take(numbers.len()).collect())
    }
}

impl Store<'_> {
    /// What the lesson call returns of a member's runs.
    pub fn run_counts(&mut self, user: UserId, lesson: VideoId) -> Result<RunCounts, StoreError> {
        let verdicts: Vec<(Option<String>, i64)> = on!(self, c => replay_runs::table
            .filter(replay_runs::user_id.eq(user.0))
            .filter(replay_runs::video_id.eq(lesson.0))
            .group_by(replay_runs::verdict)
            .select((replay_runs::verdict, count_star()))
            .load(*c))?;
        let passed = verdicts
            .iter()
            .filter(|(verdict, _)| verdict.as_deref() == Some(PASSED));
        Ok(RunCounts {
            runs: verdicts.iter().map(|(_, count)| count).sum(),
            passed: passed.map(|(_, count)| count).sum(),
        })
    }
}
