//! `portal codes issue`

use ::mail::EmailAddress;
use audit::{Act, Action, AuditStore};
use chrono::Utc;
use clap::Args;
use kernel::{AccessTerm, StoreError};
use purchase_keys::{IssueOrder, KEY_RANDOM_BYTES, issue_key};

use crate::{
    installation::{Installation, random_bytes},
    output::{Refusal, counted, print_text, say},
};

/// Issue purchase keys; prints one a line
#[derive(Debug, Args)]
pub struct Issue {
    /// The course that the keys open
    #[arg(long)]
    course: String,
    /// How many
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    count: u16,
    /// For how long: months such as 3m, days such as 90d, or lifetime
    #[arg(long, default_value = "lifetime")]
    access: AccessTerm,
    /// Mail each key to this address too
    #[arg(long, value_parser = EmailAddress::parse)]
    email: Option<EmailAddress>,
}

impl Issue {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let course = here.course(&self.course)?;
        let mut random = Vec::new();
        for _ in 0..self.count {
            random.push(random_bytes::<KEY_RANDOM_BYTES>()?);
        }
        let mailed = self.email.as_ref().map(|address| address.as_str().to_owned());
        let order = IssueOrder {
            course,
            term: self.access,
            email: self.email,
        };
        let origin = here.settings.public_url.origin().to_owned();
        let now = Utc::now();
        let keys = here.database.write(move |store| {
            let mut keys = Vec::new();
            for bytes in random {
                let key = issue_key(store, &order, bytes, &origin, now)?;
                let subject = format!("{}-… {} for {}", key.hint(), order.course.slug, order.term);
                store.append_act(&Act::by_staff(Action::CodesIssue).about(&subject), now)?;
                keys.push(key);
            }
            Ok::<_, StoreError>(keys)
        })?;
        if let Some(address) = mailed {
            let mails = counted(keys.len(), "mail", "mails");
            say(&format!(
                "{mails} to {address} will be sent by the server, as soon as it runs"
            ));
        }
        print_text(&keys.iter().map(|key| key.reveal() + "\n").collect::<String>())
    }
}
