//! `portal users sign-out`

use accounts::sign_out_member;
use audit::Reason;
use chrono::Utc;
use clap::Args;

use crate::{
    audit::operator,
    installation::Installation,
    output::{Refusal, counted, say},
};

/// End every session of a member
#[derive(Debug, Args)]
#[command(after_help = "Example: portal users sign-out mara")]
pub struct SignOut {
    user: String,
    /// Why, for the audit trail
    #[arg(long)]
    reason: Option<Reason>,
}

impl SignOut {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let user = here.user(&self.user)?.user;
        let (id, now) = (user.id, Utc::now());
        let by = operator(self.reason);
        let ended = here
            .database
            .write(move |store| sign_out_member(store, id, &by, now))?;
        if ended == 0 {
            say(&format!("{} has no sessions; nothing to do", user.username));
        } else {
            let sessions = counted(ended, "session", "sessions");
            say(&format!("ended {sessions} of {}", user.username));
        }
        Ok(())
    }
}
