//! `portal users reset-second-factor`

use accounts::reset_second_factor;
use audit::{Action, AuditStore};
use chrono::Utc;
use clap::Args;
use kernel::StoreError;

use crate::{
    audit::by_operator,
    installation::Installation,
    output::{Refusal, confirm, say},
};

/// Turn off the second factor of a member who lost it; they get a mail about it
#[derive(Debug, Args)]
#[command(after_help = "Example: portal users reset-second-factor mara")]
pub struct ResetSecondFactor {
    user: String,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

impl ResetSecondFactor {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let user = here.user(&self.user)?.user;
        if user.second_factor {
            let question = format!(
                "Let {} ({}) sign in with the password alone?",
                user.username, user.email
            );
            confirm(&question, self.yes)?;
        }
        let (id, now) = (user.id, Utc::now());
        let was_on = here.database.write(move |store| {
            let was_on = reset_second_factor(store, id, now)?;
            if was_on {
                store.append_act(&by_operator(Action::UsersResetSecondFactor).concerning(id), now)?;
            }
            Ok::<_, StoreError>(was_on)
        })?;
        if was_on {
            say(&format!(
                "{} signs in with the password alone; a mail tells them",
                user.username
            ));
        } else {
            say(&format!("{} has no second factor; nothing to do", user.username));
        }
        Ok(())
    }
}
