//! The guild for the rules of [`discord`]: members and their roles, for as long as one piece of work may take.

use std::{
    sync::PoisonError,
    time::{Duration, Instant},
};

use ::discord::{RoleId, Roles};
use accounts::DiscordUserId;
use reqwest::Method;

use super::{
    answer::DiscordError,
    client::{DISCORD_TIMEOUT, DiscordClient, numbers},
};

/// A worker's request is given up earlier than a request that a page waits for.
const WORKER_SILENCE: Duration = Duration::from_secs(10);
/// A role that the bot may not give is left alone for this long, and not asked for once for each member.
const ROLE_PAUSE: Duration = Duration::from_secs(60);

/// The guild for one piece of work, which ends in time.
pub struct GuildUntil<'c> {
    client: &'c DiscordClient,
    until: Instant,
    /// The most that one answer, or one wait, may take of it.
    each: Duration,
}

impl GuildUntil<'_> {
    /// For a request of a page.
    #[must_use]
    pub fn for_page(client: &DiscordClient, until: Instant) -> GuildUntil<'_> {
        GuildUntil {
            client,
            until,
            each: DISCORD_TIMEOUT,
        }
    }

    /// For a worker, who has other work.
    #[must_use]
    pub fn for_worker(client: &DiscordClient, work: Duration) -> GuildUntil<'_> {
        GuildUntil {
            client,
            until: Instant::now() + work,
            each: WORKER_SILENCE,
        }
    }

    fn moment(&self) -> Instant {
        self.until.min(Instant::now() + self.each)
    }

    fn change(
        &self,
        method: Method,
        member: &DiscordUserId,
        role: &RoleId,
    ) -> Result<(), discord::GuildError> {
        let stuck = || {
            self.client
                .stuck_roles
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        if let Some((until, error)) = stuck().get(role)
            && *until > Instant::now()
        {
            return Err(error.clone());
        }
        let outcome = self
            .client
            .set_role(method, member, role, self.moment())
            .map_err(|error| about_role(error, role));
        if let Err(error @ (discord::GuildError::Forbidden(_) | discord::GuildError::NoSuchRole(_))) =
            &outcome
        {
            let news = stuck()
                .insert(role.clone(), (Instant::now() + ROLE_PAUSE, error.clone()))
                .is_none();
            if news {
                tracing::error!(role = role.0, %error, "a role cannot be given; `portal doctor` says why");
            }
        }
        outcome
    }
}

impl discord::Guild for GuildUntil<'_> {
    fn roles_of(&self, member: &DiscordUserId) -> Result<Option<Roles>, discord::GuildError> {
        self.client
            .member_roles(member, self.moment())
            .map_err(about_guild)
    }

    fn give_role(&self, member: &DiscordUserId, role: &RoleId) -> Result<(), discord::GuildError> {
        self.change(Method::PUT, member, role)
    }

    fn take_role(&self, member: &DiscordUserId, role: &RoleId) -> Result<(), discord::GuildError> {
        self.change(Method::DELETE, member, role)
    }
}

fn about_role(error: DiscordError, role: &RoleId) -> discord::GuildError {
    match error {
        DiscordError::Refused {
            status: 404,
            code: numbers::UNKNOWN_MEMBER | numbers::UNKNOWN_USER,
            ..
        } => discord::GuildError::NotAMember,
        DiscordError::Refused {
            status: 404,
            code: numbers::UNKNOWN_ROLE,
            ..
        } => discord::GuildError::NoSuchRole(format!("the role {} does not exist in the guild", role.0)),
        DiscordError::Refused { status: 403, .. } => discord::GuildError::Forbidden(format!(
            "the bot may not give the role {}: its own role must stand above it and hold Manage Roles",
            role.0
        )),
        other => about_guild(other),
    }
}

/// What a failure means for the work on a member.
#[must_use]
pub fn about_guild(error: DiscordError) -> discord::GuildError {
    match error {
        DiscordError::Wait(wait) => discord::GuildError::Wait(wait),
        DiscordError::TokenRefused => discord::GuildError::TokenRefused,
        refused @ DiscordError::Refused { .. } => discord::GuildError::Forbidden(refused.to_string()),
        DiscordError::Unavailable { problem, late } => discord::GuildError::Unavailable { problem, late },
    }
}
