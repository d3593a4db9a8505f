//! `portal users revoke`

use audit::Reason;
use chrono::Utc;
use clap::Args;
use courses::{AccessStore, revoke_by_staff};

use super::grant::was;
use crate::{
    audit::operator,
    installation::Installation,
    output::{Refusal, confirm, say},
};

/// Take a course back from a member
#[derive(Debug, Args)]
#[command(after_help = "Example: portal users revoke mara forex-sessions")]
pub struct Revoke {
    user: String,
    course: String,
    /// Why, for the audit trail
    #[arg(long)]
    reason: Option<Reason>,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

impl Revoke {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let (user, course) = (here.user(&self.user)?.user, here.course(&self.course)?);
        let held = here.database.read(|store| store.grant_of(user.id, course.id))?;
        if held.is_some() {
            confirm(
                &format!("Take {} from {} ({})?", course.slug, user.username, user.email),
                self.yes,
            )?;
        }
        let (id, now) = (user.id, Utc::now());
        let (by, taken) = (operator(self.reason), course.clone());
        let revoked = here
            .database
            .write(move |store| revoke_by_staff(store, id, &taken, &by, now))?;
        if revoked {
            let was = held.map_or_else(String::new, |held| format!(" ({})", was(&held, now)));
            say(&format!(
                "{} no longer has {}{was}; the progress is kept",
                user.username, course.slug
            ));
        } else {
            say(&format!(
                "{} does not have {}; nothing to do",
                user.username, course.slug
            ));
        }
        Ok(())
    }
}
