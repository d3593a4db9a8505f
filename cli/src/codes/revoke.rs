//! `portal codes revoke`

use audit::{Action, AuditStore};
use chrono::Utc;
use clap::Args;
use kernel::StoreError;
use purchase_keys::{KeyState, PurchaseKeyStore};

use super::typed_key::{parse_key, subject_of, unknown_key};
use crate::{
    audit::by_operator,
    installation::Installation,
    output::{Refusal, confirm, minute, refused, say},
};

/// Make an unused purchase key worthless
#[derive(Debug, Args)]
#[command(after_help = "Example: portal codes revoke BWMVA-1PJ30-1VQ6M-J8YZE-C8X5K")]
pub struct Revoke {
    /// The key, however it is typed
    #[arg(required = true)]
    key: Vec<String>,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

impl Revoke {
    pub fn run(self) -> Result<(), Refusal> {
        let key = parse_key(&self.key)?;
        let here = Installation::open()?;
        let record = here
            .database
            .read(|store| store.key_record(&key.hash()))?
            .ok_or_else(unknown_key)?;
        if record.state == KeyState::Unused {
            let question = format!(
                "Make the unused key {}-… for {} worthless?",
                record.hint, record.course_slug
            );
            confirm(&question, self.yes)?;
        }
        let now = Utc::now();
        let (hash, subject) = (key.hash(), subject_of(&record));
        let state = here.database.write(move |store| {
            let state = store.revoke_key(&hash, now)?;
            if state == Some(KeyState::Unused) {
                store.append_act(&by_operator(Action::CodesRevoke).about(&subject), now)?;
            }
            Ok::<_, StoreError>(state)
        })?;
        match state {
            None => Err(unknown_key()),
            Some(KeyState::Unused) => {
                say(&format!(
                    "revoked {}-…, a key for {}",
                    record.hint, record.course_slug
                ));
                Ok(())
            }
            Some(KeyState::Revoked) => {
                let when = record
                    .revoked_at
                    .map_or_else(String::new, |time| format!(" on {}", minute(time)));
                say(&format!(
                    "{}-… was revoked before{when}; nothing to do",
                    record.hint
                ));
                Ok(())
            }
            Some(KeyState::Used) => Err(refused(format!(
                "{}-… is used{}; what it gave is taken back by `portal users revoke USER {}`",
                record.hint,
                record
                    .used_by
                    .map_or_else(String::new, |name| format!(" by {name}")),
                record.course_slug
            ))),
        }
    }
}
