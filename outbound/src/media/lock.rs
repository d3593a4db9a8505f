//! Who may change the media store now: one process that stores and removes files, or any number that copy them out.
//!
//! Serving a video takes no lock: a stored file never changes. The lock is a file: in the store's folder, which a network file system may
//! share, and for a bucket on this machine. Not every S3-compatible store can keep a lock, so the machines that share a bucket agree by
//! their database ([`MediaLocks`]).

use std::{
    fs::{File, OpenOptions, TryLockError},
    io,
    os::unix::fs::OpenOptionsExt,
    path::Path,
};

use courses::{HeldMediaLock, MediaLocks};
use kernel::StoreError;

use super::{MediaError, MediaStore};
use crate::private_folder::make_private_folder;

/// Hidden, so that it is no file of the store.
const FILE_NAME: &str = ".lock";

/// Held until dropped; the system releases it when the process ends, however it ends.
#[derive(Debug)]
pub struct MediaLock {
    // Dropped first, so that a process that waits for the file finds the other lock free.
    shared: Option<Box<dyn HeldMediaLock>>,
    _file: Option<File>,
}

impl MediaLock {
    /// That the lock is still held; to be asked before files are removed, which another process may have stored once it is lost.
    ///
    /// # Errors
    /// [`MediaError::LockLost`]
    pub fn check(&mut self) -> Result<(), MediaError> {
        match &mut self.shared {
            Some(lock) => lock.check().map_err(MediaError::LockLost),
            None => Ok(()),
        }
    }
}

impl MediaStore {
    /// The right to store and remove files, once no other process has it. `waiting` is called before a wait.
    ///
    /// # Errors
    /// [`MediaError::Unavailable`], [`MediaError::NoLock`]
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
        let shared = self.wait_for(
            || file.try_lock(),
            || file.lock(),
            |locks, waiting| locks.lock_to_change(waiting),
            waiting,
        )?;
        Ok(MediaLock {
            shared,
            _file: Some(file),
        })
    }

    /// Removes what ended processes left half-written, unless a process of this machine is storing files now. For a server, from time to
    /// time.
    ///
    /// # Errors
    /// [`MediaError`]
    pub fn remove_unfinished_if_idle(&self) -> Result<(), MediaError> {
        // Where nothing was ever stored there is nothing to remove.
        let file = match File::open(self.lock_folder().join(FILE_NAME)) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(()),
            other => other.map_err(|cause| self.unreachable(cause))?,
        };
        match file.try_lock() {
            // What is removed was begun on this machine, so the lock of the others is not needed.
            Ok(()) => self.remove_unfinished(),
            Err(TryLockError::WouldBlock) => Ok(()),
            Err(TryLockError::Error(cause)) => Err(self.unreachable(cause)),
        }
    }

    /// That no process removes files for a while, once none does. `waiting` is called before a wait.
    ///
    /// # Errors
    /// [`MediaError::Unavailable`], [`MediaError::NoLock`]
    pub fn lock_to_copy(&self, waiting: &mut dyn FnMut()) -> Result<MediaLock, MediaError> {
        // Where nothing was ever stored there is nothing to hold.
        let file = match File::open(self.lock_folder().join(FILE_NAME)) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => None,
            other => Some(other.map_err(|cause| self.unreachable(cause))?),
        };
        let shared = self.wait_for(
            || file.as_ref().map_or(Ok(()), File::try_lock_shared),
            || file.as_ref().map_or(Ok(()), File::lock_shared),
            |locks, waiting| locks.lock_to_copy(waiting),
            waiting,
        )?;
        Ok(MediaLock { shared, _file: file })
    }

    /// Waits for the file of this machine, and then for the lock that the machines of a bucket share, where they share a database; says
    /// once that it waits.
    fn wait_for(
        &self,
        try_file: impl FnOnce() -> Result<(), TryLockError>,
        file: impl FnOnce() -> io::Result<()>,
        shared: impl FnOnce(&dyn MediaLocks, &mut dyn FnMut()) -> Result<Box<dyn HeldMediaLock>, StoreError>,
        waiting: &mut dyn FnMut(),
    ) -> Result<Option<Box<dyn HeldMediaLock>>, MediaError> {
        let mut has_waited = false;
        let mut wait = || {
            if !has_waited {
                waiting();
                has_waited = true;
            }
        };
        match try_file() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                wait();
                file().map_err(|cause| self.unreachable(cause))?;
            }
            Err(TryLockError::Error(cause)) => return Err(self.unreachable(cause)),
        }
        let locks = self.bucket().and_then(|bucket| bucket.locks());
        locks
            .map(|locks| shared(locks, &mut wait))
            .transpose()
            .map_err(MediaError::NoLock)
    }

    fn unreachable(&self, cause: io::Error) -> MediaError {
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
