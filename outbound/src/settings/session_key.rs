//! The key that signs cookies and seals what rests: given by the environment, or made once, with the installation, in the data directory.

use std::{
    fs, io,
    io::Write,
    path::{Path, PathBuf},
};

use base64::{Engine, engine::general_purpose::STANDARD};
use hkdf::Hkdf;
use kernel::{DatabaseUrl, KeyRing};
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
        "there is no session key {key}, and {database} is sealed under one: set PORTAL_DATA_DIR or PORTAL_SESSION_KEY as the server has it, \
         or put a copy of the key there; where it is lost, `portal session-key replace --yes` makes another"
    )]
    Missing { key: String, database: String },
    #[error(
        "the session key {key} is not the one that {database} is sealed under: set PORTAL_DATA_DIR or PORTAL_SESSION_KEY as the server has \
         it; after a loss or a leak, `portal session-key replace --yes` adopts this one"
    )]
    Other { key: String, database: String },
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

    /// [`Self::load`] that makes no key: for a database that is sealed under one.
    ///
    /// # Errors
    /// [`SessionKeyError`]; [`SessionKeyError::Missing`] without a key.
    pub fn load_existing(settings: &Settings) -> Result<Self, SessionKeyError> {
        if let Some(keys) = &settings.session_key {
            return Self::of(keys);
        }
        match read_file(&settings.data_dir) {
            Ok(text) => Self::of_file(&settings.data_dir, &text),
            Err(missing) if missing.kind() == io::ErrorKind::NotFound => {
                let (key, database) = places(settings);
                Err(SessionKeyError::Missing { key, database })
            }
            Err(cause) => Err(SessionKeyError::File {
                file: settings.data_dir.join(SESSION_KEY_FILE),
                cause,
            }),
        }
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
        let text = match read_file(data_dir) {
            Err(missing) if missing.kind() == io::ErrorKind::NotFound => {
                make_file(data_dir, &file).map_err(failed)?;
                read_file(data_dir)
            }
            other => other,
        };
        Self::of_file(data_dir, &text.map_err(failed)?)
    }

    fn of_file(data_dir: &Path, text: &str) -> Result<Self, SessionKeyError> {
        let keys = parse_session_keys(text).map_err(|problem| SessionKeyError::Content {
            file: data_dir.join(SESSION_KEY_FILE),
            problem,
        })?;
        Self::of(&keys)
    }
}

impl SessionKeyError {
    /// The settings' key is not the one of their database.
    #[must_use]
    pub fn other(settings: &Settings) -> Self {
        let (key, database) = places(settings);
        Self::Other { key, database }
    }
}

fn read_file(data_dir: &Path) -> io::Result<Zeroizing<String>> {
    fs::read_to_string(data_dir.join(SESSION_KEY_FILE)).map(Zeroizing::new)
}

/// Where the key is looked for, and where the database is; for people.
fn places(settings: &Settings) -> (String, String) {
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let key = match settings.session_key {
        Some(_) => String::from("of PORTAL_SESSION_KEY"),
        None => {
            let file = whole(&settings.data_dir.join(SESSION_KEY_FILE));
            format!("{} (PORTAL_DATA_DIR)", file.display())
        }
    };
    let database = match &settings.database {
        DatabaseUrl::Sqlite(path) => whole(path).display().to_string(),
        DatabaseUrl::Postgres(_) => String::from("on PostgreSQL"),
    };
    (key, format!("the database {database} (DATABASE_URL)"))
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
