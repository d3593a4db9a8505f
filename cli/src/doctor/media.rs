//! Whether the media store can be written, and holds every file that the catalogue names.

use std::collections::HashSet;

use courses::{CourseStore, MediaLocation};
use outbound::{MediaError, MediaStore, Settings, check_writable};
use persistence::Database;

use super::verdict::{
    Verdict::{self, Fail, Ok as Fine, Warn},
    ask,
};
use crate::output::counted;

pub fn check_media(settings: &Settings, database: Option<&Database>) -> Verdict {
    let media = match MediaStore::of(settings, None) {
        Ok(media) => media,
        Err(error) => return Fail(error.to_string()),
    };
    let place = media.place();
    let asked = media.clone();
    match ask(move || check_written(&asked)) {
        Ok(Ok(())) => {}
        Ok(Err(problem)) => return Fail(problem),
        Err(problem) => return Fail(format!("{place}: {problem}")),
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
    let missing = match missing_of(&media, &named) {
        Ok(missing) => missing,
        Err(error) => return Fail(error.to_string()),
    };
    match missing.first() {
        None if named.is_empty() => Fine(format!("{place} can be written; no course has files yet")),
        None => {
            let files = counted(named.len(), "file", "files");
            Fine(format!("{place} can be written; {files} of courses, all there"))
        }
        Some(first) => {
            let files = counted(missing.len(), "file is", "files are");
            Fail(format!(
                "{files} missing in {place}, such as {}; import the course again or restore a backup",
                first.0
            ))
        }
    }
}

/// A folder may not be there yet; a bucket has to be, and is tried with a small file.
fn check_written(media: &MediaStore) -> Result<(), String> {
    match media {
        MediaStore::Folder(folder) => check_writable(folder.root()),
        MediaStore::Bucket(bucket) => bucket.check().map_err(|error| error.to_string()),
    }
}

/// What the store lacks. A bucket is asked once for a thousand names, not once for each.
fn missing_of(media: &MediaStore, named: &[MediaLocation]) -> Result<Vec<MediaLocation>, MediaError> {
    if media.bucket().is_some() {
        let there: HashSet<_> = media.locations()?.into_iter().collect();
        let missing = named.iter().filter(|location| !there.contains(*location));
        return Ok(missing.cloned().collect());
    }
    let mut missing = Vec::new();
    for location in named {
        match media.length(location) {
            Ok(_) => {}
            Err(MediaError::Missing(_)) => missing.push(location.clone()),
            Err(other) => return Err(other),
        }
    }
    Ok(missing)
}
