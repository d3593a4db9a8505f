//! Whether the media store can be written, and holds every file that the catalogue names.

use courses::CourseStore;
use outbound::{MediaError, MediaStore};
use persistence::Database;

use super::{
    verdict::Verdict::{self, Fail, Ok as Fine, Warn},
    writable::check_writable,
};
use crate::output::counted;

pub fn check_media(media: &MediaStore, database: Option<&Database>) -> Verdict {
    let place = media.root().display();
    if let Err(problem) = check_writable(media.root()) {
        return Fail(problem);
    }
    let Some(database) = database else {
        return Warn(format!(
            "{place} can be written; what should be there is known to the database alone"
        ));
    };
    let mut named = match database.read(|store| store.media_locations()) {
        Ok(named) => named,
        Err(error) => return Warn(format!("{place} can be written; {error}")),
    };
    named.sort_by(|a, b| a.0.cmp(&b.0));
    named.dedup();
    let mut missing = Vec::new();
    for location in &named {
        match media.open(location) {
            Ok(_) => {}
            Err(MediaError::Missing(location)) => missing.push(location),
            Err(other) => return Fail(other.to_string()),
        }
    }
    match missing.first() {
        None if named.is_empty() => Fine(format!("{place} can be written; no course has files yet")),
        None => {
            let files = counted(named.len(), "file", "files");
            Fine(format!("{place} can be written; {files} of courses, all there"))
        }
        Some(first) => {
            let files = counted(missing.len(), "file is", "files are");
            Fail(format!(
                "{files} missing in {place}, such as {first}; import the course again or restore a backup"
            ))
        }
    }
}
