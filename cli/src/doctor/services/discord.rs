//! Whether the bot can do what the site asks of it: its token, its guild, its rights, and its role above every course's.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use chrono::Utc;
use courses::{Course, CourseStore};
use discord::RoleId;
use kernel::StoreError;
use live::{ChannelId, EVENT_JOB, LiveId, Place, WhichLive};
use outbound::{DiscordClient, DiscordSettings, GuildRole, Settings};
use persistence::{Database, Store};
use questions::NOTICE_JOB;

use super::super::verdict::{
    Verdict::{self, Fail, Ok as Fine, Warn},
    ask,
};
use crate::output::counted;

/// For all requests together; `ask` waits as long.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Bits of permissions (Discord, "Permissions").
const CREATE_INVITE: u64 = 1;
const ADMINISTRATOR: u64 = 1 << 3;
const MANAGE_ROLES: u64 = 1 << 28;
const CREATE_EVENTS: u64 = 1 << 44;
/// Coming live sessions whose channels are looked up.
const LOOKED_AT: i64 = 1_000;

/// A verdict for each thing that is wrong, or a single verdict that all is well.
pub fn check_discord(settings: &Settings, database: Option<&Database>) -> Vec<Verdict> {
    let Some(settings) = &settings.discord else {
        return vec![Fine(String::from("not configured"))];
    };
    let courses = database.map(|database| database.read(|store| store.courses()));
    let courses: Vec<Course> = courses.and_then(Result::ok).unwrap_or_default();
    let meetings = database.map(|database| database.read(meetings));
    let meetings = meetings.and_then(Result::ok).unwrap_or_default();
    let settings = settings.clone();
    let answer = ask(move || check_guild(&settings, &courses, &meetings))
        .map_err(|problem| format!("Discord gave {problem}"));
    let mut verdicts = match answer.and_then(|checked| checked) {
        Ok(verdicts) => verdicts,
        Err(problem) => vec![Fail(problem)],
    };
    if let Some(database) = database {
        verdicts.extend(check_jobs(database));
        verdicts.extend(check_notices(database));
        verdicts.extend(check_events(database));
    }
    verdicts
}

/// The channels of coming live sessions, each with the first session in it.
fn meetings(store: &mut Store<'_>) -> Result<BTreeMap<String, LiveId>, StoreError> {
    let mut channels = BTreeMap::new();
    for live in store.live_for_staff(WhichLive::Coming, None, Utc::now(), LOOKED_AT)? {
        if let Place::Channel(channel) = live.session.place {
            channels
                .entry(channel.as_str().to_owned())
                .or_insert(live.session.id);
        }
    }
    Ok(channels)
}

fn check_guild(
    settings: &DiscordSettings,
    courses: &[Course],
    meetings: &BTreeMap<String, LiveId>,
) -> Result<Vec<Verdict>, String> {
    let until = Instant::now() + TIMEOUT;
    let client = DiscordClient::for_staff(settings).map_err(|error| error.to_string())?;
    let bot = client.bot_account(until).map_err(|error| error.to_string())?;
    let guild = client.guild_facts(until).map_err(|error| {
        format!(
            "the guild {} cannot be reached: {error}; invite the bot, or see PORTAL_DISCORD_GUILD_ID",
            settings.guild_id
        )
    })?;
    let own = client
        .member_roles(&bot, until)
        .map_err(|error| error.to_string())?;
    let own = own.ok_or_else(|| format!("the bot is not in {}; invite it", guild.name))?;
    let roles = client.guild_roles(until).map_err(|error| error.to_string())?;
    // Every member has the role that bears the guild's number.
    let held: Vec<_> = roles
        .iter()
        .filter(|role| role.id == settings.guild_id || own.contains(&RoleId(role.id.clone())))
        .collect();
    let rights = held
        .iter()
        .filter_map(|role| role.permissions.parse::<u64>().ok())
        .fold(0, |all, one| all | one);
    let highest = held.iter().map(|role| role.position).max().unwrap_or(0);
    let mut wrong = Vec::new();
    let needed = [
        (MANAGE_ROLES, "Manage Roles", true),
        (CREATE_INVITE, "Create Invite", true),
        (CREATE_EVENTS, "Create Events", settings.events),
    ];
    for (bit, name, is_needed) in needed {
        if is_needed && rights & (bit | ADMINISTRATOR) == 0 {
            wrong.push(Fail(format!(
                "the bot lacks the permission {name} in {}",
                guild.name
            )));
        }
    }
    wrong.extend(check_roles(courses, &roles, highest));
    for course in courses {
        let Some(channel) = course.discord_channel.as_deref() else {
            continue;
        };
        if let Err(error) = client.channel(Some(channel), until) {
            wrong.push(Fail(format!(
                "{}: its channel {channel:?} cannot be had: {error}",
                course.slug
            )));
        }
    }
    if let Some(channel) = &settings.questions_channel
        && !client
            .has_text_channel(channel, until)
            .map_err(|error| error.to_string())?
    {
        wrong.push(Fail(format!(
            "the guild has no text channel {channel} that the bot sees; see PORTAL_DISCORD_QUESTIONS_CHANNEL"
        )));
    }
    wrong.extend(check_meetings(&client, meetings, until)?);
    if wrong.is_empty() {
        let count = courses
            .iter()
            .filter(|course| course.discord_role.is_some())
            .count();
        wrong.push(Fine(format!(
            "the bot is in {} and above the roles of {count} courses",
            guild.name
        )));
    }
    Ok(wrong)
}

