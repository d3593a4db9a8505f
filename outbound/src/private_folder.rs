//! Folders for their owner alone, under any umask.

use std::{fs::DirBuilder, io, os::unix::fs::DirBuilderExt, path::Path};

/// Makes a folder, and those above it, with mode 0700; a folder that exists stays as it is.
pub(crate) fn make_private_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}
