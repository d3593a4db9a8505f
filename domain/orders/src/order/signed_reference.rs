//! The order in the address of its page: its reference, and a proof (an HMAC) that this server issued the address.
//!
//! The database holds the reference and not the proof, so an attacker who reads the database or a backup cannot open the page
//! that shows a fresh purchase key.

use hmac::{Hmac, Mac};
use kernel::KeyRing;
use sha2::Sha256;

use crate::OrderReference;

const PURPOSE: &[u8] = b"portal order page v1";
const REFERENCE_CHARS: usize = 32;
/// 128 bits.
const PROOF_BYTES: usize = 16;

/// The secret under which proofs are made, and the secret that it replaces.
#[derive(Clone)]
pub struct OrderReferenceSecret(pub KeyRing<32>);

/// The order that an address names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedOrderReference {
    pub reference: OrderReference,
    pub holder: ReferenceHolder,
}

/// What the caller of an order's page has proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferenceHolder {
    /// Knows the reference, as staff and the payment provider do.
    Unproven,
    /// Has the address that the buyer was sent to.
    Buyer,
}

impl OrderReferenceSecret {
    fn proof(secret: &[u8; 32], reference: &OrderReference) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).ok()?;
        mac.update(PURPOSE);
        mac.update(reference.as_str().as_bytes());
        Some(mac)
    }

    /// The reference with its proof.
    pub(crate) fn issue(&self, reference: &OrderReference) -> String {
        let mut proof = Self::proof(self.0.newest(), reference)
            .map_or_else(String::new, |mac| hex::encode(mac.finalize().into_bytes()));
        proof.truncate(2 * PROOF_BYTES);
        format!("{reference}{proof}")
    }

    /// Reads a reference, alone or with its proof; `None` for a wrong proof.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<SignedOrderReference> {
        let (reference, proof) = text.split_at_checked(REFERENCE_CHARS)?;
        let reference: OrderReference = reference.parse().ok()?;
        if proof.is_empty() {
            return Some(SignedOrderReference {
                reference,
                holder: ReferenceHolder::Unproven,
            });
        }
        let proof = bytes_of(proof)?;
        let is_proof = |secret| {
            Self::proof(secret, &reference).is_some_and(|mac| mac.verify_truncated_left(&proof).is_ok())
        };
        self.0.all().any(is_proof).then_some(())?;
        Some(SignedOrderReference {
            reference,
            holder: ReferenceHolder::Buyer,
        })
    }
}

/// Exactly a proof's bytes from their hexadecimal digits; small letters, so that an order has one address.
fn bytes_of(text: &str) -> Option<[u8; PROOF_BYTES]> {
    let mut bytes = [0; PROOF_BYTES];
    let small = !text.bytes().any(|digit| digit.is_ascii_uppercase());
    (small && hex::decode_to_slice(text, &mut bytes).is_ok()).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_this_servers_and_of_this_order() {
        let secret = OrderReferenceSecret([7; 32].into());
        let reference = OrderReference::from_random([0xAB; 16]);
        let text = secret.issue(&reference);
        assert_eq!(text.len(), 64);
        assert_eq!(secret.read(&text).unwrap().holder, ReferenceHolder::Buyer);
        assert_eq!(
            secret.read(reference.as_str()).unwrap().holder,
            ReferenceHolder::Unproven
        );
        assert_eq!(OrderReferenceSecret([8; 32].into()).read(&text), None);
        let replacing = OrderReferenceSecret(KeyRing::new([8; 32], Some([7; 32])));
        assert_eq!(replacing.read(&text).unwrap().holder, ReferenceHolder::Buyer);
        assert_eq!(secret.read(&replacing.issue(&reference)), None);
        let other = OrderReference::from_random([0xAC; 16]);
        assert_eq!(secret.read(&format!("{other}{}", &text[32..])), None);
        for wrong in [
            "",
            "ab",
            &text[..63],
            &text[..34],
            &format!("{text}00"),
            &text.to_uppercase(),
        ] {
            assert_eq!(secret.read(wrong), None, "{wrong}");
        }
    }
}
