//! Password hashes of another program, which members bring along when their site moves in.
//!
//! Decision: such a hash is never stored as it came. Argon2id stands over its digest, so that a reader of the database has to break our
//! hash first, however weak the other one is; what is kept beside it are its salt and its parameters. The first sign-in with the right
//! password leaves our hash alone. Ruled out: to ask every member for a new password. Cost: while such accounts are left, every sign-in
//! does the work of the dearest hash of each form that is left, or its time would say whose account was imported.

mod argon2_form;
mod bcrypt_form;
pub(crate) mod error;
mod field;
mod pbkdf2_form;
mod phpass_form;
mod scrypt_form;

use self::{
    argon2_form::Argon2Scheme,
    bcrypt_form::BcryptScheme,
    error::{ImportedHashError, Parsed},
    pbkdf2_form::Pbkdf2Scheme,
    phpass_form::PhpassScheme,
    scrypt_form::ScryptScheme,
};
use super::memory::HashMemory;

/// The function behind a hash. It is stored, so the names are stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportedForm {
    Argon2,
    Bcrypt,
    Pbkdf2,
    Phpass,
    Scrypt,
}

impl ImportedForm {
    /// Every form.
    pub const ALL: [Self; 5] = [
        Self::Argon2,
        Self::Bcrypt,
        Self::Pbkdf2,
        Self::Phpass,
        Self::Scrypt,
    ];

    /// As it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Argon2 => "argon2",
            Self::Bcrypt => "bcrypt",
            Self::Pbkdf2 => "pbkdf2",
            Self::Phpass => "phpass",
            Self::Scrypt => "scrypt",
        }
    }
}

/// A hash of another program as it came, before Argon2id stands over it.
#[derive(Clone, PartialEq, Eq)]
pub struct ImportedHash {
    pub(super) scheme: Scheme,
    pub(super) digest: Vec<u8>,
}

impl ImportedHash {
    /// Reads a hash by its form: scrypt as `<128 hex digits>.<salt>` (Node.js, 64 bytes, N 16384, r 8, p 1), `$2a$`, `$2b$`, `$2y$`
    /// (bcrypt), `$wp$2y$` (WordPress 6.8), `$P$`, `$H$` (phpass), `$argon2id$`, `$argon2i$`, `pbkdf2_sha256$` (Django), `$pbkdf2-sha256$`
    /// (passlib).
    ///
    /// # Errors
    /// [`ImportedHashError`]
    pub fn parse(text: &str) -> Result<Self, ImportedHashError> {
        // No form has a longer text; what is longer is not looked at.
        if text.len() > 512 {
            return Err(ImportedHashError::Unknown);
        }
        let found = if text.starts_with("$argon2") {
            argon2_form::parse(text).map(|found| Self::of(found, Scheme::Argon2))
        } else if text.starts_with("$2") || text.starts_with("$wp$2y$") {
            bcrypt_form::parse(text).map(|found| Self::of(found, Scheme::Bcrypt))
        } else if text.starts_with("pbkdf2_sha256$") || text.starts_with("$pbkdf2-sha256$") {
            pbkdf2_form::parse(text).map(|found| Self::of(found, Scheme::Pbkdf2))
        } else if text.starts_with("$P$") || text.starts_with("$H$") {
            phpass_form::parse(text).map(|found| Self::of(found, Scheme::Phpass))
        } else {
            scrypt_form::parse(text).map(|found| Self::of(found, Scheme::Scrypt))
        };
        found.unwrap_or(Err(ImportedHashError::Unknown))
    }

    fn of<S>(found: Parsed<S>, scheme: impl FnOnce(S) -> Scheme) -> Result<Self, ImportedHashError> {
        let (own, digest) = found?;
        let scheme = scheme(own);
        Ok(Self { scheme, digest })
    }
}

impl std::fmt::Debug for ImportedHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ImportedHash(..)")
    }
}

/// The function of a hash with its salt and parameters: all but the digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Scheme {
    Argon2(Argon2Scheme),
    Bcrypt(BcryptScheme),
    Pbkdf2(Pbkdf2Scheme),
    Phpass(PhpassScheme),
    Scrypt(ScryptScheme),
}

