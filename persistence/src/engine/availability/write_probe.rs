//! Whether the database can be written to, for readiness; looked at once a second at the most.
//!
//! Decision: an embedded database is not written to itself, for its writer may wait for another process, and readiness would wait with
//! it. A small file is written, synced and removed beside it, at its real path: a full disk, a file system that is read-only, and an fsync
//! that fails are seen. PostgreSQL commits a record of its log that no table has. Each look is a new one, so a 503 ends when its cause does.

use std::{
    ffi::OsString,
    fs::{self, OpenOptions},
    io::{self, Write as _},
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use diesel::{PgConnection, QueryableByName, RunQueryDsl, sql_query, sql_types::Bool};
use kernel::{StoreError, error_chain};

use super::super::{errors::unexpected, work::contain};

/// For so long an outcome is returned again.
const AGAIN: Duration = Duration::from_secs(1);
/// A look that takes longer has found that nothing can be written.
const SLOW: Duration = Duration::from_secs(2);
/// A full disk has no block for it, where an empty file would fit.
const BLOCK: [u8; 4096] = [0; 4096];

#[derive(Default)]
pub(crate) struct WriteProbe(Mutex<State>);

#[derive(Default)]
struct State {
    /// Since when a look is under way.
    begun: Option<Instant>,
    last: Option<Outcome>,
}

struct Outcome {
    at: Instant,
    /// Why nothing can be written.
    problem: Option<String>,
}

impl WriteProbe {
    /// A group of writes failed: what was seen before holds no more.
    pub(crate) fn forget(&self) {
        self.state().last = None;
    }

    /// Whether `look` could write; by the look of a moment ago if there was one.
    pub(crate) fn check(&self, look: impl FnOnce() -> Result<(), StoreError>) -> Result<(), StoreError> {
        if let Some(known) = self.known(Instant::now()) {
            return known.map_err(|problem| StoreError::Unavailable(problem.into()));
        }
        let problem = contain(look).flatten().err().map(|error| error_chain(&error));
        let mut state = self.state();
        state.begun = None;
        state.last = Some(Outcome {
            at: Instant::now(),
            problem: problem.clone(),
        });
        problem.map_or(Ok(()), |problem| Err(StoreError::Unavailable(problem.into())))
    }

    /// What is known at a moment; `None` if the caller is to look.
    fn known(&self, now: Instant) -> Option<Result<(), String>> {
        let mut state = self.state();
        let last = state.last.as_ref();
        let result = |outcome: &Outcome| outcome.problem.clone().map_or(Ok(()), Err);
        if let Some(begun) = state.begun {
            if now.saturating_duration_since(begun) >= SLOW {
                return Some(Err(String::from("a write for readiness does not end")));
            }
            return Some(last.map_or(Ok(()), result));
        }
        if let Some(last) = last.filter(|last| now.saturating_duration_since(last.at) < AGAIN) {
            return Some(result(last));
        }
        state.begun = Some(now);
        None
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes, syncs and removes a file beside an embedded database.
pub(crate) fn write_beside(database: &Path) -> Result<(), StoreError> {
    let path = beside(database);
    let written = write_and_sync(&path);
    let removed = match fs::remove_file(&path) {
        // A server that takes over from this one looks at the same place.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    };
    written
        .and(removed)
        .map_err(|error| StoreError::Unavailable(format!("{}: {error}", path.display()).into()))
}

fn write_and_sync(path: &Path) -> io::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(path)?;
    file.write_all(&BLOCK)?;
    file.sync_all()
}

/// A database that is reached by a link has its files where the link leads.
fn beside(database: &Path) -> PathBuf {
    let real = fs::canonicalize(database).unwrap_or_else(|_| database.to_owned());
    let mut name = OsString::from(real);
    name.push("-probe");
    PathBuf::from(name)
}

#[derive(QueryableByName)]
struct CommitRow {
    #[diesel(sql_type = Bool)]
    read_only: bool,
}

/// Commits a message that nothing reads to PostgreSQL's log, and waits until it lasts.
pub(crate) fn commit_message(connection: &mut PgConnection) -> Result<(), StoreError> {
    let sql = "SELECT current_setting('transaction_read_only')::boolean AS read_only, \
               pg_logical_emit_message(true, 'portal', 'ready')";
    let row: CommitRow = sql_query(sql).get_result(connection).map_err(unexpected)?;
    if row.read_only {
        return Err(StoreError::Unavailable(
            "it takes no writes: it is read-only".into(),
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_file_beside_the_database_is_written_where_its_link_leads_and_is_gone_again() {
        let (real, linked) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (database, link) = (real.path().join("portal.db"), linked.path().join("portal.db"));
        fs::write(&database, "").unwrap();
        std::os::unix::fs::symlink(&database, &link).unwrap();
        assert_eq!(
            beside(&link),
            fs::canonicalize(&database).unwrap().with_extension("db-probe")
        );
        write_beside(&link).unwrap();
        assert_eq!(fs::read_dir(real.path()).unwrap().count(), 1);
        assert_eq!(fs::read_dir(linked.path()).unwrap().count(), 1);
        drop(real);
        assert!(matches!(write_beside(&database), Err(StoreError::Unavailable(_))));
    }

    #[test]
    fn an_outcome_is_returned_again_for_a_moment_and_dropped_when_a_write_fails() {
        let (probe, looks) = (WriteProbe::default(), Cell::new(0));
        let look = |outcome: Result<(), StoreError>| {
            probe.check(|| {
                looks.set(looks.get() + 1);
                outcome
            })
        };
        assert!(look(Ok(())).is_ok());
        let full = || Err(StoreError::Unavailable("no space".into()));
        assert!(look(full()).is_ok(), "it looked again at once");
        probe.forget();
        assert!(look(full()).is_err());
        assert!(look(Ok(())).is_err());
        assert_eq!(looks.get(), 2);
        let later = Instant::now() + AGAIN;
        assert!(probe.known(later).is_none(), "an old outcome is returned");
        assert!(
            matches!(probe.known(later + Duration::from_millis(1)), Some(Err(_))),
            "a look under way hides the last outcome"
        );
        probe.forget();
        assert!(
            matches!(probe.known(later + SLOW), Some(Err(_))),
            "a look that hangs is waited for"
        );
    }
}
