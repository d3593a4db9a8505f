//! Sealing what may rest in the database but must be of no use to its reader: XChaCha20-Poly1305 under a secret that the
//! database does not hold. The nonce is random (192 bits, so it never repeats) and stands before the sealed text.

use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, Payload},
};
use kernel::{KeyRing, RandomnessError};

const NONCE_BYTES: usize = 24;

/// Seals texts under the newest secret, and opens them under either.
pub(crate) struct Sealer(KeyRing<32>);

/// A text could not be sealed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SealError {
    #[error("a text cannot be sealed: no random bytes")]
    NoRandomness(#[from] RandomnessError),
    #[error("a text cannot be sealed: it is too long")]
    TooLong,
}

/// A sealed text could not be opened: another secret, another purpose, or changed bytes.
#[derive(Debug, thiserror::Error)]
#[error("a sealed text cannot be opened with this session key")]
pub(crate) struct OpenError;

impl Sealer {
    pub(crate) fn new(secrets: KeyRing<32>) -> Self {
        Self(secrets)
    }

    /// Seals a text for one purpose; it opens for no other.
    pub(crate) fn seal(&self, purpose: &str, text: &[u8]) -> Result<Vec<u8>, SealError> {
        let mut sealed = vec![0; NONCE_BYTES];
        getrandom::fill(&mut sealed).map_err(|error| RandomnessError(Box::new(error)))?;
        let payload = Payload {
            msg: text,
            aad: purpose.as_bytes(),
        };
        let body = cipher(self.0.newest())
            .encrypt(XNonce::from_slice(&sealed), payload)
            .map_err(|_| SealError::TooLong)?;
        sealed.extend(body);
        Ok(sealed)
    }

    pub(crate) fn open(&self, purpose: &str, sealed: &[u8]) -> Result<Vec<u8>, OpenError> {
        self.0
            .all()
            .find_map(|secret| open(secret, purpose, sealed))
            .ok_or(OpenError)
    }

    /// The text sealed under the newest secret, if it was sealed under the older one; `None` for any other.
    pub(crate) fn reseal(&self, purpose: &str, sealed: &[u8]) -> Option<Result<Vec<u8>, SealError>> {
        if open(self.0.newest(), purpose, sealed).is_some() {
            return None;
        }
        let text = open(self.0.older()?, purpose, sealed)?;
        Some(self.seal(purpose, &text))
    }
}

fn open(secret: &[u8; 32], purpose: &str, sealed: &[u8]) -> Option<Vec<u8>> {
    let (nonce, body) = sealed.split_at_checked(NONCE_BYTES)?;
    let payload = Payload {
        msg: body,
        aad: purpose.as_bytes(),
    };
    cipher(secret).decrypt(XNonce::from_slice(nonce), payload).ok()
}

fn cipher(secret: &[u8; 32]) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(secret.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_text_opens_under_its_secret_and_purpose_only() {
        let sealer = Sealer::new([1; 32].into());
        let sealed = sealer.seal("mail", b"a token").unwrap();
        assert!(!sealed.windows(7).any(|bytes| bytes == b"a token"));
        assert_eq!(sealer.open("mail", &sealed).unwrap(), b"a token");
        assert!(sealer.open("purchase_key", &sealed).is_err());
        assert!(Sealer::new([2; 32].into()).open("mail", &sealed).is_err());
        assert!(sealer.open("mail", &sealed[..10]).is_err());
    }

    #[test]
    fn a_text_under_the_replaced_secret_opens_and_is_sealed_anew() {
        let old = Sealer::new([1; 32].into());
        let new = Sealer::new([2; 32].into());
        let both = Sealer::new(KeyRing::new([2; 32], Some([1; 32])));
        let sealed = old.seal("mail", b"a token").unwrap();
        assert_eq!(both.open("mail", &sealed).unwrap(), b"a token");
        let anew = both.reseal("mail", &sealed).unwrap().unwrap();
        assert_eq!(new.open("mail", &anew).unwrap(), b"a token");
        assert!(both.reseal("mail", &anew).is_none() && both.reseal("other", &sealed).is_none());
        assert!(new.reseal("mail", &sealed).is_none());
    }

    #[test]
    fn the_same_text_never_looks_the_same() {
        let sealer = Sealer::new([1; 32].into());
        assert_ne!(
            sealer.seal("mail", b"x").unwrap(),
            sealer.seal("mail", b"x").unwrap()
        );
    }
}
