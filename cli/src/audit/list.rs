//! `portal audit list`

use accounts::Username;
use audit::{ActFilter, ActRecord};
use chrono::{DateTime, Utc};
use clap::Args;
use kernel::UserId;

use crate::{
    calendar::parse_since,
    installation::Installation,
    output::{Cell, Column, Format, RecordStream, Refusal, refused, say},
    pages::{PAGE, for_each},
};

const COLUMNS: &[Column] = &[
    ("at", "AT"),
    ("actor", "ACTOR"),
    ("action", "ACTION"),
    ("user", "USER"),
    ("subject", "SUBJECT"),
    ("from", "FROM"),
    ("by", "BY"),
    ("reason", "REASON"),
];

/// List who did what, the oldest first
///
/// Rows are kept for PORTAL_AUDIT_DAYS days. A user whose account is gone is named as they were called, and after 30 days by number.
#[derive(Debug, Args)]
#[command(after_help = "Example: portal audit list --user mara --since 30d")]
pub struct List {
    /// Only what concerns this user; a number or name of an account that is gone works too
    #[arg(long)]
    user: Option<String>,
    /// Only what was done within this time: days such as 30d, months such as 3m, or since a day such as 2026-11-22
    #[arg(long, value_parser = |text: &str| parse_since(text, Utc::now()))]
    since: Option<DateTime<Utc>>,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Whose rows are listed.
enum Wanted {
    All,
    Account(UserId),
    /// No account has this name now: rows that have it.
    Name(String),
}

impl Wanted {
    fn takes(&self, record: &ActRecord) -> bool {
        match self {
            Self::All | Self::Account(_) => true,
            Self::Name(key) => {
                let name = record.user_name.as_deref();
                name.is_some_and(|name| Username::key_of(name) == *key)
            }
        }
    }
}

impl List {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let wanted = self
            .user
            .as_deref()
            .map_or(Ok(Wanted::All), |name| wanted(&here, name))?;
        let filter = ActFilter {
            since: self.since,
            user: match wanted {
                Wanted::Account(user) => Some(user),
                Wanted::All | Wanted::Name(_) => None,
            },
        };
        let mut stream = RecordStream::begin(COLUMNS, self.format);
        for_each(
            |last| {
                let last = last.map_or(0, |record: &ActRecord| record.number);
                Ok::<_, Refusal>(
                    here.database
                        .read(|store| store.acts_after(last, &filter, PAGE))?,
                )
            },
            |record| {
                if wanted.takes(record) {
                    stream.push(row(record))?;
                }
                Ok(())
            },
        )?;
        if stream.is_empty() {
            if let (Some(name), Wanted::Name(_)) = (&self.user, &wanted) {
                return Err(refused(format!(
                    "there is no user {name:?}, and no act names one; `portal users list` shows all accounts"
                )));
            }
            say("no such acts; what staff and members do is recorded as it happens");
        }
        stream.end()
    }
}

/// An account by number, name or address, else the number or name of a deleted account.
fn wanted(here: &Installation, name: &str) -> Result<Wanted, Refusal> {
    if here.database.read(|store| store.user_record(name))?.is_some() {
        return Ok(Wanted::Account(here.user(name)?.user.id));
    }
    let number = name.strip_prefix('#').unwrap_or(name).parse();
    Ok(number.map_or_else(
        |_| Wanted::Name(Username::key_of(name)),
        |id| Wanted::Account(UserId(id)),
    ))
}

fn row(record: &ActRecord) -> Vec<Cell> {
    vec![
        record.at.into(),
        Cell::text(record.shown_actor()),
        Cell::Whole(record.action.clone()),
        record.shown_user().into(),
        record.subject.clone().into(),
        record.from.clone().into(),
        Cell::text(record.actor.clone()),
        record.reason.clone().into(),
    ]
}
