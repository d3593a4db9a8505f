//! The folder that a server without a mail server delivers to.

use std::{path::PathBuf, time::Instant};

use crate::{Server, server::TIMEOUT};

/// The delivered mails, oldest first.
#[must_use]
pub fn mails(server: &Server) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(server.data().join("outbox"))
        .into_iter()
        .flatten()
        .flatten();
    let files = entries.map(|entry| entry.path());
    let mut files: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|end| end == "eml"))
        .collect();
    files.sort();
    files
}

/// The `n`th mail, once it is there (delivery is a thread of the server's own), with quoted-printable text made plain.
#[must_use]
pub fn mail(server: &Server, n: usize) -> String {
    let start = Instant::now();
    loop {
        if let Some(file) = mails(server).get(n) {
            let text = std::fs::read_to_string(file).expect("a mail is a text");
            return text.replace("=\r\n", "").replace("=\n", "").replace("=3D", "=");
        }
        assert!(start.elapsed() < TIMEOUT, "mail {n} never came");
        std::thread::yield_now();
    }
}
