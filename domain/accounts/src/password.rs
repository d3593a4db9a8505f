//! Passwords: their rule, and Argon2id over caller-owned memory.

mod common;
pub(crate) mod imported;
pub(crate) mod memory;
pub(crate) mod site_words;

use argon2::{Algorithm, Argon2, Params, Version};
use base64::{Engine as _, engine::general_purpose::STANDARD_NO_PAD};
use secrecy::{ExposeSecret, SecretString, zeroize::Zeroizing};
use subtle::ConstantTimeEq;
use unicode_normalization::{UnicodeNormalization as _, is_nfc};

use self::{
    imported::{ImportedForm, ImportedHash, ImportedWork, Scheme},
    memory::{HashMemory, MEMORY_KIB},
};
use crate::SiteWords;

/// Specification section 9.
const MIN_CHARS: usize = 8;
/// Long enough for any password manager, short enough that hashing it costs no more than a short one.
const MAX_BYTES: usize = 1024;

/// OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB of memory, two passes, one lane.
const PASSES: u32 = 2;
const LANES: u32 = 1;
const OUTPUT_BYTES: usize = 32;

/// A new password that satisfies the rule, in Unicode's composed form (NFC): the same letters come composed from one keyboard and
/// decomposed from another. Otherwise taken as typed: never trimmed, changed or cut.
#[derive(Debug, Clone)]
pub struct NewPassword(SecretString);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// The specification's message (section 5).
    #[error("Password must be at least {MIN_CHARS} characters")]
    TooShort,
    #[error("Password must be at most {MAX_BYTES} characters")]
    TooLong,
    #[error("Password is too common. Please choose another one")]
    TooCommon,
    #[error("Password is too close to the words of this site. Please choose another one")]
    SiteWords,
}

impl NewPassword {
    /// # Errors
    /// See [`PasswordError`].
    pub fn parse(text: SecretString, words: &SiteWords) -> Result<Self, PasswordError> {
        if Self::is_never(&text) {
            return Err(PasswordError::TooLong);
        }
        let text = composed(&text).unwrap_or(text);
        let plain = text.expose_secret();
        if plain.chars().count() < MIN_CHARS {
            return Err(PasswordError::TooShort);
        }
        let folded = Zeroizing::new(common::fold(plain));
        if common::is_common(&folded) {
            return Err(PasswordError::TooCommon);
        }
        if words.make(&folded) {
            return Err(PasswordError::SiteWords);
        }
        Ok(Self(text))
    }

    /// Whether a text is too long to be any user's password, so that a sign-in can refuse it without hashing.
    #[must_use]
    pub fn is_never(text: &SecretString) -> bool {
        text.expose_secret().len() > MAX_BYTES
    }
}

/// Before the scheme of an imported hash, which a `:` ends; our own hash in PHC form follows.
const IMPORTED: &str = "imported:";

/// A password's hash as the database keeps it: in PHC form, and of an imported account with the scheme of the hash that ours stands over.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// Takes a hash as the database holds it.
    #[must_use]
    pub fn stored(phc: String) -> Self {
        Self(phc)
    }

    /// Whether it was made under today's parameters; another one is made anew at the next sign-in.
    #[must_use]
    pub fn is_current(&self) -> bool {
        let Ok(parsed) = argon2::PasswordHash::new(&self.0) else {
            return false;
        };
        let made_under = Params::try_from(&parsed).ok();
        let length = parsed.hash.map(|hash| hash.len());
        parsed.algorithm == Algorithm::Argon2id.ident()
            && parsed.version == Some(Version::V0x13.into())
            && length == Some(OUTPUT_BYTES)
            && made_under.is_some_and(|under| {
                (under.m_cost(), under.t_cost(), under.p_cost()) == (MEMORY_KIB, PASSES, LANES)
            })
    }

    /// The text to store.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form of the imported hash that this one stands over, and its rounds; `None` if it stands over none.
    #[must_use]
    pub fn imported(&self) -> Option<(ImportedForm, u32)> {
        let scheme = self.parts().0?;
        Some((scheme.form(), scheme.rounds()))
    }

    /// Whether this hash stands over an imported hash, computed anew.
    #[must_use]
    pub fn stands_over(&self, imported: &ImportedHash, memory: &mut HashMemory) -> bool {
        let (scheme, phc) = self.parts();
        scheme.as_ref() == Some(&imported.scheme) && matches(&imported.digest, phc, memory).unwrap_or(false)
    }

    /// The scheme of the imported hash, and our own hash.
    fn parts(&self) -> (Option<Scheme>, &str) {
        match self
            .0
            .strip_prefix(IMPORTED)
            .and_then(|rest| rest.split_once(':'))
        {
            // A scheme that cannot be read leaves a hash that matches nothing.
            Some((scheme, phc)) => Scheme::load(scheme).map_or((None, ""), |scheme| (Some(scheme), phc)),
            None => (None, &self.0),
        }
    }
}

