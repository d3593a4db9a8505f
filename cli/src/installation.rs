//! The installation that a command works on: settings from the environment, the database, the media store.
//!
//! Decision: only `courses import`, `demo load` and `restore` make an installation, as the server does. Every other command refuses if
//! it is missing: an installation that a command makes in the wrong surroundings looks well and is empty. The session key is made with the
//! installation and by nothing else, and it has to be the database's: what a command seals under another one, no server reads. Only
//! `doctor`, `backup`, `restore` and `session-key` work with any key. Cost: a look at the database before it is opened.

use std::path::Path;

use accounts::{AccountStore, UserRecord};
use courses::{Course, CourseStore};
use kernel::{DatabaseUrl, KeyRing, StoreError, UserId};
use outbound::{
    MediaStore, SessionKey, SessionKeyError, Settings, check_folder_owner, create_private_files,
    key_fingerprints, make_private,
};
use persistence::{
    Database, DatabaseOptions, DisagreeError, KeyFingerprint, Release, SealedUnder, agree_on_key,
    media_locks, sealed_under,
};

use crate::output::{Refusal, refused, say};

/// A command reads and writes one thing at a time, and the server needs its connections more.
const CONNECTIONS: u32 = 2;

/// The settings of the delivered service, which `portal-staff` reads.
pub const SERVICE_SETTINGS: &str = "/etc/portal/portal.env";

pub struct Installation {
    pub settings: Settings,
    pub database: Database,
    pub media: MediaStore,
}

pub fn read_settings() -> Result<Settings, Refusal> {
    Ok(Settings::read(&|name| std::env::var_os(name))?)
}

/// The installation's database.
///
/// # Errors
/// A refusal that names what was looked for, where there is no installation, and where its session key is missing or another one.
pub fn open_database(settings: &Settings) -> Result<Database, Refusal> {
    check_installed(settings)?;
    connect(settings, &SessionKey::load_existing(settings)?)
}

/// The installation's database; made if it does not exist.
///
/// # Errors
/// As [`open_database`]; a refusal where the data folder is another user's, or the installation would be one beside that of the delivered
/// service.
pub fn create_database(settings: &Settings) -> Result<Database, Refusal> {
    check_folder_owner(&settings.data_dir)?;
    if is_beside_service(settings)
        && let Some(problem) = missing_installation(settings)?
    {
        return Err(refused(problem));
    }
    let key = match sealed_under(&settings.database, &Release::this()?)? {
        SealedUnder::Nothing => SessionKey::load(settings)?,
        SealedUnder::UnknownKey | SealedUnder::Key(_) => SessionKey::load_existing(settings)?,
    };
    create_private_files(settings);
    connect(settings, &key)
}

/// The installation's database for a command that seals nothing, whatever the session key.
///
/// # Errors
/// A refusal where there is no installation, or its database cannot be used.
pub fn open_with_any_key(settings: &Settings) -> Result<Database, Refusal> {
    check_installed(settings)?;
    let key = SessionKey::load_existing(settings).map(|key| key.sealing_key());
    connect_under(settings, key.unwrap_or_else(|_| [0; 32].into()))
}

/// The database with the session key of the settings, which is made if it is missing; from now on it is the database's.
///
/// # Errors
/// A refusal where the key cannot be made, or the database cannot be used.
pub fn adopt_key(settings: &Settings) -> Result<Database, Refusal> {
    let key = SessionKey::load(settings)?;
    let database = connect_under(settings, key.sealing_key())?;
    if let Some(newest) = fingerprints(&key).first().copied() {
        database.write(move |store| store.note_key(newest))?;
    }
    Ok(database)
}

/// Makes sure that the session key is that of the database, which is not opened: it may be of an older version.
///
/// # Errors
/// A refusal where the key is missing or another one.
pub fn check_key(settings: &Settings) -> Result<(), Refusal> {
    match sealed_under(&settings.database, &Release::this()?)? {
        SealedUnder::Nothing => Ok(()),
        SealedUnder::UnknownKey => Ok(SessionKey::load_existing(settings).map(|_| ())?),
        SealedUnder::Key(known) => {
            let key = SessionKey::load_existing(settings)?;
            if fingerprints(&key).contains(&known) {
                Ok(())
            } else {
                Err(SessionKeyError::other(settings).into())
            }
        }
    }
}

/// Of each of its keys, that of the key in use first.
pub fn fingerprints(key: &SessionKey) -> Vec<KeyFingerprint> {
    key_fingerprints(key).into_iter().map(KeyFingerprint).collect()
}

