//! `portal users sign-out`

use accounts::SessionStore;
use clap::Args;

use crate::{
    installation::Installation,
    output::{Refusal, counted, say},
};

/// End every session of a member
#[derive(Debug, Args)]
pub struct SignOut {
    user: String,
}

impl SignOut {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let user = here.user(&self.user)?.user;
        let id = user.id;
        let ended = here
            .database
            .write(move |store| store.delete_sessions(id, None))?;
        if ended == 0 {
            say(&format!("{} has no sessions; nothing to do", user.username));
        } else {
            let sessions = counted(ended, "session", "sessions");
            say(&format!("ended {sessions} of {}", user.username));
        }
        Ok(())
    }
}
