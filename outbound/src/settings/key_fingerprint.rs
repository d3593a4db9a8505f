//! What distinguishes a session key from any other, so that servers notice when they have different ones.

use hkdf::Hkdf;
use sha2::Sha256;

use super::session_key::SessionKey;

/// A fingerprint of each of the keys, that of the key in use first. Nothing about a key follows from its fingerprint; it may be stored.
#[must_use]
pub fn key_fingerprints(key: &SessionKey) -> Vec<[u8; 16]> {
    key.cookie_key().all().map(fingerprint).collect()
}

fn fingerprint(cookie_key: &[u8; 64]) -> [u8; 16] {
    let mut fingerprint = [0; 16];
    // Only too long an output can fail.
    let _ = Hkdf::<Sha256>::new(None, cookie_key).expand(b"portal key fingerprint v1", &mut fingerprint);
    fingerprint
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_has_its_own_fingerprint_and_it_is_no_part_of_the_key() {
        let (first, second) = (fingerprint(&[1; 64]), fingerprint(&[2; 64]));
        assert_eq!(first, fingerprint(&[1; 64]));
        assert_ne!(first, second);
        assert_ne!(first, [1; 16]);
    }
}
