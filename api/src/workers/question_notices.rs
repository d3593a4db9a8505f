//! The thread that notifies a Discord channel of new public questions. Every server runs it: a message is claimed by one.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use chrono::Utc;
use kernel::StoreError;
use outbound::{DiscordClient, DiscordError};
use persistence::Database;
use questions::{NoticeFailure, NoticeQueue as _, notice_failed};

use crate::pools::panics::contain;

const PAUSE: Duration = Duration::from_secs(1);
/// How long one message may take; its claim ends later.
const WORK: Duration = Duration::from_secs(20);

struct Worker {
    database: Database,
    client: Arc<DiscordClient>,
    channel: String,
    public_url: String,
}

/// Starts the thread. It ends with the process.
pub fn start(
    database: &Database,
    client: &Arc<DiscordClient>,
    channel: &str,
    public_url: &str,
) -> std::io::Result<()> {
    let worker = Worker {
        database: database.clone(),
        client: Arc::clone(client),
        channel: channel.to_owned(),
        public_url: public_url.to_owned(),
    };
    std::thread::Builder::new()
        .name(String::from("question-notices"))
        .spawn(move || {
            loop {
                match contain(|| worker.send_one()) {
                    Some(Ok(true)) => {}
                    Some(Ok(false)) | None => std::thread::sleep(PAUSE),
                    Some(Err(error)) => {
                        tracing::debug!(%error, "the messages about questions cannot be read; it is tried again");
                        std::thread::sleep(PAUSE);
                    }
                }
            }
        })?;
    Ok(())
}

impl Worker {
    /// Sends the message that has been due longest; whether there was one.
    fn send_one(&self) -> Result<bool, StoreError> {
        let now = Utc::now();
        if self.client.rest().is_some() || !self.database.read(|store| store.has_due_notice(now))? {
            return Ok(false);
        }
        let Some(notice) = self.database.write(move |store| store.claim_notice(now))? else {
            return Ok(false);
        };
        let question = notice.question;
        let sent = self.client.send_message(
            &self.channel,
            &notice.message(&self.public_url),
            &format!("question-{}", question.0),
            Instant::now() + WORK,
        );
        match sent.map_err(failure) {
            Ok(()) => self.database.write(move |store| store.finish_notice(question))?,
            Err(failure) => {
                tracing::warn!(question = question.0, %failure, "a Discord channel was not notified of a question; it is tried again");
                self.database
                    .write(move |store| notice_failed(store, &notice, &failure, Utc::now()))?;
            }
        }
        Ok(true)
    }
}

fn failure(error: DiscordError) -> NoticeFailure {
    match error {
        DiscordError::Wait(wait) => NoticeFailure::Wait(wait),
        refused @ (DiscordError::TokenRefused | DiscordError::Refused { .. }) => {
            NoticeFailure::Refused(refused.to_string())
        }
        DiscordError::Unavailable { problem, .. } => NoticeFailure::Passing(problem),
    }
}
