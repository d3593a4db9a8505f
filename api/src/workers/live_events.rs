//! Brings the scheduled events of live sessions at Discord to what the sessions are.

use std::time::{Duration, Instant};

use chrono::Utc;
use kernel::{JobOutcome, StoreError};
use live::{EventFailure, EventId, EventTask, LiveEvent, LiveId, LiveStore as _, event_task};
use outbound::{DiscordClient, DiscordError};
use persistence::{Database, Job};

use crate::workers::runner::kind::{Outside, Tried};

/// Brings the event of a job's session up to date within a time; nothing is asked where there is no client.
///
/// # Errors
/// [`StoreError`]
pub fn bring_up_to_date(
    database: &Database,
    client: Option<&DiscordClient>,
    public_url: &str,
    job: &Job,
    limit: Duration,
) -> Result<Tried, StoreError> {
    let (Some(client), Ok(id)) = (client, job.key.parse().map(LiveId)) else {
        return Ok(Tried::nothing());
    };
    let (session, known) =
        database.read(|store| Ok::<_, StoreError>((store.live(id)?, store.live_event(id)?)))?;
    let task = event_task(session.as_ref(), public_url, Utc::now());
    if task == EventTask::Leave {
        return Ok(Tried::nothing());
    }
    let mark = id.page(public_url);
    let error = match bring(client, &task, known, &mark, Instant::now() + limit) {
        Ok(event) => {
            let job = job.clone();
            return Ok(Tried::new(Outside::Answers, move |store| {
                // Another worker that holds it by now looks for the event itself.
                if store.holds_job(&job)? {
                    store.put_live_event(id, event.as_ref())?;
                }
                Ok(JobOutcome::Done)
            }));
        }
        Err(error) => error,
    };
    let (failure, outside) = failure(error);
    tracing::warn!(live = id.0, %failure, "the event of a live session is not up to date; it is tried again");
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

/// Does it, and answers the number of the event that there is now.
fn bring(
    client: &DiscordClient,
    task: &EventTask,
    known: Option<EventId>,
    mark: &str,
    until: Instant,
) -> Result<Option<EventId>, DiscordError> {
    match (task, known) {
        (EventTask::Leave, known) => Ok(known),
        (EventTask::Remove, known) => {
            let found = known.map_or_else(|| client.find_event(mark, until), |id| Ok(Some(id)))?;
            if let Some(id) = found {
                client.delete_event(&id, until)?;
            }
            Ok(None)
        }
        (EventTask::Put(event), Some(id)) if client.change_event(&id, event, until)? => Ok(Some(id)),
        (EventTask::Put(event), _) => find_or_make(client, event, mark, until),
    }
}

/// The event may be there, and its number not be noted: the server was killed in between.
fn find_or_make(
    client: &DiscordClient,
    event: &LiveEvent,
    mark: &str,
    until: Instant,
) -> Result<Option<EventId>, DiscordError> {
    if let Some(id) = client.find_event(mark, until)?
        && client.change_event(&id, event, until)?
    {
        return Ok(Some(id));
    }
    match event.starts_at {
        Some(_) => client.make_event(event, until).map(Some),
        // It has begun without an event.
        None => Ok(None),
    }
}

fn failure(error: DiscordError) -> (EventFailure, Outside) {
    match error {
        DiscordError::Wait(wait) => (EventFailure::Wait(wait), Outside::Answers),
        refused @ (DiscordError::TokenRefused | DiscordError::Refused { .. }) => {
            (EventFailure::Refused(refused.to_string()), Outside::Answers)
        }
        DiscordError::Unavailable { problem, late } => {
            (EventFailure::Passing { problem, late }, Outside::Unreachable)
        }
    }
}

/// Has events made of the coming sessions that were planned before the setting was on.
pub fn request_missing_events(database: &Database) {
    let requested: Result<(), StoreError> =
        database.write(|store| live::request_missing_events(store, Utc::now()));
    if let Err(error) = requested {
        tracing::warn!(%error, "coming live sessions without an event cannot be looked for; the next start does it");
    }
}
