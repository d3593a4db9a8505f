//! Files of a course folder that its manifest does not name, directly or by another file: probably mistakes.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use super::{folder_lesson::MANIFEST, problem::FolderProblem};

/// More are counted, not named.
const MAX_NAMED: usize = 20;
/// A folder with more files than this is something else than a course.
const MAX_FILES: usize = 20_000;

/// A warning for each file that is not among `named`, which are real paths below `root`; hidden files are left out.
pub(super) fn unused_files(folder: &Path, root: &Path, named: &BTreeSet<PathBuf>) -> Vec<FolderProblem> {
    let mut unused = Vec::new();
    let (mut folders, mut seen) = (vec![root.to_path_buf()], 0);
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).into_iter().flatten().flatten() {
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            let Ok(kind) = entry.file_type() else { continue };
            seen += 1;
            if is_hidden || seen > MAX_FILES {
                continue;
            }
            // A link is not followed: what is named through it is known by its real path.
            if kind.is_dir() {
                folders.push(entry.path());
            } else if kind.is_file() && !named.contains(&entry.path()) {
                unused.push(entry.path());
            }
        }
    }
    unused.retain(|path| *path != root.join(MANIFEST));
    unused.sort();
    let more = unused.len().saturating_sub(MAX_NAMED);
    let warning = |file: PathBuf, problem: String| FolderProblem {
        file,
        line: 1,
        problem,
    };
    let mut warnings: Vec<_> = unused
        .iter()
        .take(MAX_NAMED)
        .filter_map(|path| path.strip_prefix(root).ok())
        .map(|name| warning(folder.join(name), String::from("is not used by the course")))
        .collect();
    if more > 0 {
        let problem = format!("{more} more files of the folder are not used by the course");
        warnings.push(warning(folder.join(MANIFEST), problem));
    }
    warnings
}
