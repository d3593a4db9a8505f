//! What is asked of Discord, in its words: typed requests and answers over [`crate::discord_transport`].

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use accounts::DiscordUserId;
use discord::{RoleId, Roles};
use reqwest::Method;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use crate::{
    DiscordError, DiscordSettings,
    discord_transport::{As, Call, Reply, Transport},
};

/// Whoever waits at a page waits this long for one answer, and for a wait that Discord asks (contract, "Discord").
pub const DISCORD_PATIENCE: Duration = Duration::from_secs(20);
/// A worker's request is given up earlier, so that its work ends before its claim does.
const WORKER_SILENCE: Duration = Duration::from_secs(10);
/// Access tokens are asked for with these (specification, section 9).
const SCOPES: [&str; 2] = ["identify", "guilds.join"];

pub(crate) mod numbers {
    //! Discord's numbers of errors ("Opcodes and Status Codes", JSON).
    pub(crate) const UNKNOWN_GUILD: i64 = 10_004;
    pub(crate) const UNKNOWN_INVITE: i64 = 10_006;
    pub(crate) const UNKNOWN_MEMBER: i64 = 10_007;
    pub(crate) const UNKNOWN_USER: i64 = 10_013;
    pub(crate) const TOO_MANY_GUILDS: i64 = 30_001;
    pub(crate) const BANNED: i64 = 40_007;
    pub(crate) const TOKEN_INVALID: i64 = 50_025;
}

/// A role that the bot may not give is left alone for this long, and not asked for once for each member.
const ROLE_PAUSE: Duration = Duration::from_secs(60);

/// The guild as the bot sees it; one for a process, shared by its threads.
pub struct DiscordClient {
    pub(crate) transport: Transport,
    pub(crate) guild: String,
    client_id: String,
    client_secret: SecretString,
    pub(crate) stuck_roles: Mutex<HashMap<RoleId, (Instant, discord::GuildError)>>,
}

/// How joining the guild ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Joined {
    /// New to the guild, with the roles that were asked for.
    Now,
    /// They were in it, and their roles are what they were.
    Before,
}

/// Why an authorization code links nobody.
#[derive(Debug, thiserror::Error)]
pub enum CodeError {
    /// Missing, used, expired, of another application, or without the permissions that were asked for.
    #[error("Discord does not take the code")]
    Invalid,
    #[error(transparent)]
    Discord(#[from] DiscordError),
}

#[derive(Serialize)]
struct TokenRequest<'a> {
    client_id: &'a str,
    client_secret: &'a str,
    grant_type: &'a str,
    code: &'a str,
    redirect_uri: &'a str,
}

#[derive(Deserialize)]
struct TokenAnswer {
    access_token: SecretString,
    scope: Option<String>,
}

#[derive(Deserialize)]
struct UserAnswer {
    id: String,
}

