//! scrypt as programs on Node.js write it: the digest in hexadecimal, a full stop, and the salt as the text that stands there.

use std::hint::black_box;

use scrypt::{Params, scrypt};

use super::{
    error::Parsed,
    field::{bytes_of, field},
};

/// `crypto.scrypt` of Node.js without options: N = 2^14, r = 8, p = 1.
const LOG_N: u8 = 14;
const R: u32 = 8;
const P: u32 = 1;
const DIGEST_BYTES: usize = 64;
const MAX_SALT_BYTES: usize = 128;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ScryptScheme {
    salt: Vec<u8>,
}

pub(super) fn parse(text: &str) -> Option<Parsed<ScryptScheme>> {
    let (digest, salt) = text.split_once('.')?;
    let digest = hex_bytes(digest)?;
    let is_salt =
        (1..=MAX_SALT_BYTES).contains(&salt.len()) && salt.bytes().all(|byte| byte.is_ascii_graphic());
    if digest.len() != DIGEST_BYTES || !is_salt {
        return None;
    }
    let salt = salt.as_bytes().to_vec();
    Some(Ok((ScryptScheme { salt }, digest)))
}

fn hex_bytes(text: &str) -> Option<Vec<u8>> {
    data_encoding::HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok()
}

impl ScryptScheme {
    pub(super) fn digest(&self, typed: &[u8]) -> Option<Vec<u8>> {
        derive(typed, &self.salt)
    }

    pub(super) fn stored(&self) -> String {
        field(&self.salt)
    }

    pub(super) fn load(fields: &str) -> Option<Self> {
        bytes_of(fields).map(|salt| Self { salt })
    }
}

pub(super) fn spend(typed: &[u8]) {
    black_box(derive(typed, &[0; 32]));
}

fn derive(typed: &[u8], salt: &[u8]) -> Option<Vec<u8>> {
    let params = Params::new(LOG_N, R, P, DIGEST_BYTES).ok()?;
    let mut digest = vec![0; DIGEST_BYTES];
    scrypt(typed, salt, &params, &mut digest).ok()?;
    Some(digest)
}
