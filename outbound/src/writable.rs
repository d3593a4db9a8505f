//! Whether files can be made in a folder.

use std::path::Path;

/// Makes sure that files can be made in a folder, or, before it exists, in the nearest one above it; leaves nothing there.
///
/// # Errors
/// What is in the way, in a sentence.
pub fn check_writable(folder: &Path) -> Result<(), String> {
    let current = std::env::current_dir().unwrap_or_default();
    let whole = current.join(folder);
    let nearest = whole.ancestors().find(|path| path.exists()).unwrap_or(&current);
    if !nearest.is_dir() {
        return Err(format!("{} is not a folder", nearest.display()));
    }
    tempfile::tempfile_in(nearest)
        .map(|_| ())
        .map_err(|cause| format!("{} cannot be written: {cause}", folder.display()))
}