#[derive(Serialize)]
struct JoinRequest<'a> {
    access_token: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    roles: Vec<&'a str>,
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
    /// Belongs to an integration; nobody can give it.
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
    /// A client whose requests are given up after [`DISCORD_PATIENCE`]: for whoever waits at a page.
    ///
    /// # Errors
    /// What TLS cannot do on this machine.
    pub fn new(settings: &DiscordSettings) -> Result<Self, DiscordError> {
        let transport =
            Transport::new(settings, DISCORD_PATIENCE).map_err(|error| DiscordError::Unavailable {
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

    /// Trades an authorization code for a member's token, which is used and dropped.
    ///
    /// # Errors
    /// [`CodeError`]
    pub fn exchange_code(
        &self,
        code: &str,
        redirect_uri: &str,
        until: Instant,
    ) -> Result<SecretString, CodeError> {
        let form = TokenRequest {
            client_id: &self.client_id,
            client_secret: self.client_secret.expose_secret(),
            grant_type: "authorization_code",
            code,
            redirect_uri,
        };
        let call = Call {
            method: Method::POST,
            route: "/oauth2/token",
            path: String::from("/oauth2/token"),
            by: As::Application,
            until,
        };
        let answer: TokenAnswer = match self.transport.send(&call, &|request| request.form(&form)) {
            Ok(reply) => reply.json()?,
            // RFC 6749 section 5.2: of its words only `invalid_client` is about us.
            Err(DiscordError::Refused {
                status: 400, message, ..
            }) if message != "invalid_client" => {
                return Err(CodeError::Invalid);
            }
            Err(other) => return Err(other.into()),
        };
        let granted = answer.scope.as_deref();
        let lacks =
            |scope: &&str| granted.is_some_and(|granted| !granted.split(' ').any(|one| one == *scope));
        if SCOPES.iter().any(lacks) {
            return Err(CodeError::Invalid);
        }
        Ok(answer.access_token)
    }

    /// Whose token it is.
    ///
    /// # Errors
    /// [`CodeError`]
    pub fn user_behind(&self, token: &SecretString, until: Instant) -> Result<DiscordUserId, CodeError> {
        let call = Call {
            method: Method::GET,
            route: "/users/@me",
            path: String::from("/users/@me"),
            by: As::Member(token),
            until,
        };
        match self.transport.send(&call, &|request| request) {
            Ok(reply) => {
                let user: UserAnswer = reply.json()?;
                if user.id.is_empty() || !user.id.bytes().all(|b| b.is_ascii_digit()) {
                    return Err(unreadable("an account without a number").into());
                }
                Ok(DiscordUserId(user.id))
            }
            Err(DiscordError::Refused {
                status: 401 | 403, ..
            }) => Err(CodeError::Invalid),
            Err(other) => Err(other.into()),
        }
    }

    /// Joins a member to the guild by their token, with roles; where the roles are refused, without them.
    ///
    /// # Errors
    /// [`DiscordError`]
    pub fn join(
        &self,
        member: &DiscordUserId,
        token: &SecretString,
        roles: &Roles,
        until: Instant,
    ) -> Result<(Joined, Roles), DiscordError> {
        match self.join_with(member, token, roles, until) {
            Err(DiscordError::Refused { code, .. })
                if !roles.is_empty()
                    && !matches!(
                        code,
                        numbers::BANNED
                            | numbers::TOO_MANY_GUILDS
                            | numbers::TOKEN_INVALID
                            | numbers::UNKNOWN_GUILD
                    ) =>
            {
                let joined = self.join_with(member, token, &Roles::new(), until)?;
                Ok((joined, Roles::new()))
            }
            joined => Ok((joined?, roles.clone())),
        }
    }

    fn join_with(
        &self,
        member: &DiscordUserId,
        token: &SecretString,
        roles: &Roles,
        until: Instant,
    ) -> Result<Joined, DiscordError> {
        let body = JoinRequest {
            access_token: token.expose_secret(),
            roles: roles.iter().map(|role| role.0.as_str()).collect(),
        };
        let path = self.member_path(member);
        let call = self.bot(Method::PUT, "/guilds/{guild}/members/{user}", path, until);
        let reply = self.transport.send(&call, &|request| request.json(&body))?;
        Ok(if reply.status == reqwest::StatusCode::NO_CONTENT {
            Joined::Before
        } else {
            Joined::Now
        })
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

    /// A member's roles; none for whoever is not in the guild.
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
            Err(DiscordError::Refused {
                status: 404, code, ..
            }) if code != numbers::UNKNOWN_GUILD => Ok(None),
            Err(other) => Err(other),
        }
    }

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
        let call = self.bot(method, "/guilds/{guild}/members/{user}/roles/{role}", path, until);
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
        }
    }

    fn member_path(&self, member: &DiscordUserId) -> String {
        format!("/guilds/{}/members/{}", self.guild, member.0)
    }
}

pub(crate) fn unreadable(what: &str) -> DiscordError {
    DiscordError::Unavailable {
        problem: format!("Discord's answer cannot be read: {what}"),
        late: false,
    }
}

/// The guild for one piece of work, which ends in time.
pub struct GuildUntil<'c> {
    pub client: &'c DiscordClient,
    pub until: Instant,
}

impl GuildUntil<'_> {
    /// A worker's: no request begins so late that its answer would come after the claim's end.
    #[must_use]
    pub fn for_worker(client: &DiscordClient, work: Duration) -> GuildUntil<'_> {
        GuildUntil {
            client,
            until: Instant::now() + work.min(WORKER_SILENCE * 2),
        }
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
            .set_role(method, member, role, self.until)
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
        self.client.member_roles(member, self.until).map_err(about_guild)
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
            status: 404, code, ..
        } if code != numbers::UNKNOWN_GUILD => {
            discord::GuildError::NoSuchRole(format!("the role {} does not exist in the guild", role.0))
        }
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

/// Why somebody could not be let into the guild, as far as they can do something about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JoinProblem {
    Banned,
    TooManyGuilds,
    Other,
}

#[must_use]
pub fn join_problem(error: &DiscordError) -> JoinProblem {
    match error {
        DiscordError::Refused {
            code: numbers::BANNED,
            ..
        } => JoinProblem::Banned,
        DiscordError::Refused {
            code: numbers::TOO_MANY_GUILDS,
            ..
        } => JoinProblem::TooManyGuilds,
        _ => JoinProblem::Other,
    }
}
