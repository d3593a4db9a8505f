//! Backups of the first form, which this program wrote until it took up PostgreSQL: a tar of `portal.db`, a copy of the embedded
//! database, and of the media files. They have no digests; SQLite's own check and the names of the media say whether they are whole.

use std::{fs::File, path::Path};

use outbound::MediaStore;
use persistence::check_snapshot;
use tar::Archive;

use super::{
    file::BackupFile,
    manifest::{EntryName, FIRST_FORM_DATABASE, entry_name},
    media_files::copy_whole,
};

/// Looks at every entry, unpacks the database and brings it to this program's schema; answers how many media files there are. A tar
/// file is not compressed, so what it unpacks to is no larger than itself.
///
/// # Errors
/// What is wrong with it, for people.
pub fn unpack(file: &mut BackupFile, copy: &Path, media: &MediaStore) -> Result<usize, String> {
    let no_tar = |cause: std::io::Error| format!("it cannot be read as a tar file: {cause}");
    let mut archive = Archive::new(file.content()?);
    let mut files = 0;
    let mut found = false;
    for entry in archive.entries_with_seek().map_err(no_tar)? {
        let mut entry = entry.map_err(no_tar)?;
        match entry_name(&entry, media)? {
            EntryName::Folder => {}
            EntryName::Media(_) => files += 1,
            EntryName::FirstFormDatabase if found => {
                return Err(format!("it holds {FIRST_FORM_DATABASE} twice"));
            }
            EntryName::FirstFormDatabase => {
                found = true;
                let mut into = File::create_new(copy).map_err(|cause| cause.to_string())?;
                copy_whole(&mut entry, &mut into)?;
            }
            _ => return Err(String::from("its entries are of two kinds of backups")),
        }
    }
    if !found {
        return Err(format!(
            "it holds no {FIRST_FORM_DATABASE}; `portal backup` writes backups"
        ));
    }
    check_snapshot(copy).map_err(|error| error.to_string())?;
    Ok(files)
}
