//! The address of a member's calendar: a secret of 256 random bits, of which its hash alone is kept.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

#[derive(Clone)]
pub struct CalendarToken(String);

/// SHA-256 of the token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CalendarTokenHash(pub [u8; 32]);

impl CalendarToken {
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
    pub fn hash(&self) -> CalendarTokenHash {
        CalendarTokenHash(Sha256::digest(self.0.as_bytes()).into())
    }

    #[must_use]
    pub fn link(&self, public_url: &str) -> String {
        format!("{public_url}/calendar/{}.ics", self.0)
    }
}

impl std::fmt::Debug for CalendarToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CalendarToken(..)")
    }
}
