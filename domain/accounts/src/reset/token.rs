//! The token in a reset link, and its hash.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

/// The secret in a reset link: 256 random bits.
#[derive(Clone)]
pub struct ResetToken(String);

impl ResetToken {
    #[must_use]
    pub fn from_random(bytes: [u8; 32]) -> Self {
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Takes the token of a request; any text, valid or not.
    #[must_use]
    pub fn presented(text: &str) -> Self {
        Self(text.to_owned())
    }

    #[must_use]
    pub fn hash(&self) -> ResetTokenHash {
        ResetTokenHash(Sha256::digest(self.0.as_bytes()).into())
    }

    /// The page that sets a new password, on the site's public origin (never on a request's `Host`).
    #[must_use]
    pub fn link(&self, public_url: &str) -> String {
        format!("{public_url}/reset-password?token={}", self.0)
    }
}

impl std::fmt::Debug for ResetToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ResetToken(..)")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResetTokenHash(pub [u8; 32]);
