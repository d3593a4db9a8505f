//! `portal staff remove`

use ::staff::{StaffName, StaffStore, remove_staff};
use chrono::Utc;
use clap::Args;

use crate::{
    audit::operator,
    installation::Installation,
    output::{Refusal, confirm, refused, say},
};

/// Remove a name of staff; its sessions end at once
#[derive(Debug, Args)]
#[command(after_help = "Example: portal staff remove \"Eva B.\" --yes")]
pub struct Remove {
    name: StaffName,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

impl Remove {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let known = here.database.read(|store| store.staff_named(&self.name))?;
        let unknown = || {
            refused(format!(
                "there is no name of staff {:?}; `portal staff list` shows them all",
                self.name.as_str()
            ))
        };
        let member = known.ok_or_else(unknown)?;
        confirm(&format!("Remove {} from staff?", member.name), self.yes)?;
        let (now, by, name) = (Utc::now(), operator(None), self.name.clone());
        if !here
            .database
            .write(move |store| remove_staff(store, &name, &by, now))?
        {
            return Err(unknown());
        }
        say(&format!("{} is no longer staff", member.name));
        Ok(())
    }
}
