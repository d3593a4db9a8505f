//! The token in a link that proves an address, and its hash.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

/// The secret in a link: 256 random bits.
#[derive(Clone)]
pub struct VerifyToken(String);

impl VerifyToken {
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
    pub fn hash(&self) -> VerifyTokenHash {
        VerifyTokenHash(Sha256::digest(self.0.as_bytes()).into())
    }

    /// The page that confirms the address, on the site's public origin (never on a request's `Host`).
    #[must_use]
    pub fn link(&self, public_url: &str) -> String {
        format!("{public_url}/verify-email?token={}", self.0)
    }
}

impl std::fmt::Debug for VerifyToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("VerifyToken(..)")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerifyTokenHash(pub [u8; 32]);
