//! Mail to a folder: what happens to mails while there is no mail server. Any mail program opens the files.

use std::{
    fs::File,
    io::{self, Write},
    path::PathBuf,
};

use ::mail::Mail;
use chrono::{DateTime, Utc};

use super::{
    letterhead::Letterhead,
    message::{DeliveryError, MailDelivery, message},
};
use crate::private_folder::make_private_folder;

/// A folder of `.eml` files, one a mail, readable by their owner alone: a mail may carry a key.
#[derive(Debug, Clone)]
pub struct MailFolder {
    folder: PathBuf,
    letterhead: Letterhead,
}

impl MailFolder {
    /// A folder, which is made with the first mail, and what stands on its mails.
    #[must_use]
    pub fn new(folder: PathBuf, letterhead: Letterhead) -> Self {
        Self { folder, letterhead }
    }

    /// Writes one mail and returns where; its name begins with the time in UTC, so that names sort by age.
    ///
    /// # Errors
    /// [`DeliveryError`]; then there is no file.
    pub fn write(&self, mail: &Mail, name: &str) -> Result<PathBuf, DeliveryError> {
        let now = std::time::SystemTime::now();
        let mut random = [0_u8; 12];
        getrandom::fill(&mut random).map_err(|cause| DeliveryError::Unavailable(cause.to_string()))?;
        let random = hex::encode(random);
        let bytes = message(mail, &self.letterhead, now, name)?.formatted();
        let stamp = DateTime::<Utc>::from(now).format("%Y%m%dT%H%M%S%.3fZ");
        let path = self
            .folder
            .join(format!("{stamp}-{}-{random}.eml", mail.kind.as_str()));
        self.keep(&path, &bytes)
            .map_err(|cause| DeliveryError::Unavailable(format!("{}: {cause}", path.display())))?;
        Ok(path)
    }

    fn keep(&self, path: &PathBuf, bytes: &[u8]) -> io::Result<()> {
        make_private_folder(&self.folder)?;
        // The temporary file is made with mode 0600, and its name does not end in .eml.
        let mut new = tempfile::Builder::new()
            .prefix(".mail-")
            .tempfile_in(&self.folder)?;
        new.write_all(bytes)?;
        new.as_file().sync_all()?;
        new.persist_noclobber(path).map_err(|failed| failed.error)?;
        File::open(&self.folder)?.sync_all()
    }
}

impl MailDelivery for MailFolder {
    fn deliver(&self, mail: &Mail, name: &str) -> Result<(), DeliveryError> {
        self.write(mail, name).map(|_| ())
    }
}
