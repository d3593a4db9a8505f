//! phpass's portable form (`$P$`, `$H$`): MD5 over salt and password, then many times over digest and password. Written here, because it
//! is a loop of a well-kept MD5 and no crate for it is.

use std::hint::black_box;

use md5::{Digest as _, Md5};

use super::{
    error::{ImportedHashError, Parsed},
    field::{bytes_of, field},
};

/// The alphabet of crypt(3), least significant six bits first.
const ALPHABET: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PREFIX: usize = 3;
const SALT_BYTES: usize = 8;
const DIGEST_CHARS: usize = 22;
const MIN_LOG: u32 = 7;
/// phpass takes up to 30, and writes 8 (WordPress: 13); more than this would take seconds.
const MAX_LOG: u32 = 18;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PhpassScheme {
    log_rounds: u32,
    salt: [u8; SALT_BYTES],
}

pub(super) fn parse(text: &str) -> Option<Parsed<PhpassScheme>> {
    let rest = text.as_bytes().get(PREFIX..)?;
    let (log, rest) = rest.split_first()?;
    let log_rounds = value_of(*log)?;
    let (salt, digest) = rest.split_at_checked(SALT_BYTES)?;
    if !(MIN_LOG..=30).contains(&log_rounds) || digest.len() != DIGEST_CHARS {
        return None;
    }
    let digest = decode(digest)?;
    if log_rounds > MAX_LOG {
        return Some(Err(ImportedHashError::TooDear("phpass of 2^18 rounds")));
    }
    let salt = salt.try_into().ok()?;
    Some(Ok((PhpassScheme { log_rounds, salt }, digest)))
}

fn value_of(c: u8) -> Option<u32> {
    ALPHABET
        .iter()
        .position(|letter| *letter == c)
        .and_then(|value| u32::try_from(value).ok())
}

/// Groups of four characters are three bytes, the lowest first; the last two characters are one byte.
fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(16);
    for group in text.chunks(4) {
        let mut bits = 0;
        for (place, c) in group.iter().enumerate() {
            bits |= value_of(*c)? << (6 * place);
        }
        bytes.extend(bits.to_le_bytes().iter().take(group.len() * 6 / 8));
    }
    Some(bytes)
}

impl PhpassScheme {
    pub(super) fn rounds(&self) -> u32 {
        1 << self.log_rounds
    }

    pub(super) fn digest(&self, typed: &[u8]) -> Vec<u8> {
        run(self.rounds(), &self.salt, typed).to_vec()
    }

    pub(super) fn stored(&self) -> String {
        format!("{}.{}", self.log_rounds, field(&self.salt))
    }

    pub(super) fn load(fields: &str) -> Option<Self> {
        let (log, salt) = fields.split_once('.')?;
        let log_rounds = log.parse().ok().filter(|log| *log <= MAX_LOG)?;
        let salt = bytes_of(salt)?.try_into().ok()?;
        Some(Self { log_rounds, salt })
    }
}

fn run(rounds: u32, salt: &[u8; SALT_BYTES], typed: &[u8]) -> [u8; 16] {
    let mut digest = Md5::new().chain_update(salt).chain_update(typed).finalize();
    for _ in 0..rounds {
        digest = Md5::new().chain_update(digest).chain_update(typed).finalize();
    }
    digest.into()
}

pub(super) fn spend(rounds: u32, typed: &[u8]) {
    black_box(run(rounds, &[0; SALT_BYTES], typed));
}
