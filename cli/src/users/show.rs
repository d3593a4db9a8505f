//! `portal users show`

mod held;
mod owned;

use accounts::{PasskeyRecord, SessionStore};
use audit::{ActFilter, ActRecord, Action};
use chrono::{DateTime, Utc};
use clap::Args;
use courses::{AccessStore, HeldCourse};
use kernel::StoreError;
use purchase_keys::KeyRecord;
use serde_json::json;

use self::{
    held::{held_json, held_table},
    owned::{keys_json, keys_table, orders_json, orders_table, passkeys_json, passkeys_table},
};
use super::table::user_table;
use crate::{
    installation::Installation,
    output::{Format, Records, Refusal, minute, print_json, print_text, rfc3339},
    pages::{PAGE, for_each},
};

/// Show a member: courses, passkeys, keys, orders, second factor, and when they signed in last
#[derive(Debug, Args)]
#[command(after_help = "Example: portal users show mara")]
pub struct Show {
    user: String,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What is shown of a member beside their row.
struct Facts {
    held: Vec<HeldCourse>,
    passkeys: Vec<PasskeyRecord>,
    keys: Vec<KeyRecord>,
    orders: Vec<::orders::Order>,
    /// As the audit trail has it.
    last_sign_in: Option<DateTime<Utc>>,
    /// Of the sessions that are open.
    last_seen: Option<DateTime<Utc>>,
}

impl Show {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let record = here.user(&self.user)?;
        let user = record.user.id;
        let address = ::mail::EmailAddress::parse(&record.user.email).ok();
        let mut facts = here.database.read(|store| {
            Ok::<_, StoreError>(Facts {
                held: store.held_courses(user)?,
                passkeys: store.passkeys(user)?,
                keys: match &address {
                    Some(address) => store.key_records_of(user, address)?,
                    None => Vec::new(),
                },
                orders: store.orders_of(user)?,
                last_sign_in: None,
                last_seen: store
                    .sessions(user)?
                    .iter()
                    .map(|session| session.last_seen_at)
                    .max(),
            })
        })?;
        facts.last_sign_in = last_sign_in(&here, user)?;
        let now = Utc::now();
        match self.format {
            Format::Csv => user_table(&[record]).print(self.format),
            Format::Json => print_json(&json!({
                "id": record.user.id.0,
                "username": record.user.username,
                "email": record.user.email,
                "emailVerified": record.user.email_verified,
                "pendingEmail": record.user.pending_email,
                "createdAt": rfc3339(record.created_at),
                "importedAt": record.imported_at.map(rfc3339),
                "lastSignIn": facts.last_sign_in.map(rfc3339),
                "lastSeen": facts.last_seen.map(rfc3339),
                "secondFactor": record.user.second_factor,
                "isSubscribed": record.is_subscribed,
                "subscriptionEnds": record.subscription_ends.map(rfc3339),
                "discordUserId": record.user.discord_user_id.map(|id| id.0),
                "courses": held_json(&facts.held, now),
                "passkeys": passkeys_json(&facts.passkeys),
                "keys": keys_json(&facts.keys),
                "orders": orders_json(&facts.orders),
            })),
            Format::Table => {
                let (second_factor, imported_at) = (record.user.second_factor, record.imported_at);
                user_table(&[record]).print_one(self.format)?;
                print_text(&signing_in(second_factor, &facts))?;
                if let Some(at) = imported_at {
                    print_text(&format!("IMPORTED          {}\n", minute(at)))?;
                }
                print_part("courses", held_table(&facts.held, now))?;
                print_part("passkeys", passkeys_table(&facts.passkeys))?;
                print_part("keys", keys_table(&facts.keys))?;
                print_part("orders", orders_table(&facts.orders))
            }
        }
    }
}

/// How the member signs in, as lines of the member's own table.
fn signing_in(second_factor: bool, facts: &Facts) -> String {
    let shown = |time: Option<DateTime<Utc>>| time.map_or_else(|| String::from("-"), minute);
    let on = if second_factor { "on" } else { "off" };
    format!(
        "SECOND FACTOR     {on}\nLAST SIGN-IN      {}\nLAST SEEN         {}\n",
        shown(facts.last_sign_in),
        shown(facts.last_seen)
    )
}

/// A table under its name; nothing where it has no rows.
fn print_part(name: &str, records: Records) -> Result<(), Refusal> {
    if records.rows.is_empty() {
        return Ok(());
    }
    print_text(&format!("\n{name}\n"))?;
    records.print(Format::Table)
}

/// When a session of theirs was opened last, as far as the audit trail reaches.
fn last_sign_in(here: &Installation, user: kernel::UserId) -> Result<Option<DateTime<Utc>>, Refusal> {
    let filter = ActFilter {
        since: None,
        user: Some(user),
    };
    let mut last = None;
    for_each(
        |after| {
            let after = after.map_or(0, |record: &ActRecord| record.number);
            Ok::<_, Refusal>(
                here.database
                    .read(|store| store.acts_after(after, &filter, PAGE))?,
            )
        },
        |record| {
            let opens = [Action::SessionOpened.name(), Action::AccountRegistered.name()];
            if opens.contains(&record.action.as_str()) {
                last = Some(record.at);
            }
            Ok(())
        },
    )?;
    Ok(last)
}
