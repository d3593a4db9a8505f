//! `portal users delete`

use accounts::delete_account;
use audit::Action;
use chrono::Utc;
use clap::Args;

use crate::{
    audit::by_operator,
    installation::Installation,
    output::{Refusal, confirm, say},
};

/// Delete a member with all that is theirs; keys they used stay used, their name becomes free
#[derive(Debug, Args)]
#[command(after_help = "Example: portal users delete mara")]
pub struct Delete {
    user: String,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

impl Delete {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let user = here.user(&self.user)?.user;
        let question = format!(
            "Delete {} (number {}, {}) with all access, progress and sessions for ever?",
            user.username, user.id.0, user.email
        );
        confirm(&question, self.yes)?;
        let (id, now) = (user.id, Utc::now());
        let act = by_operator(Action::UsersDelete).concerning(id);
        let deleted = here
            .database
            .write(move |store| delete_account(store, id, &act, now))?;
        if deleted {
            say(&format!(
                "deleted {}; their keys stay used, their name is free",
                user.username
            ));
        } else {
            say(&format!("{} was deleted meanwhile; nothing to do", user.username));
        }
        Ok(())
    }
}
