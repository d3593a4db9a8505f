//! Passwords: their rule, and Argon2id over caller-owned memory.

use argon2::{Algorithm, Argon2, Block, Params, Version};
use base64::{Engine as _, engine::general_purpose::STANDARD_NO_PAD};
use secrecy::{ExposeSecret, SecretString};
use subtle::ConstantTimeEq;

/// Specification section 9.
const MIN_CHARS: usize = 8;
/// Long enough for any password manager, short enough that hashing it costs no more than a short one.
const MAX_BYTES: usize = 1024;

/// OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB of memory, two passes, one lane.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
const OUTPUT_BYTES: usize = 32;

/// A new password that satisfies the rule. Taken as typed: never trimmed, changed or cut.
#[derive(Debug, Clone)]
pub struct NewPassword(SecretString);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// The specification's message (section 5).
    #[error("Password must be at least {MIN_CHARS} characters")]
    TooShort,
    #[error("Password must be at most {MAX_BYTES} characters")]
    TooLong,
}

impl NewPassword {
    /// # Errors
    /// See [`PasswordError`].
    pub fn parse(text: SecretString) -> Result<Self, PasswordError> {
        let plain = text.expose_secret();
        if plain.len() > MAX_BYTES {
            return Err(PasswordError::TooLong);
        }
        if plain.chars().count() < MIN_CHARS {
            return Err(PasswordError::TooShort);
        }
        Ok(Self(text))
    }

    /// Whether a text is too long to be any user's password, so that a sign-in can refuse it without hashing.
    #[must_use]
    pub fn is_never(text: &SecretString) -> bool {
        text.expose_secret().len() > MAX_BYTES
    }
}

/// A password's hash in PHC form, as the database keeps it.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// Takes a hash as the database holds it.
    #[must_use]
    pub fn stored(phc: String) -> Self {
        Self(phc)
    }

    /// The PHC text to store.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PasswordHash(..)")
    }
}

/// The 19 MiB that a hash works in; a hashing thread keeps them between hashes, so that many sign-ins at once allocate nothing.
pub struct HashMemory(Vec<Block>);

impl HashMemory {
    #[must_use]
    pub fn new() -> Self {
        Self(vec![Block::default(); MEMORY_KIB as usize])
    }
}

impl Default for HashMemory {
    fn default() -> Self {
        Self::new()
    }
}

/// Hashes a new password under a fresh random salt.
#[must_use]
pub fn hash_password(password: &NewPassword, salt: [u8; 16], memory: &mut HashMemory) -> PasswordHash {
    let mut output = [0; OUTPUT_BYTES];
    // These parameters and lengths are constants that Argon2 accepts; were they not, the hash would match nothing.
    if run(
        current_params(),
        password.0.expose_secret(),
        &salt,
        &mut output,
        memory,
    )
    .is_none()
    {
        return PasswordHash(String::from("!"));
    }
    PasswordHash(format!(
        "$argon2id$v=19$m={MEMORY_KIB},t={PASSES},p={LANES}${}${}",
        STANDARD_NO_PAD.encode(salt),
        STANDARD_NO_PAD.encode(output)
    ))
}

/// Whether a typed password matches a hash. A wrong one takes equally long; a hash that cannot be read matches nothing.
#[must_use]
pub fn verify_password(typed: &SecretString, hash: &PasswordHash, memory: &mut HashMemory) -> bool {
    verify(typed, hash, memory).unwrap_or(false)
}

/// A hash that no password matches: a sign-in with an unknown name is verified against it, so that it takes equally long.
#[must_use]
pub fn decoy_hash() -> PasswordHash {
    PasswordHash(format!(
        "$argon2id$v=19$m={MEMORY_KIB},t={PASSES},p={LANES}${}${}",
        STANDARD_NO_PAD.encode([0; 16]),
        STANDARD_NO_PAD.encode([0; OUTPUT_BYTES])
    ))
}

fn current_params() -> Option<Params> {
    Params::new(MEMORY_KIB, PASSES, LANES, Some(OUTPUT_BYTES)).ok()
}

fn verify(typed: &SecretString, hash: &PasswordHash, memory: &mut HashMemory) -> Option<bool> {
    let parsed = argon2::PasswordHash::new(&hash.0).ok()?;
    let params = Params::try_from(&parsed).ok()?;
    let expected = parsed.hash?;
    let mut salt = [0; 64];
    let salt = parsed.salt?.decode_b64(&mut salt).ok()?;
    let mut output = vec![0; expected.len()];
    run(Some(params), typed.expose_secret(), salt, &mut output, memory)?;
    Some(output.ct_eq(expected.as_bytes()).into())
}

fn run(
    params: Option<Params>,
    text: &str,
    salt: &[u8],
    output: &mut [u8],
    memory: &mut HashMemory,
) -> Option<()> {
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params?);
    if memory.0.len() < argon2.params().block_count() {
        memory.0.resize(argon2.params().block_count(), Block::default());
    }
    argon2
        .hash_password_into_with_memory(text.as_bytes(), salt, output, &mut memory.0)
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(text: &str) -> SecretString {
        SecretString::from(text.to_owned())
    }

    #[test]
    fn a_password_opens_only_its_own_hash() {
        let memory = &mut HashMemory::new();
        let hash = hash_password(
            &NewPassword::parse(secret("correct horse")).unwrap(),
            [7; 16],
            memory,
        );
        assert!(hash.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(verify_password(&secret("correct horse"), &hash, memory));
        assert!(!verify_password(&secret("correct horse "), &hash, memory));
        assert!(!verify_password(&secret("Correct horse"), &hash, memory));
    }

    #[test]
    fn the_decoy_and_a_broken_hash_match_nothing() {
        let memory = &mut HashMemory::new();
        assert!(!verify_password(&secret(""), &decoy_hash(), memory));
        assert!(!verify_password(
            &secret("!"),
            &PasswordHash::stored("!".into()),
            memory
        ));
    }

    #[test]
    fn eight_characters_are_enough_and_seven_are_not() {
        assert!(NewPassword::parse(secret("12345678")).is_ok());
        assert!(NewPassword::parse(secret("ëëëëëëëë")).is_ok());
        assert_eq!(
            NewPassword::parse(secret("1234567")).unwrap_err(),
            PasswordError::TooShort
        );
        assert_eq!(
            NewPassword::parse(secret("ëëëë")).unwrap_err(),
            PasswordError::TooShort
        );
    }

    #[test]
    fn a_password_of_1024_bytes_counts_to_its_last_character() {
        let memory = &mut HashMemory::new();
        let long = "x".repeat(1024);
        let hash = hash_password(&NewPassword::parse(secret(&long)).unwrap(), [1; 16], memory);
        assert!(!verify_password(&secret(&long[..1023]), &hash, memory));
        assert_eq!(
            NewPassword::parse(secret(&"x".repeat(10_000))).unwrap_err(),
            PasswordError::TooLong
        );
    }
}