fn connect(settings: &Settings, key: &SessionKey) -> Result<Database, Refusal> {
    let database = connect_under(settings, key.sealing_key())?;
    match agree_on_key(&database, &fingerprints(key)) {
        Ok(()) => Ok(database),
        Err(DisagreeError::OtherKey) => Err(SessionKeyError::other(settings).into()),
        Err(DisagreeError::Store(error)) => Err(error.into()),
    }
}

pub fn connect_under(settings: &Settings, sealing_key: KeyRing<32>) -> Result<Database, Refusal> {
    let options = DatabaseOptions {
        url: settings.database.clone(),
        sealing_key,
        connections: CONNECTIONS,
    };
    Ok(Database::connect(&options)?)
}

/// Makes sure that there is an installation, and that it is this user's.
///
/// # Errors
/// A refusal that names what was looked for.
pub fn check_installed(settings: &Settings) -> Result<(), Refusal> {
    check_folder_owner(&settings.data_dir)?;
    match missing_installation(settings)? {
        None => Ok(()),
        Some(problem) => Err(refused(problem)),
    }
}

/// What is said without an installation; `None` if there is an installation.
///
/// # Errors
/// A refusal where the database cannot be asked.
pub fn missing_installation(settings: &Settings) -> Result<Option<String>, Refusal> {
    if Database::is_made(&settings.database)? {
        return Ok(None);
    }
    let looked_for = match &settings.database {
        DatabaseUrl::Sqlite(path) => {
            let whole = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            format!("no database {}", whole.display())
        }
        DatabaseUrl::Postgres(_) => String::from("no tables in the database on PostgreSQL"),
    };
    let way_out = if is_beside_service(settings) {
        "the service of this machine has its own settings: run `portal-staff` in place of `portal`"
    } else {
        "run the command with the server's settings and in its folder, or begin an installation with the server or \
         `portal courses import FOLDER`"
    };
    Ok(Some(format!(
        "there is no installation here: {looked_for} (DATABASE_URL); {way_out}"
    )))
}

/// Whether this machine has the delivered service, and a command without its settings looks into the folder that it was called in.
fn is_beside_service(settings: &Settings) -> bool {
    let is_default = settings.data_dir == Path::new("data")
        && matches!(&settings.database, DatabaseUrl::Sqlite(path) if path == Path::new("data/portal.db"));
    is_default && Path::new(SERVICE_SETTINGS).exists()
}

pub fn media_store(settings: &Settings) -> Result<MediaStore, Refusal> {
    Ok(MediaStore::of(settings, media_locks(&settings.database))?)
}

/// Said before a command waits for a command that stores and removes media.
pub fn say_waiting() {
    say("an import is at work; waiting for its end");
}

/// Random bytes from the system.
pub fn random_bytes<const N: usize>() -> Result<[u8; N], Refusal> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|error| refused(format!("the system gives no random numbers: {error}")))?;
    Ok(bytes)
}

impl Installation {
    /// The existing installation.
    ///
    /// # Errors
    /// A refusal that names what was looked for.
    pub fn open() -> Result<Self, Refusal> {
        let settings = read_settings()?;
        let database = open_database(&settings)?;
        // What stays open to others `portal doctor` names.
        let _ = make_private(&settings);
        Self::with(database, settings)
    }

    /// The existing installation, or a new one.
    ///
    /// # Errors
    /// A refusal where the data folder is another user's.
    pub fn open_or_create() -> Result<Self, Refusal> {
        let settings = read_settings()?;
        let database = create_database(&settings)?;
        let _ = make_private(&settings);
        Self::with(database, settings)
    }

    fn with(database: Database, settings: Settings) -> Result<Self, Refusal> {
        Ok(Self {
            database,
            media: media_store(&settings)?,
            settings,
        })
    }

    /// A course by number or slug.
    pub fn course(&self, name: &str) -> Result<Course, Refusal> {
        self.database
            .read(|store| store.course_named(name))?
            .ok_or_else(|| {
                refused(format!(
                    "there is no course {name:?}; `portal courses list` shows them all"
                ))
            })
    }

    /// A user by number, name or address.
    pub fn user(&self, name: &str) -> Result<UserRecord, Refusal> {
        let (found, numbered) = self.database.read(|store| {
            let found = store.user_record(name)?;
            let numbered = match name.parse() {
                Ok(id) => store.user(UserId(id))?,
                Err(_) => None,
            };
            Ok::<_, StoreError>((found, numbered))
        })?;
        match (found, numbered) {
            (None, _) => Err(refused(format!(
                "there is no user {name:?}; `portal users list` shows them all"
            ))),
            // A member may be called "7": a command for user 7 must not act on that member.
            (Some(found), Some(numbered)) if found.user.id != numbered.id => Err(refused(format!(
                "{name} is the name of {} and the number of {}; say which by e-mail address",
                found.user.email, numbered.email
            ))),
            (Some(found), _) => Ok(found),
        }
    }
}
