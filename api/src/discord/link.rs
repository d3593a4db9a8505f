//! Linking, on a thread that may wait for Discord: the code becomes an account, the account a link, the link a member with roles.
//!
//! The link is kept before the guild is asked: if a later step fails, the account's job ends at the right roles. What the pages show of
//! a failure is Dutch, as they are.

use std::time::{Duration, Instant};

use ::accounts::{AccountStore, DiscordUserId};
use ::discord::{Assignment, GuildError, LinkError, Report, RoleChange, Roles, Standing, link, update_roles};
use audit::{Act, AuditStore};
use chrono::Utc;
use kernel::UserId;
use outbound::{
    CodeError, DISCORD_TIMEOUT, DiscordClient, DiscordError, GuildUntil, JoinProblem, Joined, about_guild,
    join_problem,
};
use persistence::{Database, Job};
use secrecy::SecretString;

use crate::discord::problems::discord_failed;
use crate::http::problem::Problem;
use crate::monitoring::events::count_reconciliation;

/// The pauses before a member's roles are read again after a change that failed.
const AGAIN: [Duration; 3] = [
    Duration::from_millis(300),
    Duration::from_millis(900),
    Duration::from_millis(2_700),
];

const NO_ANSWER: &str = "Discord reageert niet zoals verwacht. Probeer het later opnieuw.";
const BANNED: &str = "Je Discord-account is gekoppeld, maar het is verbannen van onze Discord-server.";
const TOO_MANY: &str =
    "Je Discord-account is gekoppeld, maar het zit al in het hoogste aantal Discord-servers.";
const NOT_JOINED: &str = "Je Discord-account is gekoppeld, maar Discord liet je nog niet toe tot de server. \
                          Probeer het later opnieuw.";
const ROLES_LATER: &str =
    "Je Discord-account is gekoppeld. Je kanalen volgen vanzelf zodra Discord weer reageert.";

pub fn code_invalid() -> Problem {
    Problem::bad_request(
        "discord_code_invalid",
        "Discord heeft deze koppeling niet bevestigd. Probeer het opnieuw.",
    )
}

impl From<CodeError> for Problem {
    fn from(error: CodeError) -> Self {
        match error {
            CodeError::Invalid => code_invalid(),
            CodeError::Discord(cause) => {
                tracing::warn!(%cause, "an authorization code could not be traded");
                discord_failed(NO_ANSWER)
            }
        }
    }
}

impl From<LinkError> for Problem {
    fn from(error: LinkError) -> Self {
        match error {
            LinkError::NoSuchUser => Self::unauthenticated(),
            LinkError::AccountTaken => Self::conflict(
                "discord_account_taken",
                "Dit Discord-account is al aan een ander account gekoppeld.",
            ),
            LinkError::Store(error) => error.into(),
        }
    }
}

pub fn no_answer() -> Problem {
    discord_failed(NO_ANSWER)
}

/// Links the account behind a code to a user, records that, joins it to the guild and gives it the roles of the user's courses.
pub fn link_account(
    client: &DiscordClient,
    database: &Database,
    (user, act): (UserId, Act),
    code: &str,
    redirect: &str,
    until: Instant,
) -> Result<::accounts::User, Problem> {
    let token = client.exchange_code(code, redirect, soon(until))?;
    let (account, name) = client.user_behind(&token, soon(until))?;
    let linked = account.clone();
    let work = database.write(move |store| {
        let now = Utc::now();
        link(store, user, &linked)?;
        store.set_discord_name(user, &name)?;
        store.append_act(&act, now)?;
        // Held by this request, so that no worker does it too.
        Ok::<_, LinkError>(store.take_member(&linked, now)?)
    })?;
    tracing::info!(user = user.0, "a Discord account was linked");
    let problem = match work {
        Some((job, work)) => {
            let (report, refused) = join_with_roles(client, &account, &token, &work, until);
            settle(database, job, work, report.clone())?;
            refused.or_else(|| roles_problem(&report))
        }
        // Another worker holds the job, which is done once more and gives the account its roles.
        None => client
            .join(&account, &token, &Roles::new(), soon(until))
            .err()
            .map(|error| not_joined(&error)),
    };
    if let Some(problem) = problem {
        return Err(problem);
    }
    let user = database.read(|store| store.user(user))?;
    user.ok_or_else(Problem::unauthenticated)
}

/// What one call may take of the whole: a longer wait is not begun.
pub fn soon(until: Instant) -> Instant {
    until.min(Instant::now() + DISCORD_TIMEOUT)
}

/// Reconciles the account that was just linked; the problem to show to the member where it could not join.
fn join_with_roles(
    client: &DiscordClient,
    account: &DiscordUserId,
    token: &SecretString,
    work: &Assignment,
    until: Instant,
) -> (Report, Option<Problem>) {
    match join(client, account, token, work, until) {
        Ok(report) => (report, None),
        Err(error) => {
            let problem = not_joined(&error);
            (Report::failed(about_guild(error)), Some(problem))
        }
    }
}

/// Stores the result, and settles the job.
fn settle(database: &Database, job: Job, work: Assignment, report: Report) -> Result<(), Problem> {
    count_reconciliation(&report);
    Ok(database.write(move |store| {
        let outcome = store.finish_member(&job, &work, &report, Utc::now())?;
        store.settle_job(&job, &outcome)
    })?)
}

/// Joins the account to the guild with its roles; for a member who is in the guild already, updates them.
fn join(
    client: &DiscordClient,
    account: &DiscordUserId,
    token: &SecretString,
    work: &Assignment,
    until: Instant,
) -> Result<Report, DiscordError> {
    let (joined, given) = client.join(account, token, &work.wanted, soon(until))?;
    if joined == Joined::Now && given == work.wanted {
        return Ok(Report {
            standing: Standing::In(given.clone()),
            done: RoleChange {
                give: given,
                ..RoleChange::default()
            },
            trouble: None,
        });
    }
    let guild = GuildUntil::for_page(client, until);
    let mut report = update_roles(&guild, work);
    for pause in AGAIN {
        let passing = matches!(report.trouble, Some(GuildError::Unavailable { late: false, .. }));
        if !passing || Instant::now() + pause > until {
            break;
        }
        std::thread::sleep(pause);
        report = update_roles(&guild, work);
    }
    Ok(report)
}

fn not_joined(error: &DiscordError) -> Problem {
    tracing::warn!(%error, "a linked member could not be joined to the guild");
    discord_failed(match join_problem(error) {
        JoinProblem::Banned => BANNED,
        JoinProblem::TooManyGuilds => TOO_MANY,
        JoinProblem::Other => NOT_JOINED,
    })
}

/// A problem that only the owner can remove is not shown to the member, who is linked and in the guild.
fn roles_problem(report: &Report) -> Option<Problem> {
    match report.trouble.as_ref()? {
        GuildError::Forbidden(_) | GuildError::NoSuchRole(_) | GuildError::NotAMember => None,
        GuildError::Wait(_) | GuildError::TokenRefused | GuildError::Unavailable { .. } => {
            Some(discord_failed(ROLES_LATER))
        }
    }
}
