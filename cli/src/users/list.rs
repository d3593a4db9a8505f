//! `portal users list`

use accounts::StaffUserStore;
use clap::Args;

use super::table::user_table;
use crate::{
    installation::Installation,
    output::{Format, Refusal, say},
};

/// List the members
#[derive(Debug, Args)]
pub struct List {
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl List {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let users = here.database.read(|store| store.user_records())?;
        if users.is_empty() {
            say("no users yet; a registration with a purchase key makes one");
        }
        user_table(&users).print(self.format)
    }
}
