//! Keeps the search index up to date: at the start for a new version's rules, and now and then for courses that another version has put
//! in. It does not look for damage, which would hold up all writes: `portal doctor` does.

use persistence::Database;

pub fn bring_up_to_date(database: &Database) {
    match database.index_courses() {
        Ok(0) => {}
        Ok(courses) => tracing::info!(courses, "courses were indexed for search"),
        Err(error) => tracing::warn!(%error, "the search index could not be brought up to date"),
    }
}
