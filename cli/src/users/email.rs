//! `portal users email`

use ::mail::{EmailAddress, MailedToken, TokenPurpose};
use accounts::{StaffHelpError, VerifyLink, change_email_by_staff};
use audit::Reason;
use chrono::Utc;
use clap::Args;

use crate::{
    audit::operator,
    installation::{Installation, random_bytes},
    output::{Refusal, refused, say},
};

/// Write a new address down for a member, who verifies it by a mailed link
#[derive(Debug, Args)]
#[command(
    after_help = "Example: portal users email mara mara.new@example.org --reason \"lost the old mailbox\""
)]
pub struct Email {
    user: String,
    #[arg(value_parser = EmailAddress::parse)]
    address: EmailAddress,
    /// Why, for the audit trail
    #[arg(long)]
    reason: Option<Reason>,
}

impl Email {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let user = here.user(&self.user)?.user;
        let link = verify_link(&here)?;
        let (address, by, now) = (self.address.clone(), operator(self.reason), Utc::now());
        let changed = here
            .database
            .write(move |store| change_email_by_staff(store, user.id, &address, &link, &by, now))
            .map_err(|error| not_helped(error, &user.username))?;
        say(&match changed.pending_email {
            Some(pending) => format!(
                "a link goes to {pending}; the address of {} changes when it is opened",
                changed.username
            ),
            None => format!(
                "{} has the address {}; nothing waits",
                changed.username, changed.email
            ),
        });
        Ok(())
    }
}

/// A fresh link by which an address is verified.
pub fn verify_link(here: &Installation) -> Result<VerifyLink, Refusal> {
    Ok(VerifyLink {
        token: MailedToken::from_random(TokenPurpose::VerifyAddress, random_bytes()?),
        public_url: here.settings.public_url.origin().to_owned(),
    })
}

/// Why a member was not helped, in one line.
pub fn not_helped(error: StaffHelpError, user: &str) -> Refusal {
    match error {
        StaffHelpError::Store(error) => error.into(),
        StaffHelpError::TooManyMails => refused(format!(
            "enough such mails went to this address of {user} in this hour; ask again later"
        )),
        StaffHelpError::AlreadyVerified => {
            refused(format!("the address of {user} is verified; no mail was sent"))
        }
        StaffHelpError::EmailTaken => {
            refused("another account has this address; `portal users show` shows it")
        }
        StaffHelpError::NoSuchUser => refused(format!("{user} was deleted meanwhile; nothing was changed")),
    }
}
