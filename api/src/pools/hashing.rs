//! Password hashing on threads of its own, so that many sign-ins at once never hold up other requests.
//!
//! Two hashes at once, 64 waiting; a request beyond that is answered 503 at once, and a hash whose client has gone is skipped.
//! A thread keeps its 19 MiB between hashes and frees them when it was idle for a while.

use accounts::{
    HashMemory, ImportedWork, NewPassword, PasswordHash, hash_password, rehash_password, verify_at_sign_in,
    verify_password,
};
use outbound::random_bytes;
use secrecy::SecretString;

use crate::http::problem::Problem;
use crate::pools::pool::{Pool, PoolSettings};

const POOL: PoolSettings<HashMemory> = PoolSettings {
    name: "hasher",
    threads: 2,
    waiting: 64,
    full: || Problem::busy(1),
    state: HashMemory::new,
};

pub struct Hasher(Pool<HashMemory>);

impl Hasher {
    pub fn start() -> std::io::Result<Self> {
        Ok(Self(Pool::start(&POOL)?))
    }

    /// Hashes a new password.
    pub async fn hash(&self, password: NewPassword) -> Result<PasswordHash, Problem> {
        let salt = random_bytes()?;
        let hash = move |memory: &mut HashMemory| hash_password(&password, salt, memory);
        Ok(self.0.ask(hash).await?)
    }

    /// Hashes a password that an account has.
    pub async fn rehash(&self, typed: SecretString) -> Result<PasswordHash, Problem> {
        let salt = random_bytes()?;
        let hash = move |memory: &mut HashMemory| rehash_password(&typed, salt, memory);
        Ok(self.0.ask(hash).await?)
    }

    /// Whether a typed password is the one behind a hash.
    pub async fn verify(&self, typed: SecretString, hash: PasswordHash) -> Result<bool, Problem> {
        let verify = move |memory: &mut HashMemory| verify_password(&typed, &hash, memory);
        Ok(self.0.ask(verify).await?)
    }

    /// [`Self::verify`] in a time that does not depend on whose hash it is, while imported hashes are left.
    pub async fn verify_at_sign_in(
        &self,
        typed: SecretString,
        hash: PasswordHash,
        left: ImportedWork,
    ) -> Result<bool, Problem> {
        let verify = move |memory: &mut HashMemory| verify_at_sign_in(&typed, &hash, &left, memory);
        Ok(self.0.ask(verify).await?)
    }
}
