//! The order in the address of its page: its reference, and a proof (an HMAC) that this server issued the address.
//!
//! The database holds the reference and not the proof, so an attacker who reads the database or a backup cannot open the page
//! that shows a fresh purchase key.

use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::OrderReference;

const PURPOSE: &[u8] = b"portal order page v1";
const REFERENCE_CHARS: usize = 32;
/// 128 bits.
const PROOF_BYTES: usize = 16;

/// The secret under which proofs are made.
#[derive(Clone)]
pub struct OrderReferenceSecret(pub [u8; 32]);

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
    fn proof(&self, reference: &OrderReference) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).ok()?;
        mac.update(PURPOSE);
        mac.update(reference.as_str().as_bytes());
        Some(mac)
    }

    /// The reference with its proof.
    pub(crate) fn issue(&self, reference: &OrderReference) -> String {
        let proof = self
            .proof(reference)
            .map_or_else(Vec::new, |mac| mac.finalize().into_bytes().to_vec());
        let proof: String = proof
            .iter()
            .take(PROOF_BYTES)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        format!("{reference}{proof}")
    }

    /// Reads a reference, alone or with its proof; none for a proof that is wrong.
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
        let mac = self.proof(&reference)?;
        mac.verify_truncated_left(&proof).ok()?;
        Some(SignedOrderReference {
            reference,
            holder: ReferenceHolder::Buyer,
        })
    }
}

/// Exactly a proof's bytes from their hexadecimal digits.
fn bytes_of(hex: &str) -> Option<[u8; PROOF_BYTES]> {
    let mut bytes = [0; PROOF_BYTES];
    if hex.len() != 2 * PROOF_BYTES
        || !hex
            .bytes()
            .all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
    {
        return None;
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(hex.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_this_servers_and_of_this_order() {
        let secret = OrderReferenceSecret([7; 32]);
        let reference = OrderReference::from_random([0xAB; 16]);
        let text = secret.issue(&reference);
        assert_eq!(text.len(), 64);
        assert_eq!(secret.read(&text).unwrap().holder, ReferenceHolder::Buyer);
        assert_eq!(
            secret.read(reference.as_str()).unwrap().holder,
            ReferenceHolder::Unproven
        );
        assert_eq!(OrderReferenceSecret([8; 32]).read(&text), None);
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
