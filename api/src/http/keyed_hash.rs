//! Hashes under keys that are drawn from the cookie key: what counts attempts, and what signs a known device's cookie.

use hmac::{Hmac, Mac};
use sha2::Sha256;

const BLOCK: usize = 64;

/// HMAC-SHA256 under a key for one purpose.
#[derive(Clone)]
pub struct KeyedHash(Hmac<Sha256>);

impl KeyedHash {
    /// Draws the key for a purpose from the key that signs cookies: the first block of HKDF-Expand (RFC 5869 section 2.3).
    pub fn for_purpose(cookie_key: &[u8; BLOCK], purpose: &str) -> Self {
        let mut expand = Hmac::<Sha256>::new(&(*cookie_key).into());
        expand.update(purpose.as_bytes());
        expand.update(&[1]);
        let mut key = [0; BLOCK];
        key[..32].copy_from_slice(&expand.finalize().into_bytes());
        Self(Hmac::new(&key.into()))
    }

    pub fn hash(&self, parts: &[&[u8]]) -> [u8; 32] {
        self.over(parts).finalize().into_bytes().into()
    }

    /// Whether a hash is that of the parts, in a time that does not depend on where it differs.
    pub fn matches(&self, parts: &[&[u8]], hash: &[u8]) -> bool {
        self.over(parts).verify_slice(hash).is_ok()
    }

    /// Each part with its length, so that no two lists of parts are one text.
    fn over(&self, parts: &[&[u8]]) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        mac
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_holds_for_its_own_key_purpose_and_parts_only() {
        let hash = KeyedHash::for_purpose(&[7; 64], "one");
        let known = hash.hash(&[b"ab", b"c"]);
        assert!(hash.matches(&[b"ab", b"c"], &known));
        assert!(!hash.matches(&[b"a", b"bc"], &known));
        assert!(!hash.matches(&[b"ab", b"c"], &known[..31]));
        assert!(!KeyedHash::for_purpose(&[7; 64], "two").matches(&[b"ab", b"c"], &known));
        assert!(!KeyedHash::for_purpose(&[8; 64], "one").matches(&[b"ab", b"c"], &known));
    }
}
