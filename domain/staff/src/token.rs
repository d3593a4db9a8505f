//! The token in the link by which a name of staff joins, and its hash.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

/// The secret in the link: 256 random bits.
#[derive(Clone)]
pub struct JoinToken(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JoinTokenHash(pub [u8; 32]);

impl JoinToken {
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
    pub fn hash(&self) -> JoinTokenHash {
        JoinTokenHash(Sha256::digest(self.0.as_bytes()).into())
    }

    /// The page that makes the passkey, on the site's public origin.
    #[must_use]
    pub fn link(&self, public_url: &str) -> String {
        format!("{public_url}/staff/join?token={}", self.0)
    }
}

impl std::fmt::Debug for JoinToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("JoinToken(..)")
    }
}
