//! `portal upgrade --check`: what this version would do to the database, measured here, with nothing changed.

use clap::Args;
use kernel::DatabaseUrl;
use outbound::check_folder_owner;
use persistence::{Release, Trial, has_schema, try_upgrade};

use crate::{
    installation::{check_key, read_settings},
    output::{Refusal, print_text, refused},
};

/// Say which migrations this version would run on the database, how long they take here and how much room they need
///
/// Nothing is changed. On SQLite a copy beside the database is migrated and removed. On PostgreSQL the migrations run in a transaction
/// that is rolled back; what uses the tables waits meanwhile.
#[derive(Debug, Args)]
#[command(after_help = "Example: ./portal-1.2.0/portal upgrade --check")]
pub struct Upgrade {
    /// Only say what would be done; the upgrade itself is a start of the new server, or `portal migrate`
    #[arg(long, required = true)]
    check: bool,
}

impl Upgrade {
    pub fn run(self) -> Result<(), Refusal> {
        debug_assert!(self.check, "clap wants it");
        let settings = read_settings()?;
        check_folder_owner(&settings.data_dir)?;
        if !has_schema(&settings.database)? {
            return Err(refused(match &settings.database {
                DatabaseUrl::Sqlite(path) => format!(
                    "there is no database at {}; DATABASE_URL says where it is",
                    path.display()
                ),
                DatabaseUrl::Postgres(_) => String::from("the database on PostgreSQL is empty"),
            }));
        }
        check_key(&settings)?;
        let release = Release::this()?;
        let trial = try_upgrade(&settings.database, &release)?;
        tell(&settings.database, release.version(), &trial)
    }
}

fn tell(database: &DatabaseUrl, version: &str, trial: &Trial) -> Result<(), Refusal> {
    let written_by = trial.written_by.as_deref().unwrap_or("unknown");
    print_text(&format!("version     {version}, after {written_by}\n"))?;
    print_text(&format!(
        "rows        {} in {} tables\n",
        trial.rows, trial.tables
    ))?;
    print_text(&format!("migrations  {}\n", trial.migrations.len()))?;
    for name in &trial.migrations {
        print_text(&format!("            {name}\n"))?;
    }
    if trial.migrations.is_empty() {
        return Ok(());
    }
    let place = match database {
        DatabaseUrl::Sqlite(_) => "on a copy",
        DatabaseUrl::Postgres(_) => "in a transaction that was rolled back",
    };
    print_text(&format!(
        "time        {:.1} s {place}\n",
        trial.took.as_secs_f64()
    ))?;
    let free = trial
        .free
        .map_or_else(String::new, |free| format!(", {} free", megabytes(free)));
    let copy = match database {
        DatabaseUrl::Sqlite(_) => ", the copy that stays beside the database included",
        DatabaseUrl::Postgres(_) => "",
    };
    print_text(&format!("room        {}{copy}{free}\n", megabytes(trial.room)))
}

fn megabytes(bytes: u64) -> String {
    format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000)
}
