//! `portal mail retry`

use audit::{ActingStaff, Action, AuditStore, Reason};
use chrono::{DateTime, Utc};
use clap::Args;
use kernel::StoreError;
use persistence::{MailState, Store, retry_mails_by_staff};

use crate::{
    audit::operator,
    installation::Installation,
    output::{Refusal, counted, refused, say},
};

/// Try mails again at once, and for another three days if need be
#[derive(Debug, Args)]
#[command(after_help = "Example: portal mail retry --all")]
pub struct Retry {
    /// The mails' numbers, as `portal mail list` shows them
    #[arg(value_name = "ID", required_unless_present = "all")]
    ids: Vec<i32>,
    /// Every mail that failed or waits
    #[arg(long, conflicts_with = "ids")]
    all: bool,
    /// Why, for the audit trail
    #[arg(long)]
    reason: Option<Reason>,
}

impl Retry {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let by = operator(self.reason);
        let again = if self.all {
            let now = Utc::now();
            here.database.write(move |store| {
                let again = store.retry_all_mails(now)?;
                record(store, again, &by, now)?;
                Ok::<_, StoreError>(again)
            })?
        } else {
            retry_these(&here, self.ids, by)?
        };
        if again == 0 {
            say("no mail waits for another round; nothing to do");
        } else {
            let mails = counted(again, "mail", "mails");
            say(&format!(
                "{mails} will be tried again by the server while it runs"
            ));
        }
        Ok(())
    }
}

fn record(
    store: &mut Store<'_>,
    again: usize,
    by: &ActingStaff,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    if again == 0 {
        return Ok(());
    }
    let act = by.act(Action::MailRetry).about(&counted(again, "mail", "mails"));
    store.append_act(&act, now)
}

/// How many of these mails are tried again; refused if one is unknown.
fn retry_these(here: &Installation, ids: Vec<i32>, by: ActingStaff) -> Result<usize, Refusal> {
    for id in &ids {
        match here.database.read(|store| store.outbox_record(*id))? {
            None => {
                return Err(refused(format!(
                    "there is no mail {id}; `portal mail list` shows them all, and nothing was changed"
                )));
            }
            Some(mail) if mail.state == MailState::Sent => say(&format!("mail {id} was sent; nothing to do")),
            Some(_) => {}
        }
    }
    let now = Utc::now();
    let again = here
        .database
        .write(move |store| retry_mails_by_staff(store, &ids, &by, now))?;
    Ok(again)
}
