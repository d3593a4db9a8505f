//! Mails that were delivered: by a server to its folder, or by a test in a server's place.

use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use kernel::{JobOutcome, StoreError};
use mail::{MAIL_JOB, Mail, MailKind};
use mail_parser::{Encoding, MessageParser};
use persistence::Database;

use crate::{Server, waiting::found};

/// Delivers the mail whose turn it is, as a server does; `None` if none is due.
///
/// # Panics
/// If it cannot be read.
#[must_use]
#[track_caller]
pub fn next_mail(database: &Database, now: DateTime<Utc>) -> Option<Mail> {
    let delivered: Result<_, StoreError> = database.write(move |store| {
        let payloads = MailKind::ALL.map(MailKind::as_str);
        let Some(job) = store.claim_due_job(MAIL_JOB, &payloads, now)? else {
            return Ok(None);
        };
        let (due, mail) = store.due_mail(&job.key)?.expect("the mail of a job");
        store.mail_sent(due.id, job.attempts + 1, now)?;
        store.settle_job(&job, &JobOutcome::Done)?;
        Ok(Some(mail.expect("a mail that can be read")))
    });
    delivered.expect("the outbox")
}

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

/// The `n`th mail, once it is there (delivery is a thread of the server's own), as [`text_of`] reads it.
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

/// A mail as its file has it, with what is quoted-printable decoded. The other parts stay as they are: a token that begins with `3D` does
/// not lose it after `token=`.
///
/// # Panics
/// If the file is no mail in UTF-8.
#[must_use]
pub fn text_of(file: &Path) -> String {
    let raw = std::fs::read_to_string(file).expect("a mail is a text");
    let message = MessageParser::default().parse(&raw).expect("a mail");
    let mut text = String::new();
    let mut done = 0;
    for part in &message.parts {
        let (body, end) = (part.offset_body as usize, part.offset_end as usize);
        if let (Encoding::QuotedPrintable, Some(decoded)) = (part.encoding, part.text_contents()) {
            text.push_str(&raw[done..body]);
            text.push_str(decoded);
            done = end;
        }
    }
    text + &raw[done..]
}
