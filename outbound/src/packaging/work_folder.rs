//! The folder in which one video is packaged: finished steps are files there, and one process at a time works in it.

use std::{
    collections::HashSet,
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use courses::{MediaLocation, RECIPE};

use super::error::PackagingError;
use crate::private_folder::make_private_folder;

/// What ends the name of an unfinished step.
const PART: &str = ".part";

pub(crate) struct WorkFolder {
    path: PathBuf,
    /// The system releases it when the process ends, however it ends.
    _lock: File,
}

impl WorkFolder {
    /// The folder of a source, once no other process works in it.
    pub(crate) fn open(work: &Path, source: &MediaLocation) -> Result<Self, PackagingError> {
        let path = work.join(name_of(source));
        loop {
            make_private_folder(&path).map_err(cannot(&path))?;
            let lock = File::open(&path).map_err(cannot(&path))?;
            lock.lock().map_err(cannot(&path))?;
            // The process that had it before may have finished and removed it.
            if is_the_same(&lock, &path) {
                return Ok(Self { path, _lock: lock });
            }
        }
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Does a step unless it was done before: `make` writes the file, which has its name only when it is whole.
    pub(crate) fn step<T, E: From<PackagingError>>(
        &self,
        name: &str,
        make: impl FnOnce(&mut File, &Path) -> Result<T, E>,
    ) -> Result<Option<T>, E> {
        let path = self.file(name);
        if path.is_file() {
            return Ok(None);
        }
        let part = self.file(&format!("{name}{PART}"));
        let mut file = File::create(&part).map_err(cannot(&part))?;
        let made = make(&mut file, &part).and_then(|made| {
            file.sync_all().map_err(cannot(&path))?;
            fs::rename(&part, &path).map_err(cannot(&path))?;
            Ok(made)
        });
        if made.is_err() {
            // What is not whole takes no room; that it stays is no failure of its own.
            let _ = fs::remove_file(&part);
        }
        made.map(Some)
    }

    /// [`Self::step`] for bytes that are at hand.
    pub(crate) fn put(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, PackagingError> {
        self.step(name, |file, path| file.write_all(bytes).map_err(cannot(path)))?;
        Ok(self.file(name))
    }

    /// Removes everything.
    pub(crate) fn remove(self) -> Result<(), PackagingError> {
        fs::remove_dir_all(&self.path).map_err(cannot(&self.path))
    }
}

/// Removes the folders of sources that no course has any more, but for those in which a process works.
pub(crate) fn remove_abandoned(
    work: &Path,
    sources: &mut dyn Iterator<Item = &MediaLocation>,
) -> Result<(), PackagingError> {
    let entries = match fs::read_dir(work) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(()),
        other => other.map_err(cannot(work))?,
    };
    let wanted: HashSet<_> = sources.map(name_of).collect();
    for entry in entries {
        let path = entry.map_err(cannot(work))?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if !path.is_dir() || wanted.contains(&name) {
            continue;
        }
        let lock = File::open(&path).map_err(cannot(&path))?;
        if lock.try_lock().is_ok() {
            fs::remove_dir_all(&path).map_err(cannot(&path))?;
        }
    }
    Ok(())
}

/// The source's digest and the recipe.
fn name_of(source: &MediaLocation) -> String {
    let name: String = source
        .0
        .rsplit('/')
        .next()
        .unwrap_or_default()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    format!("{name}-recipe-{RECIPE}")
}

fn is_the_same(open: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (open.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(there)) => (open.dev(), open.ino()) == (there.dev(), there.ino()),
        _ => false,
    }
}

pub(crate) fn cannot(path: &Path) -> impl FnOnce(io::Error) -> PackagingError + use<> {
    let path = path.to_path_buf();
    move |cause| PackagingError::Work { path, cause }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source() -> MediaLocation {
        MediaLocation(String::from("videos/abc.mp4"))
    }

    #[test]
    fn a_step_is_done_once_and_is_never_half_there() {
        let work = tempfile::tempdir().unwrap();
        let folder = WorkFolder::open(work.path(), &source()).unwrap();
        let failing = folder.step("a", |file, part| {
            file.write_all(b"half").map_err(cannot(part))?;
            Err::<(), _>(cannot(part)(io::Error::from(io::ErrorKind::StorageFull)))
        });
        assert!(failing.is_err());
        assert_eq!(
            fs::read_dir(work.path().join(name_of(&source())))
                .unwrap()
                .count(),
            0
        );
        let path = folder.put("a", b"whole").unwrap();
        folder.put("a", b"other").unwrap();
        assert_eq!(fs::read(path).unwrap(), b"whole");
        folder.remove().unwrap();
        assert_eq!(fs::read_dir(work.path()).unwrap().count(), 0);
    }

    #[test]
    fn abandoned_folders_go_and_folders_at_work_stay() {
        let work = tempfile::tempdir().unwrap();
        let other = MediaLocation(String::from("videos/other.mp4"));
        let gone = MediaLocation(String::from("videos/gone.mp4"));
        drop(WorkFolder::open(work.path(), &source()).unwrap());
        drop(WorkFolder::open(work.path(), &gone).unwrap());
        let busy = WorkFolder::open(work.path(), &other).unwrap();
        remove_abandoned(work.path(), &mut [source()].iter()).unwrap();
        let mut left: Vec<_> = fs::read_dir(work.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, [name_of(&source()), name_of(&other)]);
        drop(busy);
        assert!(remove_abandoned(&work.path().join("none"), &mut [].iter()).is_ok());
    }
}
