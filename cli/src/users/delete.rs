//! `portal users delete`

use ::mail::EmailAddress;
use accounts::StaffUserStore;
use clap::Args;
use persistence::PersonalDataStore;

use crate::{
    installation::Installation,
    output::{Refusal, confirm, say},
};

/// Delete a member with all that is theirs; keys they used stay used, their name becomes free
#[derive(Debug, Args)]
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
        let address = EmailAddress::parse(&user.email).ok();
        let id = user.id;
        let deleted = here.database.write(move |store| {
            if let Some(address) = address {
                store.forget_address(id, &address)?;
            }
            store.delete_user(id)
        })?;
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
