//! bcrypt (`$2a$`, `$2b$`, `$2y$`), and WordPress's form since 6.8 (`$wp$2y$`): bcrypt of an HMAC of the password.

use std::hint::black_box;

use base64::{
    Engine as _, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig, general_purpose::STANDARD},
};
use bcrypt::bcrypt;
use hmac::{Hmac, Mac};
use sha2::Sha384;

use super::{
    error::{ImportedHashError, Parsed},
    field::{bytes_of, field},
};

const MIN_COST: u32 = 4;
/// Contract, "Moving in, settled".
const MAX_COST: u32 = 12;
const SALT_CHARS: usize = 22;
const DIGEST_CHARS: usize = 31;
const SALT_BYTES: usize = 16;
/// bcrypt gives 24 bytes, of which its text has 23.
const DIGEST_BYTES: usize = 23;
/// What bcrypt reads of a password, with the NUL at its end.
const MAX_KEY_BYTES: usize = 72;
/// The key of WordPress's HMAC (`wp_hash_password`).
const WORDPRESS_KEY: &[u8] = b"wp-sha384";

/// The last character of a salt and of a digest holds bits that mean nothing, and programs differ in them.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::BCRYPT,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::RequireNone),
);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BcryptScheme {
    cost: u32,
    salt: [u8; SALT_BYTES],
    /// Whether bcrypt got WordPress's HMAC of the password.
    is_wordpress: bool,
}

pub(super) fn parse(text: &str) -> Option<Parsed<BcryptScheme>> {
    let (is_wordpress, text) = match text.strip_prefix("$wp") {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let rest = ["$2a$", "$2b$", "$2y$"]
        .iter()
        .find_map(|prefix| text.strip_prefix(prefix))?;
    let (cost, rest) = rest.split_once('$')?;
    if cost.len() != 2 || rest.len() != SALT_CHARS + DIGEST_CHARS {
        return None;
    }
    let cost = cost.parse().ok().filter(|cost| (MIN_COST..=31).contains(cost))?;
    let (salt, digest) = rest.split_at_checked(SALT_CHARS)?;
    let salt = BASE64.decode(salt).ok()?.try_into().ok()?;
    let digest = BASE64.decode(digest).ok()?;
    if cost > MAX_COST {
        return Some(Err(ImportedHashError::TooDear("bcrypt of cost 12")));
    }
    let scheme = BcryptScheme {
        cost,
        salt,
        is_wordpress,
    };
    Some(Ok((scheme, digest)))
}

impl BcryptScheme {
    pub(super) fn rounds(&self) -> u32 {
        1 << self.cost
    }

    pub(super) fn digest(&self, typed: &[u8]) -> Vec<u8> {
        let key = if self.is_wordpress {
            wordpress_key(typed)
        } else {
            typed.to_vec()
        };
        run(self.cost, self.salt, key)
    }

    pub(super) fn stored(&self) -> String {
        let kind = if self.is_wordpress { "wp" } else { "plain" };
        format!("{kind}.{}.{}", self.cost, field(&self.salt))
    }

    pub(super) fn load(fields: &str) -> Option<Self> {
        let mut fields = fields.split('.');
        let is_wordpress = fields.next()? == "wp";
        let cost = fields.next()?.parse().ok().filter(|cost| *cost <= MAX_COST)?;
        let salt = bytes_of(fields.next()?)?.try_into().ok()?;
        Some(Self {
            cost,
            salt,
            is_wordpress,
        })
    }
}

fn wordpress_key(typed: &[u8]) -> Vec<u8> {
    let mac = Hmac::<Sha384>::new_from_slice(WORDPRESS_KEY).map(|mac| mac.chain_update(typed));
    // An HMAC takes a key of any length.
    mac.map(|mac| STANDARD.encode(mac.finalize().into_bytes()).into_bytes())
        .unwrap_or_default()
}

fn run(cost: u32, salt: [u8; SALT_BYTES], mut key: Vec<u8>) -> Vec<u8> {
    key.push(0);
    key.truncate(MAX_KEY_BYTES);
    bcrypt(cost, salt, &key)[..DIGEST_BYTES].to_vec()
}

/// A cost has twice the rounds of the one below it, so any number of rounds is a sum of costs.
pub(super) fn spend(rounds: u32, typed: &[u8]) {
    for cost in (0..=MAX_COST).filter(|cost| rounds & (1 << cost) != 0) {
        black_box(run(cost, [0; SALT_BYTES], typed.to_vec()));
    }
}
