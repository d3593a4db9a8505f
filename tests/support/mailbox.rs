//! The folder that a server without a mail server delivers to.

use std::path::{Path, PathBuf};

use crate::{Server, waiting::found};

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
#[track_caller]
pub fn mail(server: &Server, n: usize) -> String {
    found(format!("mail {n} comes"), || {
        mails(server).get(n).map(|file| text_of(file))
    })
}

/// The first mail that contains this, once it is there. Mails of one moment lie in the folder in any order, so none has a number.
///
/// # Panics
/// If no such mail comes.
#[must_use]
#[track_caller]
pub fn mail_with(server: &Server, part: &str) -> String {
    found(format!("a mail with {part} comes"), || {
        let texts = mails(server);
        let mut texts = texts.iter().map(|file| text_of(file));
        texts.find(|text| text.contains(part))
    })
}

fn text_of(file: &Path) -> String {
    let text = std::fs::read_to_string(file).expect("a mail is a text");
    text.replace("=\r\n", "").replace("=\n", "").replace("=3D", "=")
}
