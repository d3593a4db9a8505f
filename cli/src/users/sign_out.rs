//! `portal users sign-out`

use accounts::SessionStore;
use audit::{Act, Action, AuditStore};
use chrono::Utc;
use clap::Args;
use kernel::StoreError;

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
        let (id, now) = (user.id, Utc::now());
        let ended = here.database.write(move |store| {
            let ended = store.delete_sessions(id, None)?;
            if ended > 0 {
                let act = Act::by_staff(Action::UsersSignOut).concerning(id);
                store.append_act(&act, now)?;
            }
            Ok::<_, StoreError>(ended)
        })?;
        if ended == 0 {
            say(&format!("{} has no sessions; nothing to do", user.username));
        } else {
            let sessions = counted(ended, "session", "sessions");
            say(&format!("ended {sessions} of {}", user.username));
        }
        Ok(())
    }
}
