//! A backup's file, opened once and read several times; decrypted as it is read.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

use secrecy::SecretString;

use super::encryption::{MAGIC, ReadSeek, decrypt};

const BUFFER: usize = 256 * 1024;

pub struct BackupFile {
    path: PathBuf,
    content: Content,
}

enum Content {
    Open(Box<dyn ReadSeek>),
    /// Its passphrase is not known yet.
    Encrypted(File),
}

impl BackupFile {
    /// # Errors
    /// Why it cannot be read, for people.
    pub fn open(path: &Path) -> Result<Self, String> {
        let mut file = File::open(path).map_err(|cause| cause.to_string())?;
        let mut first = Vec::with_capacity(MAGIC.len());
        (&mut file)
            .take(MAGIC.len() as u64)
            .read_to_end(&mut first)
            .and_then(|_| file.rewind())
            .map_err(|cause| cause.to_string())?;
        let content = if first == MAGIC {
            Content::Encrypted(file)
        } else {
            Content::Open(Box::new(BufReader::with_capacity(BUFFER, file)))
        };
        Ok(Self {
            path: path.to_path_buf(),
            content,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn needs_passphrase(&self) -> bool {
        matches!(self.content, Content::Encrypted(_))
    }

    /// # Errors
    /// Why its content cannot be read, for people.
    pub fn decrypt(&mut self, passphrase: &SecretString) -> Result<(), String> {
        if let Content::Encrypted(file) = &self.content {
            let file = file.try_clone().map_err(|cause| cause.to_string())?;
            self.content = Content::Open(decrypt(BufReader::with_capacity(BUFFER, file), passphrase)?);
        }
        Ok(())
    }

    /// Its content from the first byte on.
    ///
    /// # Errors
    /// Why it cannot be read, for people.
    pub fn content(&mut self) -> Result<&mut dyn ReadSeek, String> {
        match &mut self.content {
            Content::Encrypted(_) => Err(String::from("it is encrypted")),
            Content::Open(reader) => {
                reader
                    .seek(SeekFrom::Start(0))
                    .map_err(|cause: io::Error| cause.to_string())?;
                Ok(reader.as_mut())
            }
        }
    }
}
