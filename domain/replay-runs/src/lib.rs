//! Runs of a lesson's replay: begun, stepped and ended by a member, and kept.
//!
//! Decision: a run is stored as its acts and how far time moved, and computed anew for each call; nothing is held between requests. Cost:
//! a call reads the whole chart. The definition and the chart are as they were when the run began, also after an import.
//!
//! Decision: the exercises that a run leaves for the revision are made once, when it ends, and kept as rows, so that they stay as they
//! were asked, also after an import.
//!
//! How use cases take their store is decided in `kernel`.

mod begin;
mod exercises;
mod import;
mod open_runs;
mod play;
mod store;

pub use begin::{Begun, MAX_RUNS, RUNS_AT_ONCE, begin_run};
pub use exercises::{MAX_RUN_EXERCISES, exercises_of};
pub use import::close_replaced_runs;
pub use open_runs::open_runs;
pub use play::{Lock, OpenedRun, PlayError, Played, RunError, Steps, end_run, find_run, step_run};
pub use store::{NewRun, OpenRun, Outcome, RunId, RunStore, RunSummary, StoredRun};
