//! Folders for what is half done, which are removed with the work: at its end, or, where the work was killed, before the next work of its kind.

use std::{
    fs::{self, File, OpenOptions, Permissions},
    io,
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::Path,
    time::Duration,
};

use tempfile::TempDir;

/// Held locked as long as the work goes on; the system releases it when the process ends, however it ends.
const LOCK: &str = "lock";
/// Between the making of a folder and the lock on it.
const NEW: Duration = Duration::from_secs(60);

pub struct Scratch {
    folder: TempDir,
    _lock: File,
}

impl Scratch {
    /// A new folder in another, for its owner alone; `prefix` begins its name and that of no other kind of work.
    pub fn begin(folder: &Path, prefix: &str) -> io::Result<Self> {
        remove_abandoned(folder, prefix);
        let folder = tempfile::Builder::new()
            .prefix(prefix)
            .permissions(Permissions::from_mode(0o700))
            .tempdir_in(folder)?;
        let lock = OpenOptions::new()
            .create_new(true)
            .write(true)
            .mode(0o600)
            .open(folder.path().join(LOCK))?;
        lock.lock()?;
        Ok(Self { folder, _lock: lock })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// What cannot be removed costs room and nothing else.
fn remove_abandoned(folder: &Path, prefix: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_old = || -> io::Result<bool> {
            let facts = fs::symlink_metadata(entry.path())?;
            let age = facts.modified()?.elapsed().unwrap_or_default();
            Ok(facts.is_dir() && age > NEW)
        };
        if name.as_encoded_bytes().starts_with(prefix.as_bytes())
            && is_old().unwrap_or(false)
            && is_abandoned(&entry.path().join(LOCK))
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn is_abandoned(lock: &Path) -> bool {
    match File::open(lock) {
        Ok(file) => file.try_lock().is_ok(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn what_a_killed_process_left_is_removed_and_what_is_at_work_stays() {
        let folder = tempfile::tempdir().unwrap();
        let old = SystemTime::now() - Duration::from_secs(3_600);
        let age = |path: &Path| File::open(path).unwrap().set_modified(old).unwrap();
        let at_work = Scratch::begin(folder.path(), ".work-").unwrap();
        age(at_work.path());
        let left = folder.path().join(".work-left");
        fs::create_dir(&left).unwrap();
        fs::write(left.join(LOCK), "").unwrap();
        fs::write(left.join("portal.db"), "members").unwrap();
        age(&left);
        let another = folder.path().join(".other-left");
        fs::create_dir(&another).unwrap();
        age(&another);
        let next = Scratch::begin(folder.path(), ".work-").unwrap();
        assert!(!left.exists());
        assert!(at_work.path().exists() && another.exists() && next.path().exists());
        let path = next.path().to_owned();
        drop(next);
        assert!(!path.exists());
    }
}
