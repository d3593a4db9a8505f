//! Keeps the search index up to date: at the start for a new version's rules, and now and then for courses that another version has put
//! in. It does not look for damage, which would hold up all writes: `portal doctor` does.

use courses::search::{index::index_courses, store::SearchIndex};

pub fn bring_up_to_date(index: &dyn SearchIndex) {
    match index_courses(index) {
        Ok(0) => {}
        Ok(courses) => tracing::info!(courses, "courses were indexed for search"),
        Err(error) => tracing::warn!(%error, "the search index could not be brought up to date"),
    }
}
