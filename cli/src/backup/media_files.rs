//! Media files from the store into a backup and back.

use std::{
    collections::HashSet,
    fs::File,
    io::{self, Read, Write},
    path::Path,
};

use courses::MediaLocation;
use outbound::{MediaError, MediaLock, MediaStore};
use tar::Archive;

use super::{
    file::BackupFile,
    manifest::{EntryName, entry_name},
    problems::damaged,
    writer::{ArchiveWriter, CopyError},
};

/// Adds files to a backup; returns the files that the store lacks. `progress` is called for each.
///
/// # Errors
/// [`CopyError`]
pub fn copy_media(
    media: &MediaStore,
    locations: &[MediaLocation],
    archive: &mut ArchiveWriter<impl Write>,
    progress: &mut dyn FnMut(),
) -> Result<Vec<String>, CopyError> {
    let mut missing = Vec::new();
    for location in locations {
        progress();
        match media.open(location) {
            Ok((file, length)) => archive.media(location, file, length)?,
            Err(MediaError::Missing(location)) => missing.push(location),
            Err(other) => return Err(CopyError::Source(other)),
        }
    }
    Ok(missing)
}

/// Puts every media file of a verified backup into the store; a file that is there already stays. `progress` is called for each.
///
/// # Errors
/// What is wrong, for people; files that were added stay.
pub fn add_media(
    file: &mut BackupFile,
    media: &MediaStore,
    scratch: &Path,
    progress: &mut dyn FnMut(),
) -> Result<(), String> {
    let unreadable = |cause: io::Error| format!("it cannot be read: {cause}");
    let mut archive = Archive::new(file.content()?);
    for entry in archive.entries_with_seek().map_err(unreadable)? {
        let mut entry = entry.map_err(unreadable)?;
        let EntryName::Media(location) = entry_name(&entry, media)? else {
            continue;
        };
        progress();
        // A file of the right length under its content's name is that content.
        if media.length(&location).is_ok_and(|length| length == entry.size()) {
            continue;
        }
        let unpacked = scratch.join("media");
        let mut into = File::create(&unpacked).map_err(|cause| cause.to_string())?;
        copy_whole(&mut entry, &mut into)?;
        let (folder, name) = location.0.rsplit_once('/').unwrap_or_default();
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        // The name is the content's digest, so a file that was changed comes out under another name.
        let put = media
            .put(&unpacked, folder, ending)
            .map_err(|error| error.to_string())?;
        if put != location {
            // Only what this very call added; a file that was there before has rows that name it.
            return Err(damaged(&format!("its {}", location.0)));
        }
    }
    Ok(())
}

/// After a failure: takes out what was not there before, unless the live database misses just that.
pub fn remove_new(
    media: &MediaStore,
    lock: &mut MediaLock,
    stored: &HashSet<MediaLocation>,
    named: &[MediaLocation],
) {
    // Without the lock they may be another process's.
    if lock.check().is_err() {
        return;
    }
    let new = media.locations().unwrap_or_default().into_iter();
    for location in new.filter(|location| !stored.contains(location) && !named.contains(location)) {
        // The refusal is what matters; a file too many costs room and nothing else.
        let _ = media.delete(&location);
    }
}

/// Unpacks an entry.
///
/// # Errors
/// Why it cannot be, for people.
pub fn copy_whole<R: Read>(entry: &mut tar::Entry<'_, R>, into: &mut File) -> Result<(), String> {
    let length = entry.size();
    let copied = io::copy(entry, into).map_err(|cause| cause.to_string())?;
    if copied == length {
        Ok(())
    } else {
        Err(String::from(super::problems::CUT_OFF))
    }
}
