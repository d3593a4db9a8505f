//! `portal codes mail`

use ::mail::EmailAddress;
use audit::{Action, AuditStore};
use chrono::Utc;
use clap::Args;
use purchase_keys::{KeyState, MailKeyError, PurchaseKeyStore, mail_key};

use super::typed_key::{parse_key, subject_of, unknown_key};
use crate::{
    audit::by_operator,
    installation::Installation,
    output::{Refusal, refused, say},
};

/// Mail an unused purchase key to an address, again or for the first time
#[derive(Debug, Args)]
#[command(after_help = "Example: portal codes mail BWMVA-1PJ30-1VQ6M-J8YZE-C8X5K mara@example.com")]
pub struct Mail {
    /// The key, however it is typed
    key: String,
    /// Where it goes; registering there with the key verifies the address
    #[arg(value_parser = EmailAddress::parse)]
    address: EmailAddress,
}

impl Mail {
    pub fn run(self) -> Result<(), Refusal> {
        let key = parse_key(&[self.key])?;
        let here = Installation::open()?;
        let record = here
            .database
            .read(|store| store.key_record(&key.hash()))?
            .ok_or_else(unknown_key)?;
        let origin = here.settings.public_url.origin().to_owned();
        let (address, subject, now) = (self.address.clone(), subject_of(&record), Utc::now());
        let mailed = here.database.write(move |store| {
            mail_key(store, &key, &address, &origin, now)?;
            store.append_act(&by_operator(Action::CodesMail).about(&subject), now)?;
            Ok::<_, MailKeyError>(())
        });
        match mailed {
            Ok(()) => {
                say(&format!(
                    "{}-… for {} will be mailed to {} by the server while it runs",
                    record.hint,
                    record.course_slug,
                    self.address.as_str()
                ));
                Ok(())
            }
            Err(MailKeyError::NotUsable) => {
                if record.state == KeyState::Unused
                    && let Ok(course) = here.course(record.course_slug.as_str())
                {
                    course
                        .check_not_draft()
                        .map_err(|draft| refused(draft.to_string()))?;
                }
                Err(refused(format!(
                    "{}-… is {}, so it opens nothing; `portal codes issue` makes another key",
                    record.hint,
                    record.state.as_str()
                )))
            }
            Err(MailKeyError::Store(error)) => Err(error.into()),
        }
    }
}
