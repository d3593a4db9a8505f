//! The link in a reminder that turns reminders off without a sign-in (RFC 8058).
//!
//! Decision: the token is the user's number with a proof (an HMAC) that this server issued it, so that the link in an old mail works too and
//! nothing is stored. It turns reminders off and gives nothing else. Cost: a link ends only with the session key.

use data_encoding::HEXLOWER;
use hmac::{Hmac, Mac};
use kernel::{KeyRing, StoreError, UserId};
use sha2::Sha256;

use crate::AccountStore;

const PURPOSE: &[u8] = b"portal reminders v1";
/// 128 bits.
const PROOF_BYTES: usize = 16;

/// The secret under which proofs are made, and the secret that it replaces.
#[derive(Clone)]
pub struct ReminderSecret(pub KeyRing<32>);

#[derive(Debug, thiserror::Error)]
pub enum TurnOffError {
    #[error("the link is not of this site, or its account is gone")]
    InvalidToken,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ReminderSecret {
    fn proof(secret: &[u8; 32], user: &str) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).ok()?;
        mac.update(PURPOSE);
        mac.update(user.as_bytes());
        Some(mac)
    }

    /// The token of a user: the number, a hyphen and the proof.
    #[must_use]
    pub fn issue(&self, user: UserId) -> String {
        let number = user.0.to_string();
        let mut proof = Self::proof(self.0.newest(), &number)
            .map_or_else(String::new, |mac| HEXLOWER.encode(&mac.finalize().into_bytes()));
        proof.truncate(2 * PROOF_BYTES);
        format!("{number}-{proof}")
    }

    /// Whose token it is; `None` if this server did not issue it.
    #[must_use]
    pub fn read(&self, token: &str) -> Option<UserId> {
        let (number, proof) = token.split_once('-')?;
        let user: i32 = number.parse().ok()?;
        let bytes: [u8; PROOF_BYTES] = HEXLOWER.decode(proof.as_bytes()).ok()?.try_into().ok()?;
        let is_proof =
            |secret| Self::proof(secret, number).is_some_and(|mac| mac.verify_truncated_left(&bytes).is_ok());
        self.0.all().any(is_proof).then_some(UserId(user))
    }
}

/// Turns the reminders of a link's user off; off already is done too.
///
/// # Errors
/// See [`TurnOffError`].
pub fn turn_off_reminders(
    store: &mut dyn AccountStore,
    secret: &ReminderSecret,
    token: &str,
) -> Result<(), TurnOffError> {
    let user = secret.read(token).ok_or(TurnOffError::InvalidToken)?;
    if store.set_reminders(user, false)? {
        Ok(())
    } else {
        Err(TurnOffError::InvalidToken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_this_servers_and_of_this_user() {
        let secret = ReminderSecret([7; 32].into());
        let token = secret.issue(UserId(12));
        assert_eq!(secret.read(&token), Some(UserId(12)));
        assert_eq!(ReminderSecret([8; 32].into()).read(&token), None);
        let replacing = ReminderSecret(KeyRing::new([8; 32], Some([7; 32])));
        assert_eq!(replacing.read(&token), Some(UserId(12)));
        let (_, proof) = token.split_once('-').unwrap();
        for wrong in [
            "",
            "12",
            "12-",
            proof,
            &token[1..],
            &format!("0{token}"),
            &format!("13-{proof}"),
            &token[..token.len() - 2],
            &format!("{token}00"),
        ] {
            assert_eq!(secret.read(wrong), None, "{wrong}");
        }
    }
}
