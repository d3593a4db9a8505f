//! Videos and images as files under the names of their content: `videos/<sha256>.mp4`.
//!
//! A name never changes what it holds, so a file may be read while a course is imported again, and nothing is ever half
//! there: the bytes are written to a temporary name, synced and renamed. Folders and files are their owner's alone.

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use courses::{MediaLocation, is_within_store};
use sha2::{Digest, Sha256};

use super::MediaError;
use crate::private_folder::make_private_folder;

/// What begins the name of a file that is still being written.
const INCOMING: &str = ".incoming-";

/// A folder of media.
#[derive(Debug, Clone)]
pub struct MediaFolder {
    root: PathBuf,
}

impl MediaFolder {
    /// A store in this folder, which is made when the first file is put.
    #[must_use]
    pub fn new(root: PathBuf) -> Self {
        Self { root }
    }

    /// Copies a file into the store; storing the same bytes twice is one file. `prefix` and `extension` are plain words.
    ///
    /// # Errors
    /// [`MediaError`]; then nothing was stored.
    pub fn put(&self, source: &Path, prefix: &str, extension: &str) -> Result<MediaLocation, MediaError> {
        let folder = self.place(prefix)?;
        make_private_folder(&folder).map_err(unavailable(&folder))?;
        let mut from = File::open(source).map_err(unavailable(source))?;
        let mut new = tempfile::Builder::new()
            .prefix(INCOMING)
            .permissions(fs::Permissions::from_mode(0o600))
            .tempfile_in(&folder)
            .map_err(unavailable(&folder))?;
        let (digest, length) = copy_and_hash(&mut from, new.as_file_mut(), source, &folder)?;
        let name = format!("{}.{extension}", hex::encode(digest));
        let path = folder.join(&name);
        // A file of the right length under its content's name is that content; anything else there is damaged, and replaced.
        if !fs::symlink_metadata(&path).is_ok_and(|there| there.is_file() && there.len() == length) {
            new.as_file().sync_all().map_err(unavailable(&path))?;
            new.persist(&path)
                .map_err(|failed| unavailable(&path)(failed.error))?;
            if let Err(cause) = File::open(&folder).and_then(|folder| folder.sync_all()) {
                // A name that may not last would be taken for a stored file at the next try.
                let _ = fs::remove_file(&path);
                return Err(unavailable(&folder)(cause));
            }
        }
        Ok(MediaLocation(format!("{prefix}/{name}")))
    }

    /// A stored file and its length in bytes.
    ///
    /// # Errors
    /// [`MediaError`]; never follows a symbolic link within the store.
    pub fn open(&self, location: &MediaLocation) -> Result<(File, u64), MediaError> {
        let path = self.path_of(location)?;
        let absent = |cause: io::Error| match cause.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => MediaError::Missing(location.0.clone()),
            _ => MediaError::Unavailable {
                path: path.clone(),
                cause,
            },
        };
        let mut step = self.root.clone();
        for part in Path::new(&location.0).components() {
            step.push(part);
            if fs::symlink_metadata(&step).map_err(absent)?.is_symlink() {
                return Err(MediaError::NotAPlace(location.0.clone()));
            }
        }
        let file = File::open(&path).map_err(absent)?;
        let facts = file.metadata().map_err(absent)?;
        if !facts.is_file() {
            return Err(MediaError::NotAPlace(location.0.clone()));
        }
        Ok((file, facts.len()))
    }

    /// Removes a file from the store; a file that does not exist is removed already.
    ///
    /// # Errors
    /// [`MediaError`]
    pub fn delete(&self, location: &MediaLocation) -> Result<(), MediaError> {
        let path = self.path_of(location)?;
        match fs::remove_file(&path) {
            Err(cause) if cause.kind() != io::ErrorKind::NotFound => {
                Err(MediaError::Unavailable { path, cause })
            }
            _ => Ok(()),
        }
    }

    /// Everything that is stored, in the order of the names.
    ///
    /// # Errors
    /// [`MediaError`]
    pub fn locations(&self) -> Result<Vec<MediaLocation>, MediaError> {
        let mut found = Vec::new();
        let mut folders = vec![PathBuf::new()];
        while let Some(within) = folders.pop() {
            let folder = self.root.join(&within);
            let entries = match fs::read_dir(&folder) {
                Err(cause) if cause.kind() == io::ErrorKind::NotFound => continue,
                other => other.map_err(unavailable(&folder))?,
            };
            for entry in entries {
                let entry = entry.map_err(unavailable(&folder))?;
                let kind = entry.file_type().map_err(unavailable(&folder))?;
                let place = within.join(entry.file_name());
                let Some(text) = place.to_str() else { continue };
                if kind.is_dir() {
                    folders.push(place);
                } else if kind.is_file() && !entry.file_name().as_encoded_bytes().starts_with(b".") {
                    found.push(MediaLocation(text.to_owned()));
                }
            }
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(found)
    }

    /// Removes what an ended process left half-written. Only for the holder of [`super::MediaStore::lock_to_change`]: then no process
    /// is still writing.
    ///
    /// # Errors
    /// [`MediaError`]
    pub fn remove_unfinished(&self) -> Result<(), MediaError> {
        let mut folders = vec![self.root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).map_err(unavailable(&folder))? {
                let entry = entry.map_err(unavailable(&folder))?;
                let path = entry.path();
                let kind = entry.file_type().map_err(unavailable(&path))?;
                if kind.is_dir() {
                    folders.push(path);
                } else if entry
                    .file_name()
                    .as_encoded_bytes()
                    .starts_with(INCOMING.as_bytes())
                {
                    fs::remove_file(&path).map_err(unavailable(&path))?;
                }
            }
        }
        Ok(())
    }

    /// Where a location's bytes lie on this machine.
    ///
    /// # Errors
    /// [`MediaError::NotAPlace`]
    pub fn path_of(&self, location: &MediaLocation) -> Result<PathBuf, MediaError> {
        self.place(&location.0)
    }

    /// The store's own folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn place(&self, within: &str) -> Result<PathBuf, MediaError> {
        if is_within_store(within) {
            Ok(self.root.join(within))
        } else {
            Err(MediaError::NotAPlace(within.to_owned()))
        }
    }
}

fn unavailable(path: &Path) -> impl FnOnce(io::Error) -> MediaError + Copy {
    move |cause| MediaError::Unavailable {
        path: path.to_path_buf(),
        cause,
    }
}

fn copy_and_hash(
    from: &mut File,
    into: &mut File,
    source: &Path,
    folder: &Path,
) -> Result<([u8; 32], u64), MediaError> {
    let mut hash = Sha256::new();
    let mut length = 0;
    let mut buffer = vec![0; 256 * 1024];
    loop {
        let count = match from.read(&mut buffer) {
            Ok(0) => return Ok((hash.finalize().into(), length)),
            Ok(count) => count,
            Err(again) if again.kind() == io::ErrorKind::Interrupted => continue,
            Err(cause) => return Err(unavailable(source)(cause)),
        };
        let part = buffer.get(..count).unwrap_or_default();
        hash.update(part);
        into.write_all(part).map_err(unavailable(folder))?;
        length += count as u64;
    }
}
