//! One request to Discord: its limits, its time, its retries, and what an answer that is no success means.

use std::{
    io::Read,
    time::{Duration, Instant},
};

use reqwest::{
    Method, StatusCode,
    blocking::{Client, RequestBuilder, Response},
    header::HeaderMap,
    redirect::Policy,
};
use secrecy::{ExposeSecret, SecretString};
use serde::{
    Deserialize,
    de::{DeserializeOwned, IgnoredAny},
};

use crate::{
    DiscordSettings,
    discord_limits::{Allowance, Closed, Gate},
};

/// Nothing that Discord answers is larger.
const MOST_BYTES: u64 = 4 << 20;
/// A request that failed by itself is sent this often.
const TRIES: u32 = 3;
/// So many 429s in one call, and Discord means something else than waiting.
const WAITS: u32 = 12;

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
    /// 5xx, no answer, or one that is none of Discord's. `late`: what was asked may still happen.
    #[error("{problem}")]
    Unavailable { problem: String, late: bool },
}

/// Who asks.
#[derive(Debug, Clone, Copy)]
pub(crate) enum As<'t> {
    Bot,
    Member(&'t SecretString),
    /// The application, which signs in its form.
    Application,
}

/// A call: the route is the path with placeholders, by which Discord counts.
pub(crate) struct Call<'a> {
    pub(crate) method: Method,
    pub(crate) route: &'static str,
    pub(crate) path: String,
    pub(crate) by: As<'a>,
    pub(crate) until: Instant,
}

pub(crate) struct Transport {
    client: Client,
    gate: Gate,
    api_url: String,
    bot_token: SecretString,
    /// How long one answer may take.
    silence: Duration,
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
enum Failure {
    /// 429, after this long.
    Limited(Duration),
    /// May be tried again.
    Passing {
        problem: String,
        sent: bool,
        late: bool,
    },
    Final(DiscordError),
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

impl Transport {
    pub(crate) fn new(settings: &DiscordSettings, silence: Duration) -> Result<Self, reqwest::Error> {
        let agent = concat!("DiscordBot (portal, ", env!("CARGO_PKG_VERSION"), ")");
        let client = Client::builder()
            .user_agent(agent)
            .redirect(Policy::none())
            .connect_timeout(silence.min(Duration::from_secs(5)))
            .timeout(silence)
            .build()?;
        Ok(Self {
            client,
            gate: Gate::default(),
            api_url: settings.api_url.clone(),
            bot_token: settings.bot_token.clone(),
            silence,
        })
    }

    /// For how long nothing may be asked.
    pub(crate) fn rest(&self) -> Option<Duration> {
        self.gate.rest()
    }

    /// Sends a call until it succeeds, cannot, or its time is over: waits as Discord asks, and tries again what failed by
    /// itself. A POST whose answer was lost is not repeated: what it made would be there twice.
    pub(crate) fn send(
        &self,
        call: &Call<'_>,
        fill: &dyn Fn(RequestBuilder) -> RequestBuilder,
    ) -> Result<Reply, DiscordError> {
        let (mut tries, mut waits) = (0, 0);
        loop {
            let failure = match self.try_once(call, fill) {
                Ok(reply) => return Ok(reply),
                Err(failure) => failure,
            };
            match failure {
                Failure::Final(error) => return Err(error),
                Failure::Limited(wait) => {
                    waits += 1;
                    let over = Instant::now() + wait > call.until;
                    if over || waits >= WAITS {
                        return Err(DiscordError::Wait(wait));
                    }
                }
                Failure::Passing { problem, sent, late } => {
                    tries += 1;
                    let pause = Duration::from_millis(200 << tries);
                    let over = Instant::now() + pause >= call.until;
                    if late || over || tries >= TRIES || (sent && call.method == Method::POST) {
                        return Err(DiscordError::Unavailable { problem, late });
                    }
                    std::thread::sleep(pause);
                }
            }
        }
    }

    fn try_once(
        &self,
        call: &Call<'_>,
        fill: &dyn Fn(RequestBuilder) -> RequestBuilder,
    ) -> Result<Reply, Failure> {
        let as_bot = matches!(call.by, As::Bot);
        let route = format!("{} {}", call.method, call.route);
        self.gate.enter(&route, as_bot, call.until).map_err(|closed| {
            Failure::Final(match closed {
                Closed::For(wait) => DiscordError::Wait(wait),
                Closed::TokenRefused => DiscordError::TokenRefused,
            })
        })?;
        let patience = call
            .until
            .saturating_duration_since(Instant::now())
            .min(self.silence);
        let url = format!("{}{}", self.api_url, call.path);
        let request = self
            .client
            .request(call.method.clone(), url)
            .timeout(patience.max(Duration::from_millis(1)));
        let request = match call.by {
            As::Bot => request.header("Authorization", format!("Bot {}", self.bot_token.expose_secret())),
            As::Member(token) => request.bearer_auth(token.expose_secret()),
            As::Application => request,
        };
        let answer = fill(request)
            .send()
            .and_then(|response| Ok((facts(&response), read(response)?)));
        let (facts, body) = match answer {
            Ok(answer) => answer,
            Err(error) => {
                self.gate.answered(&route, Allowance::default());
                return Err(lost(&error));
            }
        };
        self.gate.answered(&route, facts.allowance);
        self.judge(&route, as_bot, facts, body)
    }

    fn judge(&self, route: &str, as_bot: bool, facts: Facts, body: Vec<u8>) -> Result<Reply, Failure> {
        let status = facts.status;
        let readable = body.is_empty() || serde_json::from_slice::<IgnoredAny>(&body).is_ok();
        if status.is_success() && readable {
            self.gate.went_well();
            if as_bot {
                self.gate.accept_token();
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
            // A 429 that is none of Discord's objects comes from what stands before it, and is about everything.
            let everything = facts.global || words.as_ref().is_none_or(|words| words.global);
            let wait = self.gate.close(route, everything, said);
            return Err(Failure::Limited(wait));
        }
        self.gate.went_well();
        if status == StatusCode::UNAUTHORIZED && as_bot {
            if self.gate.refuse_token() {
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
                sent: status.is_success() || status.is_redirection(),
                late: false,
            }),
        }
    }
}

struct Facts {
    status: StatusCode,
    allowance: Allowance,
    retry_after: Option<Duration>,
    global: bool,
}

fn facts(response: &Response) -> Facts {
    let headers = response.headers();
    Facts {
        status: response.status(),
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

fn seconds(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds).ok()
}

fn read(response: Response) -> Result<Vec<u8>, reqwest::Error> {
    let mut body = Vec::new();
    // What breaks off cannot be read as JSON either, and is then a passing failure.
    let _ = response.take(MOST_BYTES).read_to_end(&mut body);
    Ok(body)
}

/// No answer came. Only what ran out of time after it was sent may still take effect; a connection that was cut was cut by
/// whoever would have done it.
fn lost(error: &reqwest::Error) -> Failure {
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
        sent: !error.is_connect(),
        late,
    }
}
