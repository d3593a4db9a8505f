//! The catalogue for staff's imports: an import and its row in the audit trail are one transaction.

use ::courses::{Catalogue, CourseChangeStore as _, ImportOutcome, ImportedCourse, MediaLocation};
use audit::{Action, AuditStore};
use chrono::{DateTime, Utc};
use kernel::StoreError;
use persistence::Database;

use crate::audit::by_operator;

pub struct RecordedCatalogue<'a> {
    pub database: &'a Database,
    /// Of the command that imports.
    pub action: Action,
}

impl Catalogue for RecordedCatalogue<'_> {
    fn import(&self, course: ImportedCourse, now: DateTime<Utc>) -> Result<ImportOutcome, StoreError> {
        let action = self.action;
        self.database.write(move |store| {
            let outcome = store.put_course(&course, now)?;
            store.append_act(&by_operator(action).about(course.slug.as_str()), now)?;
            Ok(outcome)
        })
    }

    fn media_locations(&self) -> Result<Vec<MediaLocation>, StoreError> {
        self.database.media_locations()
    }
}