impl std::fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PasswordHash(..)")
    }
}

/// Hashes a new password under a fresh random salt.
#[must_use]
pub fn hash_password(password: &NewPassword, salt: [u8; 16], memory: &mut HashMemory) -> PasswordHash {
    rehash_password(&password.0, salt, memory)
}

/// Hashes a password that an account has, in its composed form: it need not satisfy today's rule.
#[must_use]
pub fn rehash_password(password: &SecretString, salt: [u8; 16], memory: &mut HashMemory) -> PasswordHash {
    let composed = composed(password);
    let password = composed.as_ref().unwrap_or(password);
    PasswordHash(hash(password.expose_secret().as_bytes(), salt, memory))
}

/// Puts our hash over an imported one: the digest itself is not kept.
#[must_use]
pub fn hash_over(imported: &ImportedHash, salt: [u8; 16], memory: &mut HashMemory) -> PasswordHash {
    let phc = hash(&imported.digest, salt, memory);
    PasswordHash(format!("{IMPORTED}{}:{phc}", imported.scheme.stored()))
}

fn hash(secret: &[u8], salt: [u8; 16], memory: &mut HashMemory) -> String {
    let mut output = [0; OUTPUT_BYTES];
    // These parameters and lengths are constants that Argon2 accepts; were they not, the hash would match nothing.
    if run(current_params(), secret, &salt, &mut output, memory).is_none() {
        return String::from("!");
    }
    format!(
        "$argon2id$v=19$m={MEMORY_KIB},t={PASSES},p={LANES}${}${}",
        STANDARD_NO_PAD.encode(salt),
        STANDARD_NO_PAD.encode(output)
    )
}

/// Whether a typed password matches a hash: as it was sent, or in its composed form where that differs. A wrong one takes equally long
/// for every hash of ours; a hash that cannot be read matches nothing.
#[must_use]
pub fn verify_password(typed: &SecretString, hash: &PasswordHash, memory: &mut HashMemory) -> bool {
    verify_at_sign_in(typed, hash, &ImportedWork::default(), memory)
}

/// [`verify_password`] with the work of the imported hashes that are left, so that a wrong password takes equally long for every account,
/// imported or not, and for an unknown name.
#[must_use]
pub fn verify_at_sign_in(
    typed: &SecretString,
    hash: &PasswordHash,
    left: &ImportedWork,
    memory: &mut HashMemory,
) -> bool {
    let (scheme, phc) = hash.parts();
    let mut is_behind = |text: &SecretString| {
        let typed = text.expose_secret().as_bytes();
        left.spend(scheme.as_ref(), typed, memory);
        let digest = match &scheme {
            Some(scheme) => scheme.digest(typed, memory),
            None => Some(typed.to_vec()),
        };
        // Text and digests are wiped when they are dropped.
        let digest = digest.map(Zeroizing::new);
        digest
            .and_then(|digest| matches(&digest, phc, memory))
            .unwrap_or(false)
    };
    is_behind(typed) || composed(typed).is_some_and(|composed| is_behind(&composed))
}

