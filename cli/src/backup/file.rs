//! A backup's file, opened once and read several times.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

const BUFFER: usize = 256 * 1024;
/// What a file under `age` begins with (age-encryption.org/v1), with armor and without.
const AGE: [&[u8]; 2] = [b"age-encryption.org/", b"-----BEGIN AGE ENCRYPTED FILE-----"];

pub struct BackupFile {
    path: PathBuf,
    reader: BufReader<File>,
}

impl BackupFile {
    /// # Errors
    /// Why it cannot be read, for people.
    pub fn open(path: &Path) -> Result<Self, String> {
        let mut reader =
            BufReader::with_capacity(BUFFER, File::open(path).map_err(|cause| cause.to_string())?);
        let mut first = Vec::new();
        (&mut reader)
            .take(64)
            .read_to_end(&mut first)
            .map_err(|cause| cause.to_string())?;
        if AGE.iter().any(|magic| first.starts_with(magic)) {
            return Err(String::from(
                "it is encrypted; `age --decrypt` writes the backup that is in it, restore that",
            ));
        }
        Ok(Self {
            path: path.to_path_buf(),
            reader,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its content from the first byte on.
    ///
    /// # Errors
    /// Why it cannot be read, for people.
    pub fn content(&mut self) -> Result<&mut BufReader<File>, String> {
        let rewound = self.reader.seek(SeekFrom::Start(0));
        rewound.map_err(|cause: io::Error| match cause.kind() {
            io::ErrorKind::NotSeekable => {
                String::from("it is a pipe, and a backup is read more than once; write it to a file first")
            }
            _ => cause.to_string(),
        })?;
        Ok(&mut self.reader)
    }
}
