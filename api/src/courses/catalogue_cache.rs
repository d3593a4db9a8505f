//! What is read of the catalogue once for each of its versions. The version is read from the database with every request, in the same blocking
//! call, so an import by another process counts at once; it is read before the content, so no content is kept under a version newer than itself.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ::courses::{CourseId, Section};

use crate::http::problem::Problem;
use crate::http::tagged_body::TaggedBody;

#[derive(Default)]
pub struct CatalogueCache(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    version: i64,
    /// The list of every course, as it is answered.
    list: Option<TaggedBody>,
    sections: HashMap<CourseId, Arc<[Section]>>,
}

impl CatalogueCache {
    pub fn list(
        &self,
        version: i64,
        load: impl FnOnce() -> Result<TaggedBody, Problem>,
    ) -> Result<TaggedBody, Problem> {
        if let Some(list) = self.of(version).list.clone() {
            return Ok(list);
        }
        let list = load()?;
        self.of(version).list = Some(list.clone());
        Ok(list)
    }

    pub fn sections(
        &self,
        version: i64,
        course: CourseId,
        load: impl FnOnce() -> Result<Vec<Section>, Problem>,
    ) -> Result<Arc<[Section]>, Problem> {
        if let Some(sections) = self.of(version).sections.get(&course) {
            return Ok(Arc::clone(sections));
        }
        let sections: Arc<[Section]> = load()?.into();
        self.of(version).sections.insert(course, Arc::clone(&sections));
        Ok(sections)
    }

    /// What is kept of a version, in place of what was kept of another.
    fn of(&self, version: i64) -> MutexGuard<'_, Kept> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.version != version {
            *kept = Kept {
                version,
                ..Kept::default()
            };
        }
        kept
    }
}
