//! Why a stored file cannot be had.

use std::{io, path::PathBuf};

use kernel::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum MediaError {
    /// No such file is stored.
    #[error("the media store holds no {0}")]
    Missing(String),
    /// The location leaves the store, or is no name of a file.
    #[error("{0:?} is no place in the media store")]
    NotAPlace(String),
    /// A file or folder of this machine cannot be read or written now.
    #[error("{} cannot be reached: {cause}", .path.display())]
    Unavailable { path: PathBuf, cause: io::Error },
    /// The S3-compatible store does not do what it is asked to; `problem` follows its address and holds no secret.
    #[error("{address}: {problem}")]
    Bucket { address: String, problem: String },
    /// The lock that the machines of a bucket share cannot be had.
    #[error("the lock on the media store is kept by the database, and {0}; `portal doctor` says more")]
    NoLock(StoreError),
    /// What keeps that lock was lost, and another process may have it by now.
    #[error("the lock on the media store was lost: {0}")]
    LockLost(StoreError),
}
