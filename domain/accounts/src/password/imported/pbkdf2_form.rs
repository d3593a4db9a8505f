//! PBKDF2 with HMAC-SHA-256, as Django (`pbkdf2_sha256$`) and passlib (`$pbkdf2-sha256$`) write it.

use std::{hint::black_box, num::NonZeroU32};

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, STANDARD_NO_PAD},
};
use ring::pbkdf2::{PBKDF2_HMAC_SHA256, derive};

use super::{
    error::{ImportedHashError, Parsed},
    field::{bytes_of, field},
};

/// Contract, "Moving in, settled".
const MAX_ROUNDS: u32 = 1_300_000;
const DIGEST_BYTES: usize = 32;
const MAX_SALT_BYTES: usize = 128;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pbkdf2Scheme {
    rounds: NonZeroU32,
    salt: Vec<u8>,
}

pub(super) fn parse(text: &str) -> Option<Parsed<Pbkdf2Scheme>> {
    let (rounds, salt, digest) = match text.strip_prefix("$pbkdf2-sha256$") {
        Some(rest) => {
            let (rounds, salt, digest) = three(rest)?;
            (rounds, adapted(salt)?, adapted(digest)?)
        }
        None => {
            let (rounds, salt, digest) = three(text.strip_prefix("pbkdf2_sha256$")?)?;
            // Django hashes with the salt's text.
            (rounds, salt.as_bytes().to_vec(), STANDARD.decode(digest).ok()?)
        }
    };
    if digest.len() != DIGEST_BYTES || !(1..=MAX_SALT_BYTES).contains(&salt.len()) {
        return None;
    }
    let rounds: NonZeroU32 = rounds.parse().ok()?;
    if rounds.get() > MAX_ROUNDS {
        return Some(Err(ImportedHashError::TooDear("PBKDF2 of 1,300,000 rounds")));
    }
    Some(Ok((Pbkdf2Scheme { rounds, salt }, digest)))
}

fn three(text: &str) -> Option<(&str, &str, &str)> {
    let (rounds, rest) = text.split_once('$')?;
    let (salt, digest) = rest.split_once('$')?;
    Some((rounds, salt, digest))
}

/// passlib's "adapted" Base64: a full stop for `+`, no padding.
fn adapted(text: &str) -> Option<Vec<u8>> {
    STANDARD_NO_PAD.decode(text.replace('.', "+")).ok()
}

impl Pbkdf2Scheme {
    pub(super) fn rounds(&self) -> u32 {
        self.rounds.get()
    }

    pub(super) fn digest(&self, typed: &[u8]) -> Vec<u8> {
        run(self.rounds, &self.salt, typed)
    }

    pub(super) fn stored(&self) -> String {
        format!("{}.{}", self.rounds, field(&self.salt))
    }

    pub(super) fn load(fields: &str) -> Option<Self> {
        let (rounds, salt) = fields.split_once('.')?;
        let rounds: NonZeroU32 = rounds
            .parse()
            .ok()
            .filter(|rounds: &NonZeroU32| rounds.get() <= MAX_ROUNDS)?;
        bytes_of(salt).map(|salt| Self { rounds, salt })
    }
}

fn run(rounds: NonZeroU32, salt: &[u8], typed: &[u8]) -> Vec<u8> {
    let mut digest = vec![0; DIGEST_BYTES];
    derive(PBKDF2_HMAC_SHA256, rounds, salt, typed, &mut digest);
    digest
}

pub(super) fn spend(rounds: u32, typed: &[u8]) {
    if let Some(rounds) = NonZeroU32::new(rounds) {
        black_box(run(rounds, &[0; 16], typed));
    }
}
