//! A disk that is full, or that loses what it was to keep, for one process and as long as a test says.
//!
//! The process loads a small library before libc, which is compiled here by the C compiler that SQLite needs too. A real full disk
//! takes a mount, and a device that fails takes a kernel module; this takes neither, and can be turned on between two requests.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

const SOURCE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/support/stand_ins/failing_disk/failing_disk.c"
);

/// What fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiskFault {
    /// Every write: ENOSPC.
    Full,
    /// fsync of files and folders: EIO. What was written is read until the machine ends.
    Sync,
    /// fsync of folders alone, after which a new name may not last.
    FolderSync,
}

/// A disk that is well until [`Self::fail`].
pub struct FailingDisk {
    home: TempDir,
    disk: PathBuf,
}

/// The disk fails until this is dropped.
pub struct DiskFailure(PathBuf);

impl FailingDisk {
    /// Everything whose path begins with this one, which need not exist yet.
    #[must_use]
    pub fn over(disk: &Path) -> Self {
        let home = TempDir::new().expect("a temporary folder cannot be made");
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .arg(home.path().join("failing_disk.so"))
            .arg(SOURCE)
            .arg("-ldl")
            .status()
            .expect("cc (Debian's build-essential) cannot be run");
        assert!(compiled.success(), "{SOURCE} cannot be compiled");
        Self {
            home,
            disk: disk.to_owned(),
        }
    }

    /// What the process's environment needs.
    #[must_use]
    pub fn environment(&self) -> [(&'static str, String); 3] {
        let text = |path: &Path| path.to_str().expect("a path of letters").to_owned();
        [
            ("LD_PRELOAD", text(&self.home.path().join("failing_disk.so"))),
            ("FAILING_DISK", text(&self.disk)),
            ("FAILING_DISK_FAULTS", text(self.home.path())),
        ]
    }

    /// Lets the disk fail from now on.
    #[must_use]
    pub fn fail(&self, fault: DiskFault) -> DiskFailure {
        let name = match fault {
            DiskFault::Full => "full",
            DiskFault::Sync => "sync",
            DiskFault::FolderSync => "folder-sync",
        };
        let path = self.home.path().join(name);
        File::create(&path).expect("the fault can be turned on");
        DiskFailure(path)
    }
}

impl Drop for DiskFailure {
    fn drop(&mut self) {
        fs::remove_file(&self.0).expect("the fault can be turned off");
    }
}
