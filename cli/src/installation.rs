//! The installation that a command works on: settings from the environment, the database, the media store.

use accounts::{AccountStore, StaffUserStore, UserRecord};
use courses::{Course, CourseStore};
use kernel::{StoreError, UserId};
use outbound::{MediaStore, SessionKey, Settings, create_private_files, make_private};
use persistence::{Database, DatabaseOptions, media_locks};

use crate::output::{Refusal, refused, say};

/// A command reads and writes one thing at a time, and the server needs its connections more.
const CONNECTIONS: u32 = 2;

pub struct Installation {
    pub settings: Settings,
    pub database: Database,
    pub media: MediaStore,
}

pub fn read_settings() -> Result<Settings, Refusal> {
    Ok(Settings::read(&|name| std::env::var_os(name))?)
}

pub fn open_database(settings: &Settings) -> Result<Database, Refusal> {
    create_private_files(settings);
    let options = DatabaseOptions {
        url: settings.database.clone(),
        sealing_key: SessionKey::load(settings)?.sealing_key(),
        connections: CONNECTIONS,
    };
    Ok(Database::connect(&options)?)
}

pub fn media_store(settings: &Settings) -> Result<MediaStore, Refusal> {
    Ok(MediaStore::of(settings, media_locks(&settings.database))?)
}

/// Said before a command waits for one that stores and removes media.
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
    pub fn open() -> Result<Self, Refusal> {
        let settings = read_settings()?;
        // What stays open to others `portal doctor` names.
        let _ = make_private(&settings);
        Ok(Self {
            database: open_database(&settings)?,
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
