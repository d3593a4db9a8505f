//! What an answer of Discord means, and what none means.

use std::{io::Read, time::Duration};

use reqwest::{StatusCode, blocking::Response, header::HeaderMap};
use serde::{
    Deserialize,
    de::{DeserializeOwned, IgnoredAny},
};

use super::limits::{Allowance, Gate};

/// Nothing that Discord answers is larger.
const MOST_BYTES: u64 = 4 << 20;

/// Why a call did not succeed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DiscordError {
    /// Discord asks to wait longer than the caller can.
    #[error("Discord asks to wait {} s", .0.as_secs().max(1))]
    Wait(Duration),
    /// 401 for the bot's token.
    #[error("Discord refuses the bot's token; see PORTAL_DISCORD_BOT_TOKEN")]
    TokenRefused,
    /// 4xx with Discord's own number and words.
    #[error("Discord refuses: {message} ({status}, code {code})")]
    Refused { status: u16, code: i64, message: String },
    /// 5xx, no answer, or an answer that is not Discord's. `late`: what was asked may still happen.
    #[error("{problem}")]
    Unavailable { problem: String, late: bool },
}

/// An answer that is a success.
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    body: Vec<u8>,
}

impl Reply {
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, DiscordError> {
        serde_json::from_slice(&self.body).map_err(|_| DiscordError::Unavailable {
            problem: String::from("Discord's answer cannot be read"),
            late: false,
        })
    }
}

/// How a single try ended that was no success.
pub(crate) enum Failure {
    /// 429, after this long.
    Limited(Duration),
    /// May be tried again.
    Passing {
        problem: String,
        stage: Stage,
        late: bool,
    },
    Final(DiscordError),
}

impl Failure {
    /// The failure of a call that is not tried again.
    fn into_error(self) -> DiscordError {
        match self {
            Self::Limited(wait) => DiscordError::Wait(wait),
            Self::Passing { problem, late, .. } => DiscordError::Unavailable { problem, late },
            Self::Final(error) => error,
        }
    }
}

/// How far a try came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    Unsent,
    Answered,
    Lost,
}

/// Discord's error object; of the token call's the `error` word only.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ErrorBody {
    code: i64,
    message: String,
    error: String,
    retry_after: Option<f64>,
    global: bool,
}

/// What an answer means; the gate keeps limits and a refused token.
pub(crate) fn judge(
    gate: &Gate,
    route: &str,
    as_bot: bool,
    facts: Facts,
    body: Vec<u8>,
) -> Result<Reply, Failure> {
    let status = facts.status;
    let readable = body.is_empty() || serde_json::from_slice::<IgnoredAny>(&body).is_ok();
    if status.is_success() && readable {
        gate.went_well();
        if as_bot {
            gate.accept_token();
        }
        return Ok(Reply { status, body });
    }
    let words: Option<ErrorBody> = serde_json::from_slice(&body).ok();
    if status == StatusCode::TOO_MANY_REQUESTS {
        let spoken = words
            .as_ref()
            .and_then(|words| words.retry_after)
            .and_then(seconds);
        let said = spoken.or(facts.retry_after).or(facts.allowance.reset_after);
        // A 429 without one of Discord's objects comes from what stands before it, and is about everything.
        let everything = facts.global || words.as_ref().is_none_or(|words| words.global);
        let wait = gate.close(route, everything, said);
        return Err(Failure::Limited(wait));
    }
    gate.went_well();
    if status == StatusCode::UNAUTHORIZED && as_bot {
        if gate.refuse_token() {
            tracing::error!("Discord refuses the bot's token; nothing is asked of it for a minute");
        }
        return Err(Failure::Final(DiscordError::TokenRefused));
    }
    match words {
        Some(words) if status.is_client_error() => {
            let text = if words.message.is_empty() {
                words.error
            } else {
                words.message
            };
            Err(Failure::Final(DiscordError::Refused {
                status: status.as_u16(),
                code: words.code,
                message: text.chars().filter(|c| !c.is_control()).take(200).collect(),
            }))
        }
        _ => Err(Failure::Passing {
            problem: format!("Discord answers {} without a word of its own", status.as_u16()),
            stage: if status.is_success() {
                Stage::Lost
            } else {
                Stage::Answered
            },
            late: false,
        }),
    }
}

/// What an answer to a request of the bot means by itself: a success's body, or why the call fails where nothing is tried again.
///
/// # Errors
/// [`DiscordError`]
pub fn read_answer(status: StatusCode, headers: &HeaderMap, body: Vec<u8>) -> Result<Vec<u8>, DiscordError> {
    let gate = Gate::new(Duration::ZERO);
    let facts = facts(status, headers);
    gate.answered("", facts.allowance);
    let reply = judge(&gate, "", true, facts, body).map_err(Failure::into_error)?;
    Ok(reply.body)
}

pub(crate) struct Facts {
    status: StatusCode,
    pub(crate) allowance: Allowance,
    retry_after: Option<Duration>,
    global: bool,
}

pub(crate) fn facts(status: StatusCode, headers: &HeaderMap) -> Facts {
    Facts {
        status,
        allowance: Allowance {
            remaining: number(headers, "x-ratelimit-remaining"),
            reset_after: number(headers, "x-ratelimit-reset-after").and_then(seconds),
        },
        retry_after: number(headers, "retry-after").and_then(seconds),
        global: headers.contains_key("x-ratelimit-global"),
    }
}

fn number<T: std::str::FromStr>(headers: &HeaderMap, name: &str) -> Option<T> {
    headers.get(name)?.to_str().ok()?.trim().parse().ok()
}

/// No limit of Discord's is longer; an answer that says so must not stop all requests permanently.
const LONGEST_WAIT: Duration = Duration::from_secs(3_600);

fn seconds(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds.min(LONGEST_WAIT.as_secs_f64())).ok()
}

pub(crate) fn read(response: Response) -> Result<Vec<u8>, reqwest::Error> {
    let mut body = Vec::new();
    // What breaks off cannot be read as JSON either, and is then a passing failure.
    let _ = response.take(MOST_BYTES).read_to_end(&mut body);
    Ok(body)
}

/// No answer came. Only a request that timed out after it was sent may still take effect; a connection that was cut was cut by
/// the server that would have handled it.
pub(crate) fn lost(error: &reqwest::Error) -> Failure {
    let late = error.is_timeout() && !error.is_connect();
    let problem = if error.is_connect() {
        "Discord cannot be reached"
    } else if late {
        "Discord did not answer in time"
    } else {
        "the connection to Discord broke"
    };
    Failure::Passing {
        problem: String::from(problem),
        stage: if error.is_connect() {
            Stage::Unsent
        } else {
            Stage::Lost
        },
        late,
    }
}
