//! What an import does to open runs.

use chrono::{DateTime, Utc};
use courses::CourseId;
use kernel::StoreError;
use replay::ClosedBy;

use crate::{Outcome, RunStore, StoredRun, exercises_of, play::opened};

/// Closes the open runs of a course whose chart's rows are other ones now, each as it stands. A chart that is no longer listed closes
/// nothing.
///
/// # Errors
/// [`StoreError`]
pub fn close_replaced_runs(
    store: &mut dyn RunStore,
    course: CourseId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    for run in store.lock_open_runs(course)? {
        if is_replaced(store, &run)? {
            let mut record = run.record.clone();
            record.closed_by = Some(ClosedBy::Replacement);
            let opened = opened(store, run)?;
            let mut played = opened.played()?;
            played.close_replaced();
            let outcome = played.result().map(|result| Outcome {
                ended_at: now,
                result,
            });
            store.put_run(opened.stored.id, &record, played.day_number(), outcome.as_ref())?;
            let exercises = exercises_of(&played, opened.stored.id, &record.acts);
            store.put_exercises(&opened.stored, &exercises, now)?;
        }
    }
    Ok(())
}

fn is_replaced(store: &mut dyn RunStore, run: &StoredRun) -> Result<bool, StoreError> {
    let charts = store.current_replay(run.lesson)?.map(|current| current.charts);
    let same_file = charts
        .into_iter()
        .flatten()
        .find(|chart| chart.file == run.chart_file);
    Ok(same_file.is_some_and(|chart| chart.rows != run.rows))
}
