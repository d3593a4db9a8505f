//! Who may change the media store now: one process that stores and removes files, or any number that copy them out.
//!
//! Serving a video takes no lock: a stored file never changes. For a bucket the lock is a file of this machine, because not every
//! S3-compatible store can keep one: imports into one bucket are made from one machine (docs/operating.md).

use std::{
    fs::{File, OpenOptions, TryLockError},
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

use super::{MediaError, MediaStore};
use crate::private_folder::make_private_folder;

/// Hidden, so that it is no file of the store.
const FILE_NAME: &str = ".lock";

/// Held until dropped; the system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub struct MediaLock {
    _file: Option<File>,
}

impl MediaStore {
    /// The right to store and remove files, once no other process has it. `waiting` is called before a wait.
    ///
    /// # Errors
    /// [`MediaError::Unavailable`]
    pub fn lock_to_change(&self, waiting: &mut dyn FnMut()) -> Result<MediaLock, MediaError> {
        let folder = self.lock_folder();
        make_private_folder(folder).map_err(|cause| self.unreachable(cause))?;
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .mode(0o600)
            .open(self.lock_folder().join(FILE_NAME))
            .map_err(|cause| self.unreachable(cause))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                waiting();
                file.lock().map_err(|cause| self.unreachable(cause))?;
            }
            Err(TryLockError::Error(cause)) => return Err(self.unreachable(cause)),
        }
        Ok(MediaLock { _file: Some(file) })
    }

    /// That no process removes files for a while; waits for one that does now.
    ///
    /// # Errors
    /// [`MediaError::Unavailable`]
    pub fn lock_to_copy(&self) -> Result<MediaLock, MediaError> {
        // Where nothing was ever stored there is nothing to hold.
        let _file = match File::open(self.lock_folder().join(FILE_NAME)) {
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => None,
            other => Some(other.map_err(|cause| self.unreachable(cause))?),
        };
        if let Some(file) = &_file {
            file.lock_shared().map_err(|cause| self.unreachable(cause))?;
        }
        Ok(MediaLock { _file })
    }

    fn unreachable(&self, cause: std::io::Error) -> MediaError {
        MediaError::Unavailable {
            path: self.lock_folder().to_path_buf(),
            cause,
        }
    }

    fn lock_folder(&self) -> &Path {
        match self {
            Self::Folder(folder) => folder.root(),
            Self::Bucket(bucket) => bucket.uploads(),
        }
    }
}
