//! What is asked of Discord with a member's consent: who they are, and that they join the guild. Their token is used and dropped.

use std::time::Instant;

use ::discord::Roles;
use accounts::DiscordUserId;
use reqwest::Method;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};

use super::{
    answer::DiscordError,
    client::{DiscordClient, UserAnswer, numbers, unreadable},
    transport::{As, Call, Repeat},
};

/// Access tokens are asked for with these (specification, section 9).
const SCOPES: [&str; 2] = ["identify", "guilds.join"];

/// Longer than any name at Discord (32 characters).
const NAME_CHARS: usize = 64;

/// How joining the guild ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Joined {
    /// New to the guild, with the roles that were asked for.
    Now,
    /// They were in it, and their roles are what they were.
    Before,
}

/// Why an authorization code links no account.
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

#[derive(Serialize)]
struct JoinRequest<'a> {
    access_token: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    roles: Vec<&'a str>,
}

impl DiscordClient {
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
            repeat: Repeat::IfAnswered,
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

    /// Whose token it is, and the account's name.
    ///
    /// # Errors
    /// [`CodeError`]
    pub fn user_behind(
        &self,
        token: &SecretString,
        until: Instant,
    ) -> Result<(DiscordUserId, String), CodeError> {
        let call = Call {
            method: Method::GET,
            route: "/users/@me",
            path: String::from("/users/@me"),
            by: As::Member(token),
            until,
            repeat: Repeat::Always,
        };
        match self.transport.send(&call, &|request| request) {
            Ok(reply) => {
                let user: UserAnswer = reply.json()?;
                if user.id.is_empty() || !user.id.bytes().all(|b| b.is_ascii_digit()) {
                    return Err(unreadable("an account without a number").into());
                }
                let name = user.username.chars().filter(|c| !c.is_control()).take(NAME_CHARS);
                Ok((DiscordUserId(user.id), name.collect()))
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
}

/// Why a member could not join the guild, where the member can remove the cause.
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
