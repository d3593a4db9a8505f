//! Making an invite, on a thread that may wait for Discord; of many requests at once one asks it.

use std::time::{Duration, Instant};

use ::courses::{Course, CourseId};
use ::discord::{DiscordStore, Invite, InviteAsk, InviteError, ask_for_invite, keep_invite};
use chrono::{TimeDelta, Utc};
use kernel::{StoreError, UserId};
use outbound::{DiscordClient, DiscordError};
use persistence::Database;

use crate::discord::link::soon;
use crate::discord::problems::discord_failed;
use crate::http::problem::Problem;

const AGAIN: Duration = Duration::from_millis(100);
/// An invite older than this may have been followed: it is asked for before it is handed out again.
const FRESH: TimeDelta = TimeDelta::seconds(60);
const LOOK: Duration = Duration::from_secs(5);

impl From<InviteError> for Problem {
    fn from(error: InviteError) -> Self {
        match error {
            InviteError::NoAccess => Self::no_access(),
            InviteError::NotLinked => Self::conflict("discord_not_linked", "Link your Discord account first"),
            InviteError::Store(error) => error.into(),
        }
    }
}

/// The live invite of a user to a course; made if the user has no live invite.
pub fn invite(
    client: &DiscordClient,
    database: &Database,
    user: UserId,
    course: CourseId,
    until: Instant,
) -> Result<Invite, Problem> {
    let mut dead: Option<String> = None;
    loop {
        let known_dead = dead.clone();
        let ask = database
            .write(move |store| ask_for_invite(store, user, course, known_dead.as_deref(), Utc::now()))?;
        match ask {
            InviteAsk::Live(invite) => {
                let old = dead.is_none() && invite.created_at + FRESH < Utc::now();
                if !old || client.invite_lives(&invite.code, Instant::now() + LOOK) {
                    return Ok(invite);
                }
                dead = Some(invite.code);
            }
            InviteAsk::Make(course) => return make(client, database, user, &course, until),
            InviteAsk::Wait if Instant::now() < until => std::thread::sleep(AGAIN),
            InviteAsk::Wait => return Err(failed()),
        }
    }
}

fn make(
    client: &DiscordClient,
    database: &Database,
    user: UserId,
    course: &Course,
    until: Instant,
) -> Result<Invite, Problem> {
    let id = course.id;
    match ask_discord(client, course, until) {
        Ok(invite) => {
            let made = invite.clone();
            database.write(move |store| keep_invite(store, user, id, &invite, Utc::now()))?;
            Ok(made)
        }
        Err(error) => {
            tracing::warn!(course = course.slug.as_str(), %error, "no invite could be made");
            let released: Result<(), StoreError> =
                database.write(move |store| store.release_invite(user, id));
            released?;
            Err(failed())
        }
    }
}

fn ask_discord(client: &DiscordClient, course: &Course, until: Instant) -> Result<Invite, DiscordError> {
    let channel = client.channel(course.discord_channel.as_deref(), soon(until))?;
    client.make_invite(&channel, Utc::now(), soon(until))
}

pub fn failed() -> Problem {
    discord_failed("Discord does not give invites right now. Please try again later.")
}
