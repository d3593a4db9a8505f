//! `portal users show`

use chrono::Utc;
use clap::Args;
use courses::AccessStore;
use serde_json::json;

use super::{
    held::{held_json, held_table},
    table::user_table,
};
use crate::{
    installation::Installation,
    output::{Format, Refusal, print_json, print_text, rfc3339},
};

/// Show a member and the courses they hold
#[derive(Debug, Args)]
pub struct Show {
    user: String,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Show {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let record = here.user(&self.user)?;
        let held = here.database.read(|store| store.held_courses(record.user.id))?;
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
                "secondFactor": record.user.second_factor,
                "isSubscribed": record.is_subscribed,
                "subscriptionEnds": record.subscription_ends.map(rfc3339),
                "discordUserId": record.user.discord_user_id.map(|id| id.0),
                "courses": held_json(&held, now),
            })),
            Format::Table => {
                user_table(&[record]).print_one(self.format)?;
                if held.is_empty() {
                    return Ok(());
                }
                print_text("\n")?;
                held_table(&held, now).print(self.format)
            }
        }
    }
}
