//! What stops the packaging of all videos, as opposed to a single video that cannot be packaged.

use std::{io, path::PathBuf};

use kernel::StoreError;

use crate::media::MediaError;

/// What stops packaging; displays as one line. What was finished before stays finished.
#[derive(Debug, thiserror::Error)]
pub enum PackagingError {
    #[error("{} cannot be written: {cause}", .path.display())]
    Work { path: PathBuf, cause: io::Error },
    #[error(transparent)]
    Media(#[from] MediaError),
    #[error(transparent)]
    Store(#[from] StoreError),
}
