//! Notifies a Discord channel of a new public question.

use std::time::{Duration, Instant};

use chrono::{TimeDelta, Utc};
use kernel::{JobOutcome, StoreError};
use outbound::{DiscordClient, DiscordError};
use persistence::{Database, Job};
use questions::{NoticeFailure, QuestionId, QuestionStore as _, notice_message};

use crate::workers::runner::kind::{Outside, Tried};

/// The longest pause between two tries; see [`NoticeFailure::pause`].
pub const LONGEST_PAUSE: TimeDelta = TimeDelta::hours(1);

/// Sends the message about the question of a job within a time.
///
/// # Errors
/// [`StoreError`]
pub fn notify(
    database: &Database,
    client: &DiscordClient,
    (channel, public_url): (&str, &str),
    job: &Job,
    limit: Duration,
) -> Result<Tried, StoreError> {
    let Ok(id) = job.key.parse().map(QuestionId) else {
        return Ok(Tried::nothing());
    };
    // Its account or its lesson may be gone.
    let Some(question) = database.read(|store| store.question(id))? else {
        return Ok(Tried::nothing());
    };
    let message = notice_message(&question, public_url);
    let nonce = format!("question-{}", id.0);
    let Err(error) = client.send_message(channel, &message, &nonce, Instant::now() + limit) else {
        return Ok(Tried::new(Outside::Answers, |_| Ok(JobOutcome::Done)));
    };
    let (failure, outside) = failure(error);
    tracing::warn!(question = id.0, %failure, "a Discord channel was not notified of a question; it is tried again");
    let (pause, attempts) = (failure.pause(job.attempts), job.attempts.saturating_add(1));
    let at = Utc::now() + pause;
    Ok(Tried::new(outside, move |_| {
        Ok(JobOutcome::Again {
            at,
            because: Some(failure.to_string()),
            attempts,
        })
    }))
}

fn failure(error: DiscordError) -> (NoticeFailure, Outside) {
    match error {
        DiscordError::Wait(wait) => (NoticeFailure::Wait(wait), Outside::Answers),
        refused @ (DiscordError::TokenRefused | DiscordError::Refused { .. }) => {
            (NoticeFailure::Refused(refused.to_string()), Outside::Answers)
        }
        DiscordError::Unavailable { problem, .. } => (NoticeFailure::Passing(problem), Outside::Unreachable),
    }
}