/// The composed form (NFC) of a text, where it is another.
fn composed(text: &SecretString) -> Option<SecretString> {
    let plain = text.expose_secret();
    if is_nfc(plain) {
        return None;
    }
    // Of its exact length: a text that grows or shrinks leaves its bytes in memory.
    let mut composed = String::with_capacity(plain.nfc().map(char::len_utf8).sum());
    composed.extend(plain.nfc());
    Some(SecretString::from(composed))
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

fn matches(secret: &[u8], phc: &str, memory: &mut HashMemory) -> Option<bool> {
    let parsed = argon2::PasswordHash::new(phc).ok()?;
    let params = Params::try_from(&parsed).ok()?;
    let expected = parsed.hash?;
    let mut salt = [0; 64];
    let salt = parsed.salt?.decode_b64(&mut salt).ok()?;
    let mut output = vec![0; expected.len()];
    run(Some(params), secret, salt, &mut output, memory)?;
    Some(output.ct_eq(expected.as_bytes()).into())
}

fn run(
    params: Option<Params>,
    secret: &[u8],
    salt: &[u8],
    output: &mut [u8],
    memory: &mut HashMemory,
) -> Option<()> {
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params?);
    let blocks = memory.blocks(argon2.params().block_count());
    argon2
        .hash_password_into_with_memory(secret, salt, output, blocks)
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(text: &str) -> SecretString {
        SecretString::from(text.to_owned())
    }

    fn parse(text: &str) -> Result<NewPassword, PasswordError> {
        NewPassword::parse(secret(text), &SiteWords::default())
    }

    #[test]
    fn a_common_password_and_one_of_the_sites_words_are_refused() {
        assert_eq!(parse("passWORD1").unwrap_err(), PasswordError::TooCommon);
        assert_eq!(parse("MyTrading-2026").unwrap_err(), PasswordError::SiteWords);
        assert!(parse("seven grey herons").is_ok());
    }

    #[test]
    fn only_a_hash_under_todays_parameters_is_current() {
        let hash = hash_password(
            &parse("seven grey herons").unwrap(),
            [7; 16],
            &mut HashMemory::new(),
        );
        assert!(hash.is_current());
        let made = |from: &str, to: &str| PasswordHash::stored(hash.as_str().replace(from, to)).is_current();
        assert!(!made("m=19456", "m=8192") && !made("t=2", "t=1") && !made("p=1", "p=2"));
        assert!(!made("argon2id", "argon2i") && !made("v=19", "v=16"));
        assert!(!PasswordHash::stored("!".into()).is_current());
    }

    #[test]
    fn a_password_opens_only_its_own_hash() {
        let memory = &mut HashMemory::new();
        let hash = hash_password(
            &NewPassword::parse(secret("correct horse"), &SiteWords::default()).unwrap(),
            [7; 16],
            memory,
        );
        assert!(hash.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
        assert!(verify_password(&secret("correct horse"), &hash, memory));
        assert!(!verify_password(&secret("correct horse "), &hash, memory));
        assert!(!verify_password(&secret("Correct horse"), &hash, memory));
    }

    #[test]
    fn a_password_is_set_composed_and_compared_as_sent_first() {
        let memory = &mut HashMemory::new();
        let (composed, decomposed) = ("zo\u{eb} and caf\u{e9}s", "zoe\u{308} and cafe\u{301}s");
        let new = hash_password(&parse(decomposed).unwrap(), [7; 16], memory);
        assert_eq!(new, hash_password(&parse(composed).unwrap(), [7; 16], memory));
        assert!(verify_password(&secret(composed), &new, memory));
        assert!(verify_password(&secret(decomposed), &new, memory));
        assert!(!verify_password(&secret("zoe and cafes"), &new, memory));
        // Set before passwords were composed.
        let mut output = [0; OUTPUT_BYTES];
        run(
            current_params(),
            decomposed.as_bytes(),
            &[7; 16],
            &mut output,
            memory,
        )
        .unwrap();
        let text = new.as_str().rsplit_once('$').unwrap().0;
        let old = PasswordHash::stored(format!("{text}${}", STANDARD_NO_PAD.encode(output)));
        assert!(verify_password(&secret(decomposed), &old, memory));
        assert!(!verify_password(&secret(composed), &old, memory));
        assert_eq!(rehash_password(&secret(decomposed), [7; 16], memory), new);
        assert_eq!(parse(&"e\u{301}".repeat(7)).unwrap_err(), PasswordError::TooShort);
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
        assert!(parse("8 chars!").is_ok());
        assert!(parse("ëëëëëëëë").is_ok());
        assert_eq!(parse("1234567").unwrap_err(), PasswordError::TooShort);
        assert_eq!(parse("ëëëë").unwrap_err(), PasswordError::TooShort);
    }

    #[test]
    fn a_password_of_1024_bytes_counts_to_its_last_character() {
        let memory = &mut HashMemory::new();
        let long = "x".repeat(1024);
        let hash = hash_password(&parse(&long).unwrap(), [1; 16], memory);
        assert!(!verify_password(&secret(&long[..1023]), &hash, memory));
        assert_eq!(parse(&"x".repeat(10_000)).unwrap_err(), PasswordError::TooLong);
    }
}
