//! Passkeys as browsers send them: the two ceremonies of WebAuthn Level 3, registration (section 7.1) and sign-in (section 7.2).
//!
//! Decision: `webauthn-rs` checks what authenticators sign. It is the relying-party library of an identity server, was audited, and needs
//! no OpenSSL since 0.6. `webauthn_rp` is half as large and was ruled out: one author, and few users who would find its mistakes. Cost: 75
//! crates, most of them for attestations that are not asked for here.
//!
//! Decision: the state of a ceremony is a text that the caller keeps and hands back. It holds the challenge, so the caller makes sure that
//! it is ours, not too old, and used once.

use accounts::{CHALLENGE_LIFE, CredentialId};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use kernel::UserId;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use staff::StaffId;
use url::Url;
use webauthn_rs::prelude::{
    Credential, DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, Uuid, Webauthn, WebauthnBuilder, WebauthnError,
};

use crate::PublicUrl;

/// Why an answer of an authenticator is refused.
#[derive(Debug, thiserror::Error)]
pub enum PasskeyProblem {
    #[error("the answer is not one of an authenticator")]
    Malformed(#[source] serde_json::Error),
    /// Another challenge, origin or site, no user verification, or a wrong signature.
    #[error("the answer does not prove a passkey")]
    Unproven(#[source] WebauthnError),
    /// It names an account that is not the passkey's.
    #[error("the answer names another account")]
    OtherAccount,
    /// Perhaps the key was copied.
    #[error("the signature counter did not rise")]
    CounterNotRisen,
    /// What this program kept or made itself cannot be used.
    #[error("a ceremony cannot be held")]
    Program(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// The longest credential id (WebAuthn Level 3, section 7.1, step 25).
const MOST_ID_BYTES: usize = 1_023;

/// Whose a passkey is. A passkey of the one kind proves nothing for the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasskeyHolder {
    Member(UserId),
    Staff(StaffId),
}

/// A ceremony that began.
pub struct StartedCeremony {
    /// For the browser: `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`.
    pub options: Value,
    /// What to hand back with the answer.
    pub state: String,
}

/// A new passkey, as the account keeps it.
pub struct CheckedPasskey {
    pub id: CredentialId,
    pub credential: String,
    pub counter: u32,
}

/// A passkey that proved its account.
pub struct UsedPasskey {
    pub counter: u32,
    /// The credential as it is to be kept from now on.
    pub credential: String,
}

/// An answer to a sign-in, not yet checked.
pub struct SignInAnswer(PublicKeyCredential);

impl SignInAnswer {
    /// # Errors
    /// [`PasskeyProblem::Malformed`]
    pub fn parse(answer: Value) -> Result<Self, PasskeyProblem> {
        serde_json::from_value(answer)
            .map(Self)
            .map_err(PasskeyProblem::Malformed)
    }

    /// Which credential it claims to be of.
    #[must_use]
    pub fn credential(&self) -> CredentialId {
        CredentialId(self.0.get_credential_id().to_vec())
    }
}

/// The ceremonies of one site.
pub struct PasskeyCeremonies(Webauthn);

impl PasskeyCeremonies {
    /// `None` if the public address has no domain: browsers make no passkeys for IP addresses.
    #[must_use]
    pub fn of(public_url: &PublicUrl) -> Option<Self> {
        let origin = Url::parse(public_url.origin()).ok()?;
        let domain = origin.domain()?;
        let life = CHALLENGE_LIFE.to_std().ok()?;
        let builder = WebauthnBuilder::new(domain, &origin).ok()?;
        builder.rp_name(domain).timeout(life).build().ok().map(Self)
    }

    /// Begins to add a passkey to an account, shown by this name, that has these credentials already. It must be discoverable, so that a sign-in needs no
    /// name, and verify its user.
    ///
    /// # Errors
    /// [`PasskeyProblem::Program`]
    pub fn start_adding(
        &self,
        holder: PasskeyHolder,
        name: &str,
        known: &[CredentialId],
    ) -> Result<StartedCeremony, PasskeyProblem> {
        let handle = handle_of(holder);
        // The state gets no list of known credentials: it is to stay small, and the database knows them better.
        let (options, state) = self
            .0
            .start_passkey_registration(handle, name, name, None)
            .map_err(program)?;
        let mut options = serde_json::to_value(options.public_key).map_err(program)?;
        options["authenticatorSelection"] = json!({
            "residentKey": "required",
            "requireResidentKey": true,
            "userVerification": "required",
        });
        let known = known
            .iter()
            .map(|id| json!({ "type": "public-key", "id": URL_SAFE_NO_PAD.encode(&id.0) }));
        options["excludeCredentials"] = known.collect();
        let state = serde_json::to_string(&state).map_err(program)?;
        Ok(StartedCeremony { options, state })
    }

    /// Checks what an authenticator answers to [`Self::start_adding`].
    ///
    /// # Errors
    /// See [`PasskeyProblem`].
    pub fn finish_adding(&self, answer: Value, state: &str) -> Result<CheckedPasskey, PasskeyProblem> {
        let answer: RegisterPublicKeyCredential =
            serde_json::from_value(answer).map_err(PasskeyProblem::Malformed)?;
        let state: PasskeyRegistration = serde_json::from_str(state).map_err(program)?;
        let passkey = self
            .0
            .finish_passkey_registration(&answer, &state)
            .map_err(PasskeyProblem::Unproven)?;
        let credential = serde_json::to_string(&passkey).map_err(program)?;
        let id = CredentialId(passkey.cred_id().to_vec());
        if id.0.len() > MOST_ID_BYTES {
            let problem = <serde_json::Error as serde::de::Error>::custom(
                "a longer credential id than WebAuthn allows",
            );
            return Err(PasskeyProblem::Malformed(problem));
        }
        let Credential { counter, .. } = passkey.into();
        Ok(CheckedPasskey {
            id,
            credential,
            counter,
        })
    }

    /// Begins a sign-in by whichever passkey the browser's user chooses.
    ///
    /// # Errors
    /// [`PasskeyProblem::Program`]
    pub fn start_sign_in(&self) -> Result<StartedCeremony, PasskeyProblem> {
        let (options, state) = self.0.start_discoverable_authentication().map_err(program)?;
        Ok(StartedCeremony {
            options: serde_json::to_value(options.public_key).map_err(program)?,
            state: serde_json::to_string(&state).map_err(program)?,
        })
    }

    /// Checks what an authenticator answers to [`Self::start_sign_in`], against the passkey of the credential that it claims to be of, and
    /// whose that is.
    ///
    /// # Errors
    /// See [`PasskeyProblem`].
    pub fn finish_sign_in(
        &self,
        SignInAnswer(answer): &SignInAnswer,
        state: &str,
        holder: PasskeyHolder,
        credential: &str,
    ) -> Result<UsedPasskey, PasskeyProblem> {
        let state: DiscoverableAuthentication = serde_json::from_str(state).map_err(program)?;
        let mut passkey: Passkey = serde_json::from_str(credential).map_err(program)?;
        let (handle, _) = self
            .0
            .identify_discoverable_authentication(answer)
            .map_err(PasskeyProblem::Unproven)?;
        if handle != handle_of(holder) {
            return Err(PasskeyProblem::OtherAccount);
        }
        let proof = self
            .0
            .finish_discoverable_authentication_v2(answer, state, &passkey)
            .map_err(|error| match error {
                WebauthnError::CredentialPossibleCompromise => PasskeyProblem::CounterNotRisen,
                other => PasskeyProblem::Unproven(other),
            })?;
        passkey.update_credential(&proof);
        Ok(UsedPasskey {
            counter: proof.counter(),
            credential: serde_json::to_string(&passkey).map_err(program)?,
        })
    }
}

/// What authenticators keep as the account's name for programs. It reveals nothing about the member (WebAuthn Level 3, section 14.6.1), and
/// stays the same, so that an authenticator knows its passkeys of one account as such.
fn handle_of(holder: PasskeyHolder) -> Uuid {
    let (kind, number) = match holder {
        PasskeyHolder::Member(user) => (&b"portal passkey account v1"[..], user.0),
        PasskeyHolder::Staff(staff) => (&b"portal passkey staff v1"[..], staff.0),
    };
    let digest = Sha256::new()
        .chain_update(kind)
        .chain_update(number.to_be_bytes())
        .finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    Uuid::from_bytes(bytes)
}

fn program(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> PasskeyProblem {
    PasskeyProblem::Program(error.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ceremonies(url: &str) -> Option<PasskeyCeremonies> {
        PasskeyCeremonies::of(&PublicUrl::parse(url).unwrap())
    }

    const TRADER: PasskeyHolder = PasskeyHolder::Member(UserId(7));

    #[test]
    fn a_site_without_a_domain_has_no_passkeys() {
        for url in ["http://127.0.0.1:8080", "http://[::1]:8080", "https://192.0.2.7"] {
            assert!(ceremonies(url).is_none(), "{url}");
        }
        for url in ["http://localhost:8080", "https://courses.example.com"] {
            assert!(ceremonies(url).is_some(), "{url}");
        }
    }

    #[test]
    fn a_passkey_must_be_discoverable_and_verify_its_user() {
        let site = ceremonies("https://courses.example.com").unwrap();
        let known = [CredentialId(vec![1, 2, 3])];
        let StartedCeremony { options, state } = site.start_adding(TRADER, "Trader", &known).unwrap();
        assert_eq!(options["rp"]["id"], "courses.example.com");
        assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
        assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
        assert_eq!(options["excludeCredentials"][0]["id"], "AQID");
        assert_eq!(options["timeout"], 300_000);
        assert_eq!(options["attestation"], "none");
        let challenge = options["challenge"].as_str().unwrap();
        assert!(state.contains(challenge) && challenge.len() >= 43);
        assert!(state.len() < 2_000, "a cookie cannot hold {} bytes", state.len());
        let sign_in = site.start_sign_in().unwrap();
        assert_eq!(sign_in.options["userVerification"], "required");
        assert_eq!(sign_in.options["rpId"], "courses.example.com");
        assert_eq!(sign_in.options["allowCredentials"], json!([]));
    }

    #[test]
    fn an_account_has_one_name_for_authenticators_which_is_not_its_number() {
        assert_eq!(handle_of(TRADER), handle_of(TRADER));
        assert_ne!(handle_of(TRADER), handle_of(PasskeyHolder::Member(UserId(8))));
        assert_ne!(handle_of(TRADER), handle_of(PasskeyHolder::Staff(StaffId(7))));
        assert!(!handle_of(TRADER).as_bytes().starts_with(&[0, 0, 0]));
    }
}
