//! Recovery codes: ten for each second factor, shown once, each used once.

use data_encoding::BASE32_NOPAD;
use sha2::{Digest, Sha256};

/// How many a member gets.
pub const RECOVERY_CODES: usize = 10;

/// 120 bits: over the 112 from which on a plain hash is enough (OWASP ASVS 6.5.2).
pub const RECOVERY_CODE_BYTES: usize = 15;
const CODE_CHARS: usize = 24;
/// Characters between two dashes.
const GROUP: usize = 6;

/// A recovery code: 24 letters and digits from 2 to 7, in groups of six.
#[derive(Clone)]
pub struct RecoveryCode(String);

impl RecoveryCode {
    #[must_use]
    pub fn from_random(bytes: [u8; RECOVERY_CODE_BYTES]) -> Self {
        Self(BASE32_NOPAD.encode(&bytes))
    }

    /// Takes a code without spaces and dashes, in capitals; `None` if the text cannot be a code.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let known = |byte: u8| byte.is_ascii_uppercase() || matches!(byte, b'2'..=b'7');
        let is_code = text.len() == CODE_CHARS && text.bytes().all(known);
        is_code.then(|| Self(text.to_owned()))
    }

    /// As it is shown, once: `ABCDEF-GHIJKL-MNOPQR-STUVWX`.
    #[must_use]
    pub fn reveal(&self) -> String {
        let chars: Vec<char> = self.0.chars().collect();
        let groups: Vec<String> = chars.chunks(GROUP).map(|group| group.iter().collect()).collect();
        groups.join("-")
    }

    /// What the database knows of it.
    #[must_use]
    pub fn hash(&self) -> RecoveryCodeHash {
        RecoveryCodeHash(Sha256::digest(self.0.as_bytes()).into())
    }
}

impl std::fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RecoveryCode(..)")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecoveryCodeHash(pub [u8; 32]);
