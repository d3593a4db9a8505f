//! The key that signs cookies and seals what rests: given by the environment, or made once in the data directory.

use std::{
    fs, io,
    io::Write,
    path::{Path, PathBuf},
};

use base64::{Engine, engine::general_purpose::STANDARD};
use hkdf::Hkdf;
use secrecy::{ExposeSecret, SecretBox, zeroize::Zeroizing};
use sha2::Sha256;

use super::{
    Settings,
    values::{SESSION_KEY_BYTES, SESSION_KEY_FILE, parse_session_key},
};
use crate::private_folder::make_private_folder;

/// Displays as one line that names the file.
#[derive(Debug, thiserror::Error)]
pub enum SessionKeyError {
    #[error("the session key {} cannot be kept: {cause}", .file.display())]
    File { file: PathBuf, cause: io::Error },
    #[error("the session key {} {problem}; put the right file back, or delete it to sign everybody out", .file.display())]
    Content { file: PathBuf, problem: String },
    #[error("the session key cannot be expanded")]
    Derivation,
}

/// Two keys that tell nothing of each other, both drawn from the session key (HKDF-SHA256, RFC 5869).
pub struct SessionKey {
    cookie: SecretBox<[u8; 64]>,
    sealing: SecretBox<[u8; 32]>,
}

impl SessionKey {
    /// The key of the settings, else that of the data directory, which is made when there is none. Processes that start
    /// together agree on one key.
    ///
    /// # Errors
    /// [`SessionKeyError`]
    pub fn load(settings: &Settings) -> Result<Self, SessionKeyError> {
        match &settings.session_key {
            Some(key) => Self::from_bytes(key.expose_secret()),
            None => Self::load_file(&settings.data_dir),
        }
    }

    /// Signs cookies.
    #[must_use]
    pub fn cookie_key(&self) -> &[u8; 64] {
        self.cookie.expose_secret()
    }

    /// Seals purchase keys and waiting mails.
    #[must_use]
    pub fn sealing_key(&self) -> [u8; 32] {
        *self.sealing.expose_secret()
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, SessionKeyError> {
        let source = Hkdf::<Sha256>::new(None, bytes);
        let mut cookie = Box::new([0; 64]);
        let mut sealing = Box::new([0; 32]);
        source
            .expand(b"portal cookie signing v1", cookie.as_mut_slice())
            .map_err(|_| SessionKeyError::Derivation)?;
        source
            .expand(b"portal sealing v1", sealing.as_mut_slice())
            .map_err(|_| SessionKeyError::Derivation)?;
        Ok(Self {
            cookie: SecretBox::new(cookie),
            sealing: SecretBox::new(sealing),
        })
    }

    fn load_file(data_dir: &Path) -> Result<Self, SessionKeyError> {
        let file = data_dir.join(SESSION_KEY_FILE);
        let failed = |cause| SessionKeyError::File {
            file: file.clone(),
            cause,
        };
        let text = match fs::read_to_string(&file) {
            Err(missing) if missing.kind() == io::ErrorKind::NotFound => {
                make_file(data_dir, &file).map_err(failed)?;
                fs::read_to_string(&file)
            }
            other => other,
        };
        let text = Zeroizing::new(text.map_err(failed)?);
        let key = parse_session_key(&text).map_err(|problem| SessionKeyError::Content {
            file: file.clone(),
            problem,
        })?;
        Self::from_bytes(key.expose_secret())
    }
}

impl std::fmt::Debug for SessionKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SessionKey(..)")
    }
}

/// Puts a whole new key in place, or leaves the one that another process put there first.
fn make_file(data_dir: &Path, file: &Path) -> io::Result<()> {
    make_private_folder(data_dir)?;
    let mut bytes = Zeroizing::new([0_u8; SESSION_KEY_BYTES]);
    getrandom::fill(bytes.as_mut_slice()).map_err(|cause| io::Error::other(cause.to_string()))?;
    let text = Zeroizing::new(STANDARD.encode(bytes.as_slice()));
    // The temporary file is made with mode 0600.
    let mut new = tempfile::Builder::new()
        .prefix(".session.key-")
        .tempfile_in(data_dir)?;
    writeln!(new, "{}", text.as_str())?;
    new.as_file().sync_all()?;
    match new.persist_noclobber(file) {
        Ok(_) => fs::File::open(data_dir)?.sync_all(),
        Err(taken) if taken.error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(failed) => Err(failed.error),
    }
}
