//! What members do, over HTTP, as rows of the audit trail.

mod interrupted;
mod members;
mod refusals;

use support::{
    Server,
    audit::actions,
    waiting::{Late, until},
};

/// Waits for rows that no answer waits for.
#[track_caller]
fn await_count(server: &Server, action: &str, count: usize) {
    let now = || of(server, action);
    let what = Late(|| format!("{count} of {action}, not {}", now()));
    until(what, || now() == count);
}

fn of(server: &Server, action: &str) -> usize {
    actions(server.database())
        .iter()
        .filter(|known| *known == action)
        .count()
}
