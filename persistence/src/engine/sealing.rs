//! Sealing what may rest in the database but must be of no use to its reader: XChaCha20-Poly1305 under a secret that the
//! database does not hold. The nonce is random (192 bits, so it never repeats) and stands before the sealed text.

use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, Payload},
};
use kernel::RandomnessError;
use secrecy::{ExposeSecret, SecretBox};

const NONCE_BYTES: usize = 24;

/// Seals and opens texts under one secret.
pub(crate) struct Sealer(SecretBox<[u8; 32]>);

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
    pub(crate) fn new(secret: [u8; 32]) -> Self {
        Self(SecretBox::new(Box::new(secret)))
    }

    /// Seals a text for one purpose; it opens for no other.
    pub(crate) fn seal(&self, purpose: &str, text: &[u8]) -> Result<Vec<u8>, SealError> {
        let mut sealed = vec![0; NONCE_BYTES];
        getrandom::fill(&mut sealed).map_err(|error| RandomnessError(Box::new(error)))?;
        let payload = Payload {
            msg: text,
            aad: purpose.as_bytes(),
        };
        let body = self
            .cipher()
            .encrypt(XNonce::from_slice(&sealed), payload)
            .map_err(|_| SealError::TooLong)?;
        sealed.extend(body);
        Ok(sealed)
    }

    pub(crate) fn open(&self, purpose: &str, sealed: &[u8]) -> Result<Vec<u8>, OpenError> {
        let (nonce, body) = sealed.split_at_checked(NONCE_BYTES).ok_or(OpenError)?;
        let payload = Payload {
            msg: body,
            aad: purpose.as_bytes(),
        };
        self.cipher()
            .decrypt(XNonce::from_slice(nonce), payload)
            .map_err(|_| OpenError)
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(self.0.expose_secret().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_text_opens_under_its_secret_and_purpose_only() {
        let sealer = Sealer::new([1; 32]);
        let sealed = sealer.seal("mail", b"a token").unwrap();
        assert!(!sealed.windows(7).any(|bytes| bytes == b"a token"));
        assert_eq!(sealer.open("mail", &sealed).unwrap(), b"a token");
        assert!(sealer.open("purchase_key", &sealed).is_err());
        assert!(Sealer::new([2; 32]).open("mail", &sealed).is_err());
        assert!(sealer.open("mail", &sealed[..10]).is_err());
    }

    #[test]
    fn the_same_text_never_looks_the_same() {
        let sealer = Sealer::new([1; 32]);
        assert_ne!(
            sealer.seal("mail", b"x").unwrap(),
            sealer.seal("mail", b"x").unwrap()
        );
    }
}
