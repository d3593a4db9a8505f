//! The thread that keeps the search index up to date: at the start for a new version's rules, and now and then for courses that another
//! version has put in. It does not look for damage, which would hold up all writes: `portal doctor` does.

use std::time::Duration;

use courses::search::{index::index_courses, store::SearchIndex};

use crate::pools::panics::contain;
use crate::site::SharedSite;

const PAUSE: Duration = Duration::from_secs(600);

/// Starts the thread. It ends with the process.
pub fn start(site: SharedSite) -> std::io::Result<()> {
    std::thread::Builder::new()
        .name(String::from("search-index"))
        .spawn(move || {
            loop {
                let _ = contain(|| bring_up_to_date(&site.database));
                std::thread::sleep(PAUSE);
            }
        })?;
    Ok(())
}

fn bring_up_to_date(index: &dyn SearchIndex) {
    match index_courses(index) {
        Ok(0) => {}
        Ok(courses) => tracing::info!(courses, "courses were indexed for search"),
        Err(error) => tracing::warn!(%error, "the search index could not be brought up to date"),
    }
}
