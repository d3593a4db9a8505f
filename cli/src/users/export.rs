//! `portal users export`: everything that is kept about a member, for that member (GDPR, article 15).

use audit::{Action, AuditStore};
use chrono::Utc;
use clap::Args;
use kernel::StoreError;
use persistence::export_account;

use crate::{
    audit::by_operator,
    installation::Installation,
    output::{Refusal, print_json, refused},
};

/// Print everything that is held about a member, as JSON
#[derive(Debug, Args)]
#[command(after_help = "Example: portal users export mara > mara.json")]
pub struct Export {
    user: String,
}

impl Export {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let user = here.user(&self.user)?.user;
        let (id, now) = (user.id, Utc::now());
        // A write, for what is handed out is recorded.
        let document = here.database.write(move |store| {
            let document = export_account(store, id, now)?;
            if document.is_some() {
                store.append_act(&by_operator(Action::UsersExport).concerning(id), now)?;
            }
            Ok::<_, StoreError>(document)
        })?;
        let gone = || refused(format!("{} was deleted meanwhile", user.username));
        print_json(&document.ok_or_else(gone)?)
    }
}
