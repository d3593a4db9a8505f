//! The keys of one purpose while one replaces another: what is written is written with the newest, and either reads it.

use std::fmt;

use secrecy::{ExposeSecret, SecretBox};

/// One key, or the newest and the key that it replaces. Shows neither in `Debug`.
pub struct KeyRing<const BYTES: usize> {
    newest: SecretBox<[u8; BYTES]>,
    older: Option<SecretBox<[u8; BYTES]>>,
}

impl<const BYTES: usize> KeyRing<BYTES> {
    #[must_use]
    pub fn new(newest: [u8; BYTES], older: Option<[u8; BYTES]>) -> Self {
        let kept = |key| SecretBox::new(Box::new(key));
        Self {
            newest: kept(newest),
            older: older.map(kept),
        }
    }

    /// What to write with.
    #[must_use]
    pub fn newest(&self) -> &[u8; BYTES] {
        self.newest.expose_secret()
    }

    /// The key that is replaced; `None` without one.
    #[must_use]
    pub fn older(&self) -> Option<&[u8; BYTES]> {
        self.older.as_ref().map(ExposeSecret::expose_secret)
    }

    /// What to read with, the newest first.
    pub fn all(&self) -> impl Iterator<Item = &[u8; BYTES]> {
        std::iter::once(self.newest()).chain(self.older())
    }
}

impl<const BYTES: usize> From<[u8; BYTES]> for KeyRing<BYTES> {
    fn from(key: [u8; BYTES]) -> Self {
        Self::new(key, None)
    }
}

impl<const BYTES: usize> Clone for KeyRing<BYTES> {
    fn clone(&self) -> Self {
        Self::new(*self.newest(), self.older().copied())
    }
}

impl<const BYTES: usize> fmt::Debug for KeyRing<BYTES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyRing(..)")
    }
}
