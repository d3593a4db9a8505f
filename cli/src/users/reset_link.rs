//! `portal users reset-link`

use ::mail::{MailedToken, TokenPurpose};
use accounts::issue_reset_link;
use audit::{Action, AuditStore};
use chrono::Utc;
use clap::Args;
use kernel::StoreError;

use crate::{
    audit::by_operator,
    installation::{Installation, random_bytes},
    output::{Refusal, print_text},
};

/// Print a link by which a member chooses a new password; it works once, for half an hour
#[derive(Debug, Args)]
#[command(after_help = "Example: portal users reset-link mara")]
pub struct ResetLink {
    user: String,
}

impl ResetLink {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let user = here.user(&self.user)?.user.id;
        let token = MailedToken::from_random(TokenPurpose::ResetPassword, random_bytes()?);
        let origin = here.settings.public_url.origin().to_owned();
        let now = Utc::now();
        let link = here.database.write(move |store| {
            let link = issue_reset_link(store, user, &token, &origin, now)?;
            store.append_act(&by_operator(Action::UsersResetLink).concerning(user), now)?;
            Ok::<_, StoreError>(link)
        })?;
        print_text(&format!("{link}\n"))
    }
}