/// A channel of coming sessions that is missing, or in which members cannot meet.
fn check_meetings(
    client: &DiscordClient,
    meetings: &BTreeMap<String, LiveId>,
    until: Instant,
) -> Result<Vec<Verdict>, String> {
    let mut wrong = Vec::new();
    for (channel, live) in meetings {
        let known = ChannelId::parse(channel).map(|channel| client.has_meeting_channel(&channel, until));
        if !known
            .transpose()
            .map_err(|error| error.to_string())?
            .unwrap_or(false)
        {
            wrong.push(Fail(format!(
                "live session {}: the guild has no voice or stage channel {channel} that the bot sees; see `portal live edit {}`",
                live.0, live.0
            )));
        }
    }
    Ok(wrong)
}

/// A role that is missing or another program's, each by its course; roles that stand too high in one line.
fn check_roles(courses: &[Course], roles: &[GuildRole], highest: i32) -> Vec<Verdict> {
    let (mut wrong, mut above) = (Vec::new(), Vec::new());
    for course in courses {
        let Some(number) = &course.discord_role else {
            continue;
        };
        match roles.iter().find(|role| role.id == *number) {
            None => wrong.push(Fail(format!(
                "{}: there is no role {number} in the guild",
                course.slug
            ))),
            Some(role) if role.managed => wrong.push(Fail(format!(
                "{}: the role {} belongs to another program and cannot be given",
                course.slug, role.name
            ))),
            Some(role) if role.position >= highest => above.push(format!("{} ({})", role.name, course.slug)),
            Some(_) => {}
        }
    }
    if !above.is_empty() {
        wrong.push(Fail(format!(
            "the bot's role is too low: in the server's settings, under Roles, drag it above {}",
            above.join(", ")
        )));
    }
    wrong
}

fn check_jobs(database: &Database) -> Option<Verdict> {
    let state = database.read(|store| store.discord_jobs());
    let state = match state {
        Ok(state) => state,
        Err(error) => return Some(Warn(format!("the jobs cannot be read: {error}"))),
    };
    let first = state.failing.first()?;
    Some(Warn(format!(
        "{} of {} waiting could not be reconciled yet: {}; `portal discord status` shows them",
        state.failing.len(),
        state.waiting,
        first.last_error.as_deref().unwrap_or_default()
    )))
}

fn check_notices(database: &Database) -> Option<Verdict> {
    let waiting = match database.read(|store| store.jobs(NOTICE_JOB)) {
        Ok(waiting) => waiting,
        Err(error) => {
            return Some(Warn(format!(
                "the messages about questions cannot be read: {error}"
            )));
        }
    };
    let failed = waiting.iter().filter(|job| job.last_error.is_some());
    let problem = failed.max_by_key(|job| job.attempts)?.last_error.as_deref()?;
    let waiting = counted(waiting.len(), "message", "messages");
    Some(Warn(format!(
        "{waiting} about new questions not sent to PORTAL_DISCORD_QUESTIONS_CHANNEL yet: {problem}"
    )))
}

fn check_events(database: &Database) -> Option<Verdict> {
    let waiting = match database.read(|store| store.jobs(EVENT_JOB)) {
        Ok(waiting) => waiting,
        Err(error) => {
            return Some(Warn(format!(
                "the events of live sessions cannot be read: {error}"
            )));
        }
    };
    let failed = waiting.iter().filter(|job| job.last_error.is_some());
    let failed = failed.max_by_key(|job| job.attempts)?;
    let waiting = counted(waiting.len(), "event", "events");
    Some(Warn(format!(
        "{waiting} of live sessions not up to date yet: session {}: {}",
        failed.key,
        failed.last_error.as_deref().unwrap_or_default()
    )))
}
