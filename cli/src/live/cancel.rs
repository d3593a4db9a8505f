//! `portal live cancel`

use ::live::{CancelError, LiveId, LiveStore as _, cancel_live};
use audit::Reason;
use chrono::Utc;
use clap::Args;

use super::no_such_live;
use crate::{
    audit::operator,
    installation::Installation,
    output::{Refusal, confirm, refused, say},
};

/// Cancel one live session; members with access are mailed the reason
#[derive(Debug, Args)]
#[command(after_help = "Example: portal live cancel 12 --reason \"the speaker is ill\"")]
pub struct Cancel {
    /// As `portal live list` shows it
    id: i32,
    /// What members are mailed, 1 to 500 characters
    #[arg(long)]
    reason: String,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

impl Cancel {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let id = LiveId(self.id);
        let reason = Reason::parse(&self.reason).map_err(|error| refused(format!("--reason: {error}")))?;
        let session = here
            .database
            .read(|store| store.live(id))?
            .ok_or_else(|| no_such_live(id))?;
        let question = format!(
            "Cancel {:?} of {} at {} UTC, and mail its members?",
            session.title,
            session.course_title,
            session.times.starts_at.format("%Y-%m-%d %H:%M")
        );
        confirm(&question, self.yes)?;
        let origin = here.settings.public_url.origin().to_owned();
        let now = Utc::now();
        let by = operator(Some(reason.clone()));
        let cancelled = here
            .database
            .write(move |store| cancel_live(store, id, &reason, &origin, &by, now));
        cancelled.map_err(|error| match error {
            CancelError::NoSuchLive => no_such_live(id),
            CancelError::Store(error) => error.into(),
            error => refused(error.to_string()),
        })?;
        say(&format!(
            "live session {} is cancelled; its members are mailed",
            id.0
        ));
        Ok(())
    }
}
