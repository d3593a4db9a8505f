//! What the bot asks of Discord, in its words: typed requests and answers over [`super::transport`].

use std::{
    collections::HashMap,
    sync::Mutex,
    time::{Duration, Instant},
};

use ::discord::{RoleId, Roles};
use accounts::DiscordUserId;
use reqwest::Method;
use secrecy::SecretString;
use serde::Deserialize;

use super::{
    answer::{DiscordError, Reply},
    limits::{SERVER_PACE, STAFF_PACE},
    transport::{As, Call, Repeat, Transport},
};
use crate::settings::services::DiscordSettings;

/// A request of a page waits this long for one answer, and for a wait that Discord asks (contract, "Discord").
pub const DISCORD_TIMEOUT: Duration = Duration::from_secs(20);

pub(crate) mod numbers {
    //! Discord's numbers of errors ("Opcodes and Status Codes", JSON).
    pub(crate) const UNKNOWN_CHANNEL: i64 = 10_003;
    pub(crate) const UNKNOWN_GUILD: i64 = 10_004;
    pub(crate) const UNKNOWN_INVITE: i64 = 10_006;
    pub(crate) const UNKNOWN_MEMBER: i64 = 10_007;
    pub(crate) const UNKNOWN_ROLE: i64 = 10_011;
    pub(crate) const UNKNOWN_USER: i64 = 10_013;
    pub(crate) const UNKNOWN_EVENT: i64 = 10_070;
    pub(crate) const TOO_MANY_GUILDS: i64 = 30_001;
    pub(crate) const BANNED: i64 = 40_007;
    pub(crate) const TOKEN_INVALID: i64 = 50_025;
    pub(crate) const FINISHED_EVENT: i64 = 180_000;
}

/// The guild as the bot sees it; one for a process, shared by its threads.
pub struct DiscordClient {
    pub(crate) transport: Transport,
    pub(crate) guild: String,
    pub(crate) client_id: String,
    pub(crate) client_secret: SecretString,
    pub(crate) stuck_roles: Mutex<HashMap<RoleId, (Instant, ::discord::GuildError)>>,
}

#[derive(Deserialize)]
pub(crate) struct UserAnswer {
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) username: String,
}

#[derive(Deserialize)]
pub(crate) struct MemberAnswer {
    pub(crate) roles: Vec<String>,
}

/// A role of the guild.
#[derive(Debug, Clone, Deserialize)]
pub struct GuildRole {
    pub id: String,
    pub name: String,
    pub position: i32,
    /// A number of bits, as text.
    pub permissions: String,
    /// Belongs to an integration; it cannot be given to a member.
    #[serde(default)]
    pub managed: bool,
}

/// A guild's own facts.
#[derive(Debug, Clone, Deserialize)]
pub struct GuildFacts {
    pub name: String,
    pub system_channel_id: Option<String>,
}

impl DiscordClient {
    /// A client whose requests are given up after [`DISCORD_TIMEOUT`]: for requests of a page.
    ///
    /// # Errors
    /// What TLS cannot do on this machine.
    pub fn new(settings: &DiscordSettings) -> Result<Self, DiscordError> {
        Self::at_pace(settings, SERVER_PACE)
    }

    /// A client for staff's commands, which leaves the servers most of what Discord allows.
    ///
    /// # Errors
    /// What TLS cannot do on this machine.
    pub fn for_staff(settings: &DiscordSettings) -> Result<Self, DiscordError> {
        Self::at_pace(settings, STAFF_PACE)
    }

    fn at_pace(settings: &DiscordSettings, pace: Duration) -> Result<Self, DiscordError> {
        let transport =
            Transport::new(settings, pace, DISCORD_TIMEOUT).map_err(|error| DiscordError::Unavailable {
                problem: error.to_string(),
                late: false,
            })?;
        Ok(Self {
            transport,
            guild: settings.guild_id.clone(),
            client_id: settings.client_id.clone(),
            client_secret: settings.client_secret.clone(),
            stuck_roles: Mutex::default(),
        })
    }

    /// For how long nothing may be asked: a global limit, or a token that was refused.
    #[must_use]
    pub fn rest(&self) -> Option<Duration> {
        self.transport.rest()
    }

    /// The bot's own account.
    ///
    /// # Errors
    /// [`DiscordError`]
    pub fn bot_account(&self, until: Instant) -> Result<DiscordUserId, DiscordError> {
        let user: UserAnswer = self
            .get("/users/@me", String::from("/users/@me"), until)?
            .json()?;
        Ok(DiscordUserId(user.id))
    }

    /// # Errors
    /// [`DiscordError`]
    pub fn guild_facts(&self, until: Instant) -> Result<GuildFacts, DiscordError> {
        self.get("/guilds/{guild}", format!("/guilds/{}", self.guild), until)?
            .json()
    }

    /// # Errors
    /// [`DiscordError`]
    pub fn guild_roles(&self, until: Instant) -> Result<Vec<GuildRole>, DiscordError> {
        let path = format!("/guilds/{}/roles", self.guild);
        self.get("/guilds/{guild}/roles", path, until)?.json()
    }

    /// A member's roles; `None` for an account outside the guild.
    ///
    /// # Errors
    /// [`DiscordError`]
    pub fn member_roles(
        &self,
        member: &DiscordUserId,
        until: Instant,
    ) -> Result<Option<Roles>, DiscordError> {
        let path = self.member_path(member);
        match self.get("/guilds/{guild}/members/{user}", path, until) {
            Ok(reply) => {
                let member: MemberAnswer = reply.json()?;
                Ok(Some(member.roles.into_iter().map(RoleId).collect()))
            }
            // Only Discord's own word: a 404 of anything on the way says nothing about the member.
            Err(DiscordError::Refused {
                status: 404,
                code: numbers::UNKNOWN_MEMBER | numbers::UNKNOWN_USER,
                ..
            }) => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// Gives or takes a role, once: after an answer that was lost the member is to be looked at first.
    ///
    /// # Errors
    /// [`DiscordError`]
    pub fn set_role(
        &self,
        method: Method,
        member: &DiscordUserId,
        role: &RoleId,
        until: Instant,
    ) -> Result<(), DiscordError> {
        let path = format!("{}/roles/{}", self.member_path(member), role.0);
        let call = Call {
            repeat: Repeat::IfUnsent,
            ..self.bot(method, "/guilds/{guild}/members/{user}/roles/{role}", path, until)
        };
        self.transport
            .send(&call, &|request| request.header("Content-Length", "0"))
            .map(|_| ())
    }

    pub(crate) fn get(
        &self,
        route: &'static str,
        path: String,
        until: Instant,
    ) -> Result<Reply, DiscordError> {
        let call = self.bot(Method::GET, route, path, until);
        self.transport.send(&call, &|request| request)
    }

    pub(crate) fn bot(&self, method: Method, route: &'static str, path: String, until: Instant) -> Call<'_> {
        Call {
            method,
            route,
            path,
            by: As::Bot,
            until,
            repeat: Repeat::Always,
        }
    }

    pub(crate) fn member_path(&self, member: &DiscordUserId) -> String {
        format!("/guilds/{}/members/{}", self.guild, member.0)
    }
}

pub(crate) fn unreadable(what: &str) -> DiscordError {
    DiscordError::Unavailable {
        problem: format!("Discord's answer cannot be read: {what}"),
        late: false,
    }
}
