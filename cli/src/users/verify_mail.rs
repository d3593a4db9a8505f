//! `portal users verify-mail`

use accounts::mail_verify_link;
use audit::Reason;
use chrono::Utc;
use clap::Args;

use super::email::{not_helped, verify_link};
use crate::{
    audit::operator,
    installation::Installation,
    output::{Refusal, say},
};

/// Mail a member the link again that verifies the pending address, or else the account's own
#[derive(Debug, Args)]
#[command(after_help = "Example: portal users verify-mail mara --reason \"the first mail was lost\"")]
pub struct VerifyMail {
    user: String,
    /// Why, for the audit trail
    #[arg(long)]
    reason: Option<Reason>,
}

impl VerifyMail {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let user = here.user(&self.user)?.user;
        let link = verify_link(&here)?;
        let (id, by, now) = (user.id, operator(self.reason), Utc::now());
        here.database
            .write(move |store| mail_verify_link(store, id, &link, &by, now))
            .map_err(|error| not_helped(error, &user.username))?;
        say(&format!(
            "the mail to {} waits for the server, which sends it while it runs",
            user.pending_email.as_ref().unwrap_or(&user.email)
        ));
        Ok(())
    }
}
