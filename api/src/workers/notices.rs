//! The thread that tells members about the ends of their accesses. Every server runs it; each end is told about once.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use courses::{AccessNotice, tell_end, untold_ends};
use kernel::StoreError;

use crate::pools::panics::contain;
use crate::site::SharedSite;
use crate::workers::clock_guard::{AtStart, ClockGuard};

const PAUSE: Duration = Duration::from_secs(60);
/// A mail cannot be taken back: nothing is told before the clock has run evenly for this long.
const STEADY: Duration = Duration::from_secs(120);
/// So many in one transaction, so that other writes do not wait long for it.
const BATCH: i64 = 50;

/// Starts the thread. It ends with the process.
pub fn start(site: SharedSite) -> std::io::Result<()> {
    std::thread::Builder::new()
        .name(String::from("access-notices"))
        .spawn(move || {
            let mut clock = ClockGuard::new(STEADY, AtStart::Watched);
            loop {
                if let Some(now) = clock.confirmed(Utc::now(), Instant::now()) {
                    for notice in AccessNotice::ALL {
                        while let Some(Ok(true)) = contain(|| tell(&site, notice, now)) {}
                    }
                }
                std::thread::sleep(PAUSE);
            }
        })?;
    Ok(())
}

/// Tells about some ends; whether there may be more.
fn tell(site: &SharedSite, notice: AccessNotice, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let told = site
        .database
        .read(|store| untold_ends(store, notice, BATCH, now))
        .and_then(|ends| {
            let count = i64::try_from(ends.len()).unwrap_or(BATCH);
            if count == 0 {
                return Ok(false);
            }
            let origin = site.settings.public_url.origin().to_owned();
            site.database.write(move |store| {
                ends.iter()
                    .try_for_each(|end| tell_end(store, notice, end, &origin, now))
            })?;
            Ok(count == BATCH)
        });
    if let Err(error) = &told {
        tracing::warn!(%error, "members could not be told about the ends of their accesses");
    }
    told
}
