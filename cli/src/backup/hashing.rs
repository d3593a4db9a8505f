//! Readers and writers that compute the SHA-256 of what passes through them.

use std::io::{self, Read, Write};

use sha2::{Digest, Sha256};

/// Counts and hashes what is written.
pub struct HashingWriter<W> {
    inner: W,
    hash: Sha256,
    length: u64,
}

impl<W: Write> HashingWriter<W> {
    pub fn new(inner: W) -> Self {
        Self {
            inner,
            hash: Sha256::new(),
            length: 0,
        }
    }

    /// How many bytes were written.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The digest of all that was written until now, in hexadecimal digits.
    pub fn digest(&self) -> String {
        hex::encode(self.hash.clone().finalize())
    }
}

impl<W: Write> Write for HashingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.length += count as u64;
        self.hash.update(bytes.get(..count).unwrap_or_default());
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Counts and hashes what is read.
pub struct HashingReader<R> {
    inner: R,
    hash: Sha256,
    length: u64,
    failed: bool,
}

impl<R: Read> HashingReader<R> {
    pub fn new(inner: R) -> Self {
        Self {
            inner,
            hash: Sha256::new(),
            length: 0,
            failed: false,
        }
    }

    /// How many bytes were read.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Whether a read failed, so that an error of a copy is the reader's and not the writer's.
    pub fn failed(&self) -> bool {
        self.failed
    }

    /// The digest of all that was read, in hexadecimal digits.
    pub fn digest(&self) -> String {
        hex::encode(self.hash.clone().finalize())
    }
}

impl<R: Read> Read for HashingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer).inspect_err(|error| {
            self.failed = error.kind() != io::ErrorKind::Interrupted;
        })?;
        self.hash.update(buffer.get(..count).unwrap_or_default());
        self.length += count as u64;
        Ok(count)
    }
}

/// Hashes what is read but for the last bytes, which it keeps.
pub struct TailReader<R> {
    inner: R,
    hash: Sha256,
    tail: Vec<u8>,
    keep: usize,
    length: u64,
    at_end: bool,
}

impl<R: Read> TailReader<R> {
    /// Keeps so many bytes.
    pub fn new(inner: R, keep: usize) -> Self {
        Self {
            inner,
            hash: Sha256::new(),
            tail: Vec::new(),
            keep,
            length: 0,
            at_end: false,
        }
    }

    /// How many bytes were read.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Whether the end was read.
    pub fn at_end(&self) -> bool {
        self.at_end
    }

    /// The digest of all but the last bytes in hexadecimal digits, and these bytes; fewer where there were no more.
    pub fn end(self) -> (String, Vec<u8>) {
        (hex::encode(self.hash.finalize()), self.tail)
    }
}

impl<R: Read> Read for TailReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer).inspect_err(|error| {
            self.at_end |= error.kind() == io::ErrorKind::UnexpectedEof;
        })?;
        self.at_end |= count == 0 && !buffer.is_empty();
        self.length += count as u64;
        self.tail
            .extend_from_slice(buffer.get(..count).unwrap_or_default());
        if let Some(passed) = self.tail.len().checked_sub(self.keep) {
            self.hash.update(self.tail.get(..passed).unwrap_or_default());
            self.tail.drain(..passed);
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tail_is_kept_out_of_the_digest_however_it_is_read() {
        let bytes: Vec<u8> = (0..=255).cycle().take(5_000).collect();
        let (hashed, kept) = bytes.split_at(4_000);
        for step in [1, 7, 999, 1_000, 1_001, 4_096, 10_000] {
            let mut reader = TailReader::new(&bytes[..], 1_000);
            let mut buffer = vec![0; step];
            while reader.read(&mut buffer).unwrap() > 0 {}
            assert!(reader.at_end());
            assert_eq!(reader.end(), (hex::encode(Sha256::digest(hashed)), kept.to_vec()));
        }
        let mut short = TailReader::new(&b"abc"[..], 1_000);
        io::copy(&mut short, &mut io::sink()).unwrap();
        assert_eq!(short.end().1, b"abc");
    }
}
