//! `portal users reset-mail`

use ::mail::{MailedToken, TokenPurpose};
use accounts::mail_reset_link;
use audit::Reason;
use chrono::Utc;
use clap::Args;

use super::email::not_helped;
use crate::{
    audit::operator,
    installation::{Installation, random_bytes},
    output::{Refusal, say},
};

/// Mail a member a link by which to choose a new password; it works once, for half an hour
#[derive(Debug, Args)]
#[command(after_help = "Example: portal users reset-mail mara --reason \"forgot the password\"")]
pub struct ResetMail {
    user: String,
    /// Why, for the audit trail
    #[arg(long)]
    reason: Option<Reason>,
}

impl ResetMail {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let user = here.user(&self.user)?.user;
        let token = MailedToken::from_random(TokenPurpose::ResetPassword, random_bytes()?);
        let origin = here.settings.public_url.origin().to_owned();
        let (id, by, now) = (user.id, operator(self.reason), Utc::now());
        here.database
            .write(move |store| mail_reset_link(store, id, &token, &origin, &by, now))
            .map_err(|error| not_helped(error, &user.username))?;
        say(&format!(
            "the mail to {} waits for the server, which sends it while it runs",
            user.email
        ));
        Ok(())
    }
}
