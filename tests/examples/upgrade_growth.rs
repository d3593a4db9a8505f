//! What `portal upgrade --check` measures on a database where a release adds, fills and then requires a column of a large table, for
//! `make bench-growth`: the milliseconds, the bytes and the rows.
//!
//! Usage: upgrade_growth DATABASE_URL

use std::ffi::OsString;

use outbound::Settings;
use persistence::try_upgrade;
use support::databases::later_releases::{COUNT, later};

fn main() {
    let url = std::env::args()
        .nth(1)
        .expect("usage: upgrade_growth DATABASE_URL");
    let lookup = |name: &str| (name == "DATABASE_URL").then(|| OsString::from(&url));
    let settings = Settings::read(&lookup).expect("an address of a database");
    let trial = try_upgrade(&settings.database, &later(COUNT)).unwrap_or_else(|error| panic!("{error}"));
    println!("{} {} {}", trial.took.as_millis(), trial.room, trial.rows);
}
