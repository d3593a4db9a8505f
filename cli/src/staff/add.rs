//! `portal staff add`

use ::staff::{AddStaffError, JoinToken, Role, StaffName, add_staff};
use chrono::Utc;
use clap::Args;

use crate::{
    audit::operator,
    installation::{Installation, random_bytes},
    output::{Refusal, print_text, refused},
};

/// Add a name of staff; prints the link, good for 24 hours and once, where a passkey is made
#[derive(Debug, Args)]
#[command(after_help = "Example: portal staff add \"Eva B.\" --role owner")]
pub struct Add {
    /// 1 to 40 letters, digits, `.`, `-`, `_` and blanks
    name: StaffName,
    /// An owner may do everything; support everything but refunds
    #[arg(long, default_value = "support", value_name = "owner|support")]
    role: Role,
}

impl Add {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let token = JoinToken::from_random(random_bytes()?);
        let link = token.link(here.settings.public_url.origin());
        let (now, by) = (Utc::now(), operator(None));
        let name = self.name.clone();
        here.database
            .write(move |store| add_staff(store, &name, self.role, &token, &by, now))
            .map_err(|error| match error {
                AddStaffError::NameTaken => refused(format!(
                    "{:?} is a name of staff already; `portal staff remove` removes it",
                    self.name.as_str()
                )),
                AddStaffError::Store(error) => error.into(),
            })?;
        print_text(&format!("{link}\n"))
    }
}
