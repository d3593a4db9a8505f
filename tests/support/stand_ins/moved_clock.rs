//! A server's clock that a test moves: libfaketime reads the shift from a file.

use std::path::PathBuf;

use crate::{Engine, Server};

pub struct MovedClock(tempfile::NamedTempFile);

impl MovedClock {
    /// A clock that is right.
    #[must_use]
    pub fn new() -> Self {
        let clock = Self(tempfile::NamedTempFile::new().expect("a temporary file"));
        clock.shift("+0");
        clock
    }

    /// Sets the clock to so long after the true time, such as `+301` for seconds.
    pub fn shift(&self, by: &str) {
        std::fs::write(self.0.path(), format!("{by}\n")).expect("the file can be written");
    }

    /// A server under this clock.
    #[must_use]
    pub fn server(&self, engine: Engine) -> Server {
        let library = library();
        let clock = [
            ("LD_PRELOAD", library.to_str().expect("a path of ASCII")),
            (
                "FAKETIME_TIMESTAMP_FILE",
                self.0.path().to_str().expect("a path of ASCII"),
            ),
            ("FAKETIME_NO_CACHE", "1"),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
        ];
        Server::with(engine, &clock)
    }
}

impl Default for MovedClock {
    fn default() -> Self {
        Self::new()
    }
}

/// Where Debian puts it, on any architecture.
fn library() -> PathBuf {
    let folders = std::fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let found = folders
        .map(|folder| folder.path().join("faketime/libfaketimeMT.so.1"))
        .find(|path| path.exists());
    found.expect("libfaketime is missing: install Debian's package faketime (make test does)")
}
