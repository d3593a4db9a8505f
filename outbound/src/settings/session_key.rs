//! The key that signs cookies and seals what rests: given by the environment, or made once in the data directory.

use std::{
    fs, io,
    io::Write,
    path::{Path, PathBuf},
};

use base64::{Engine, engine::general_purpose::STANDARD};
use hkdf::Hkdf;
use kernel::KeyRing;
use secrecy::{ExposeSecret, zeroize::Zeroizing};
use sha2::Sha256;

use super::{
    Settings,
    values::{GivenSessionKeys, SESSION_KEY_BYTES, SESSION_KEY_FILE, parse_session_keys},
};
use crate::private_folder::make_private_folder;

/// Displays as one line that names the file.
#[derive(Debug, thiserror::Error)]
pub enum SessionKeyError {
    #[error("the session key {} cannot be kept: {cause}", .file.display())]
    File { file: PathBuf, cause: io::Error },
    #[error("the session key {} {problem}; put the right file back, or delete it to sign all members out", .file.display())]
    Content { file: PathBuf, problem: String },
    #[error(
        "there is no data folder {}, which holds the session key: set PORTAL_DATA_DIR or PORTAL_SESSION_KEY as the server has it",
        .0.display()
    )]
    NoFolder(PathBuf),
    #[error("the session key cannot be expanded")]
    Derivation,
}

/// Two keys that reveal nothing of each other, both drawn from the session key (HKDF-SHA256, RFC 5869); each beside the key that it
/// replaces, while the session key is changed.
pub struct SessionKey {
    cookie: KeyRing<64>,
    sealing: KeyRing<32>,
}

impl SessionKey {
    /// The key of the settings, else that of the data directory, which is made if it is missing. Processes that start
    /// together agree on one key.
    ///
    /// # Errors
    /// [`SessionKeyError`]
    pub fn load(settings: &Settings) -> Result<Self, SessionKeyError> {
        match &settings.session_key {
            Some(keys) => Self::of(keys),
            None => Self::load_file(&settings.data_dir),
        }
    }

    /// [`Self::load`] for a command that works on what is there. A key that was lost is made anew, but no data folder is made for it: a
    /// command without the server's data folder runs in other surroundings.
    ///
    /// # Errors
    /// [`SessionKeyError`]; [`SessionKeyError::NoFolder`] where there is no data folder.
    pub fn load_existing(settings: &Settings) -> Result<Self, SessionKeyError> {
        if settings.session_key.is_none() && !settings.data_dir.exists() {
            let folder = &settings.data_dir;
            return Err(SessionKeyError::NoFolder(
                std::path::absolute(folder).unwrap_or_else(|_| folder.clone()),
            ));
        }
        Self::load(settings)
    }

    /// Signs cookies.
    #[must_use]
    pub fn cookie_key(&self) -> &KeyRing<64> {
        &self.cookie
    }

    /// Seals purchase keys and waiting mails.
    #[must_use]
    pub fn sealing_key(&self) -> KeyRing<32> {
        self.sealing.clone()
    }

    fn of(keys: &GivenSessionKeys) -> Result<Self, SessionKeyError> {
        let newest = keys.newest.expose_secret();
        let older = keys.older.as_ref().map(ExposeSecret::expose_secret);
        Ok(Self {
            cookie: ring(newest, older, b"portal cookie signing v1")?,
            sealing: ring(newest, older, b"portal sealing v1")?,
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
        let keys = parse_session_keys(&text).map_err(|problem| SessionKeyError::Content {
            file: file.clone(),
            problem,
        })?;
        Self::of(&keys)
    }
}

fn ring<const BYTES: usize>(
    newest: &[u8],
    older: Option<&[u8]>,
    purpose: &[u8],
) -> Result<KeyRing<BYTES>, SessionKeyError> {
    let drawn = |bytes: &[u8]| -> Result<[u8; BYTES], SessionKeyError> {
        let mut key = [0; BYTES];
        Hkdf::<Sha256>::new(None, bytes)
            .expand(purpose, &mut key)
            .map_err(|_| SessionKeyError::Derivation)?;
        Ok(key)
    };
    Ok(KeyRing::new(drawn(newest)?, older.map(drawn).transpose()?))
}

impl std::fmt::Debug for SessionKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SessionKey(..)")
    }
}

/// Puts a whole new key in place, or leaves the key that another process put there first.
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
