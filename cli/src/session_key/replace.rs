//! `portal session-key replace`

use audit::{Action, AuditStore as _};
use chrono::Utc;
use clap::Args;
use kernel::StoreError;
use outbound::{SessionKey, SessionKeyError};

use crate::{
    audit::by_operator,
    installation::{check_installed, connect_under, fingerprints, read_settings},
    output::{Refusal, confirm, counted, say},
};

/// Adopt the session key of these settings after the one before was lost or leaked; every session ends
///
/// What was sealed under the lost key can no longer be read: waiting mails are not sent, purchase keys work but are not shown, and members
/// with a second factor need a recovery code. Without a key in the data folder one is made. Start every server again afterwards. To
/// change a key that is neither lost nor leaked, set NEW,OLD: nothing is lost that way.
#[derive(Debug, Args)]
#[command(after_help = "Example: rm data/session.key && portal session-key replace --yes")]
pub struct Replace {
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

impl Replace {
    pub fn run(self) -> Result<(), Refusal> {
        let settings = read_settings()?;
        check_installed(&settings)?;
        match SessionKey::load_existing(&settings) {
            Ok(key) => {
                let database = connect_under(&settings, key.sealing_key())?;
                if database.read(|store| store.known_key())? == fingerprints(&key).first().copied() {
                    say(
                        "there is nothing to do: this session key is the database's; after a leak, put another one in its place first",
                    );
                    return Ok(());
                }
            }
            Err(SessionKeyError::Missing { .. }) => {}
            Err(unreadable) => return Err(unreadable.into()),
        }
        confirm(
            "Adopt this session key? Every session ends, and what only the key before opens can no longer be read.",
            self.yes,
        )?;
        let key = SessionKey::load(&settings)?;
        let Some(newest) = fingerprints(&key).first().copied() else {
            return Ok(());
        };
        let database = connect_under(&settings, key.sealing_key())?;
        let now = Utc::now();
        let replaced = database.write(move |store| {
            let replaced = store.replace_key(newest)?;
            store.append_act(&by_operator(Action::SessionKeyReplace), now)?;
            Ok::<_, StoreError>(replaced)
        })?;
        say(&format!(
            "{} ended; {}, {} and {} can no longer be read; start every server again with this session key",
            counted(replaced.ended_sessions, "session", "sessions"),
            counted(replaced.unreadable_mails, "mail", "mails"),
            counted(replaced.unreadable_keys, "purchase key", "purchase keys"),
            counted(
                replaced.unreadable_second_factors,
                "second factor",
                "second factors"
            ),
        ));
        Ok(())
    }
}
