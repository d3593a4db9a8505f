//! A file whose bytes reach the disk as they are written.

use std::{
    fs::File,
    io::{self, Write},
};

/// Bytes that wait for the disk, at most.
const UNFLUSHED: usize = 1 << 20;

/// Flushed to the disk every megabyte. What is not flushed has to be written before a commit of a database on the same disk ends
/// (ext4's ordered data), so gigabytes of it would keep its members waiting.
pub struct FlushedFile<'a> {
    file: &'a mut File,
    unflushed: usize,
}

impl<'a> FlushedFile<'a> {
    pub fn new(file: &'a mut File) -> Self {
        Self { file, unflushed: 0 }
    }
}

impl Write for FlushedFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.unflushed += written;
        if self.unflushed >= UNFLUSHED {
            self.file.sync_data()?;
            self.unflushed = 0;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
