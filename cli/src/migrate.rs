//! `portal migrate`: a database of an older version gets the schema of this one.

use chrono::Utc;
use clap::Args;
use kernel::DatabaseUrl;
use outbound::{check_folder_owner, create_private_files};
use persistence::{Release, WithoutBackup, has_schema, upgrade};

use crate::{
    installation::{check_key, read_settings},
    output::{Refusal, counted, refused, say},
};

/// Bring the database to the schema of this version, as a start of the server does
///
/// An SQLite database is copied beside itself first. PostgreSQL wants a backup of the last 24 hours by `portal backup`, or
/// PORTAL_MIGRATE=on; an empty one gets its tables.
#[derive(Debug, Args)]
#[command(after_help = "Example: portal backup before.tar && portal migrate")]
pub struct Migrate {}

impl Migrate {
    pub fn run(self) -> Result<(), Refusal> {
        let settings = read_settings()?;
        check_folder_owner(&settings.data_dir)?;
        if let DatabaseUrl::Sqlite(path) = &settings.database
            && !has_schema(&settings.database)?
        {
            return Err(refused(format!(
                "there is no database at {}; DATABASE_URL says where it is",
                path.display()
            )));
        }
        check_key(&settings)?;
        create_private_files(&settings);
        let without_backup = match settings.migrates_without_backup {
            true => WithoutBackup::Migrated,
            false => WithoutBackup::Refused,
        };
        let release = Release::this()?;
        let upgraded = upgrade(&settings.database, &release, without_backup, Utc::now())?;
        if upgraded.migrations.is_empty() {
            say(&format!(
                "there is nothing to do: the database has the schema of version {}",
                release.version()
            ));
            return Ok(());
        }
        let applied = counted(upgraded.migrations.len(), "migration", "migrations");
        let copy = upgraded.copy.map_or_else(String::new, |copy| {
            format!("; what it was before is {}", copy.display())
        });
        say(&format!(
            "the database has the schema of version {} now, by {applied}{copy}",
            release.version()
        ));
        Ok(())
    }
}