impl Scheme {
    pub(super) fn form(&self) -> ImportedForm {
        match self {
            Self::Argon2(_) => ImportedForm::Argon2,
            Self::Bcrypt(_) => ImportedForm::Bcrypt,
            Self::Pbkdf2(_) => ImportedForm::Pbkdf2,
            Self::Phpass(_) => ImportedForm::Phpass,
            Self::Scrypt(_) => ImportedForm::Scrypt,
        }
    }

    /// Its work in rounds of its form; of two schemes of a form the greater number takes longer.
    pub(super) fn rounds(&self) -> u32 {
        match self {
            Self::Argon2(scheme) => scheme.rounds(),
            Self::Bcrypt(scheme) => scheme.rounds(),
            Self::Pbkdf2(scheme) => scheme.rounds(),
            Self::Phpass(scheme) => scheme.rounds(),
            Self::Scrypt(_) => 1,
        }
    }

    /// The digest of a typed password.
    pub(super) fn digest(&self, typed: &[u8], memory: &mut HashMemory) -> Option<Vec<u8>> {
        match self {
            Self::Argon2(scheme) => scheme.digest(typed, memory),
            Self::Bcrypt(scheme) => Some(scheme.digest(typed)),
            Self::Pbkdf2(scheme) => Some(scheme.digest(typed)),
            Self::Phpass(scheme) => Some(scheme.digest(typed)),
            Self::Scrypt(scheme) => scheme.digest(typed),
        }
    }

    /// As it is stored before our hash; it has neither `:` nor `$`.
    pub(super) fn stored(&self) -> String {
        let fields = match self {
            Self::Argon2(scheme) => scheme.stored(),
            Self::Bcrypt(scheme) => scheme.stored(),
            Self::Pbkdf2(scheme) => scheme.stored(),
            Self::Phpass(scheme) => scheme.stored(),
            Self::Scrypt(scheme) => scheme.stored(),
        };
        format!("{}.{fields}", self.form().as_str())
    }

    /// [`Self::stored`] read back.
    pub(super) fn load(text: &str) -> Option<Self> {
        let (form, fields) = text.split_once('.')?;
        match ImportedForm::ALL
            .into_iter()
            .find(|known| known.as_str() == form)?
        {
            ImportedForm::Argon2 => Argon2Scheme::load(fields).map(Self::Argon2),
            ImportedForm::Bcrypt => BcryptScheme::load(fields).map(Self::Bcrypt),
            ImportedForm::Pbkdf2 => Pbkdf2Scheme::load(fields).map(Self::Pbkdf2),
            ImportedForm::Phpass => PhpassScheme::load(fields).map(Self::Phpass),
            ImportedForm::Scrypt => ScryptScheme::load(fields).map(Self::Scrypt),
        }
    }
}

/// The work that every sign-in does while imported hashes are left: of each form as many rounds as its dearest hash takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ImportedWork {
    rounds: [u32; ImportedForm::ALL.len()],
}

impl ImportedWork {
    /// Of the dearest hash of each form that is left, with its rounds.
    #[must_use]
    pub fn of(left: impl IntoIterator<Item = (ImportedForm, u32)>) -> Self {
        let mut work = Self::default();
        for (form, rounds) in left {
            let of_form = &mut work.rounds[form as usize];
            *of_form = rounds.max(*of_form);
        }
        work
    }

    /// Whether no imported hash is left.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Does the work but for what the scheme of the account itself does.
    pub(super) fn spend(&self, own: Option<&Scheme>, typed: &[u8], memory: &mut HashMemory) {
        for form in ImportedForm::ALL {
            let own = own
                .filter(|scheme| scheme.form() == form)
                .map_or(0, Scheme::rounds);
            let rounds = self.rounds[form as usize].saturating_sub(own);
            if rounds > 0 {
                match form {
                    ImportedForm::Argon2 => argon2_form::spend(rounds, typed, memory),
                    ImportedForm::Bcrypt => bcrypt_form::spend(rounds, typed),
                    ImportedForm::Pbkdf2 => pbkdf2_form::spend(rounds, typed),
                    ImportedForm::Phpass => phpass_form::spend(rounds, typed),
                    ImportedForm::Scrypt => scrypt_form::spend(typed),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
