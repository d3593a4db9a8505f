//! Argon2 of another program, in PHC form (`$argon2id$`, `$argon2i$`).

use std::hint::black_box;

use argon2::{Algorithm, Argon2, Block, Params, PasswordHash, Version};

use super::{
    error::{ImportedHashError, Parsed},
    field::{bytes_of, field},
};
use crate::password::memory::HashMemory;

/// Contract, "Moving in, settled".
const MAX_MEMORY_KIB: u32 = 64 * 1024;
const MAX_PASSES: u32 = 4;
const MAX_LANES: u32 = 8;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Argon2Scheme {
    algorithm: Algorithm,
    version: Version,
    memory_kib: u32,
    passes: u32,
    lanes: u32,
    salt: Vec<u8>,
    digest_bytes: usize,
}

pub(super) fn parse(text: &str) -> Option<Parsed<Argon2Scheme>> {
    let parsed = PasswordHash::new(text).ok()?;
    let algorithm = [Algorithm::Argon2id, Algorithm::Argon2i]
        .into_iter()
        .find(|known| known.ident() == parsed.algorithm)?;
    let version = match parsed.version {
        None => Version::V0x10,
        Some(number) => Version::try_from(number).ok()?,
    };
    let params = Params::try_from(&parsed).ok()?;
    // A secret key or associated data would be needed too.
    if !params.keyid().is_empty() || !params.data().is_empty() {
        return None;
    }
    let digest = parsed.hash?.as_bytes().to_vec();
    let mut salt = [0; 64];
    let salt = parsed.salt?.decode_b64(&mut salt).ok()?.to_vec();
    if params.m_cost() > MAX_MEMORY_KIB || params.t_cost() > MAX_PASSES || params.p_cost() > MAX_LANES {
        let bound = "Argon2 of 64 MiB, 4 passes and 8 lanes";
        return Some(Err(ImportedHashError::TooDear(bound)));
    }
    let scheme = Argon2Scheme {
        algorithm,
        version,
        memory_kib: params.m_cost(),
        passes: params.t_cost(),
        lanes: params.p_cost(),
        salt,
        digest_bytes: digest.len(),
    };
    Some(Ok((scheme, digest)))
}

impl Argon2Scheme {
    /// KiB that are written, in all passes.
    pub(super) fn rounds(&self) -> u32 {
        self.memory_kib * self.passes
    }

    pub(super) fn digest(&self, typed: &[u8], memory: &mut HashMemory) -> Option<Vec<u8>> {
        let params = Params::new(self.memory_kib, self.passes, self.lanes, Some(self.digest_bytes)).ok()?;
        let argon2 = Argon2::new(self.algorithm, self.version, params);
        let mut digest = vec![0; self.digest_bytes];
        let blocks = memory.blocks(argon2.params().block_count());
        argon2
            .hash_password_into_with_memory(typed, &self.salt, &mut digest, blocks)
            .ok()?;
        Some(digest)
    }

    pub(super) fn stored(&self) -> String {
        let Self {
            memory_kib,
            passes,
            lanes,
            digest_bytes,
            ..
        } = self;
        format!(
            "{}.{}.{memory_kib}.{passes}.{lanes}.{digest_bytes}.{}",
            self.algorithm.as_str(),
            u32::from(self.version),
            field(&self.salt)
        )
    }

    pub(super) fn load(fields: &str) -> Option<Self> {
        let mut fields = fields.split('.');
        let algorithm = fields.next()?.parse().ok()?;
        let version = Version::try_from(fields.next()?.parse::<u32>().ok()?).ok()?;
        let mut number = || fields.next()?.parse::<u32>().ok();
        let (memory_kib, passes, lanes) = (number()?, number()?, number()?);
        let digest_bytes = usize::try_from(number()?).ok()?;
        Some(Self {
            algorithm,
            version,
            memory_kib,
            passes,
            lanes,
            salt: bytes_of(fields.next()?)?,
            digest_bytes,
        })
    }
}

/// The most memory in as many passes as fit, and one pass over the rest.
pub(super) fn spend(kib: u32, typed: &[u8], memory: &mut HashMemory) {
    let runs = [(MAX_MEMORY_KIB, kib / MAX_MEMORY_KIB), (kib % MAX_MEMORY_KIB, 1)];
    for (memory_kib, passes) in runs {
        if let Ok(params) = Params::new(memory_kib, passes, 1, None) {
            let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
            let mut digest = [0; Params::DEFAULT_OUTPUT_LEN];
            let blocks: &mut [Block] = memory.blocks(argon2.params().block_count());
            let _ = black_box(argon2.hash_password_into_with_memory(typed, &[0; 16], &mut digest, blocks));
        }
    }
}
