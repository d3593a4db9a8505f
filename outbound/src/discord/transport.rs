//! One request to Discord: its limits, its time, its retries.

use std::time::{Duration, Instant};

use reqwest::{
    Method,
    blocking::{Client, RequestBuilder},
};
use secrecy::{ExposeSecret, SecretString};

use super::{
    answer::{DiscordError, Failure, Reply, Stage, facts, judge, lost, read},
    limits::{Allowance, Closed, Gate},
};
use crate::http_client::http_client;
use crate::settings::services::DiscordSettings;

/// A request that failed by itself is sent this often.
const TRIES: u32 = 3;
/// So many 429s in one call, and Discord means something else than waiting.
const WAITS: u32 = 12;

/// On whose behalf a request is sent.
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
    pub(crate) repeat: Repeat,
}

/// Which failures a call is tried again after, by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repeat {
    /// Any: doing it twice is doing it once.
    Always,
    /// A call that was answered: what a lost answer was about would be there twice.
    IfAnswered,
    /// A call that was never sent: the caller checks the state before it sends another.
    IfUnsent,
}

pub(crate) struct Transport {
    client: Client,
    gate: Gate,
    api_url: String,
    bot_token: SecretString,
    /// How long one answer may take.
    silence: Duration,
}

impl Repeat {
    fn after(self, stage: Stage) -> bool {
        match self {
            Self::Always => true,
            Self::IfAnswered => stage != Stage::Lost,
            Self::IfUnsent => stage == Stage::Unsent,
        }
    }
}

impl Transport {
    pub(crate) fn new(
        settings: &DiscordSettings,
        pace: Duration,
        silence: Duration,
    ) -> Result<Self, reqwest::Error> {
        let agent = concat!("DiscordBot (portal, ", env!("CARGO_PKG_VERSION"), ")");
        let client = http_client()
            .user_agent(agent)
            .connect_timeout(silence.min(Duration::from_secs(5)))
            .timeout(silence)
            .build()?;
        Ok(Self {
            client,
            gate: Gate::new(pace),
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
    /// itself and may be repeated.
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
                Failure::Passing { problem, stage, late } => {
                    tries += 1;
                    let pause = Duration::from_millis(200 << tries);
                    let over = Instant::now() + pause >= call.until;
                    if late || over || tries >= TRIES || !call.repeat.after(stage) {
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
        let timeout = call
            .until
            .saturating_duration_since(Instant::now())
            .min(self.silence);
        let url = format!("{}{}", self.api_url, call.path);
        let request = self
            .client
            .request(call.method.clone(), url)
            .timeout(timeout.max(Duration::from_millis(1)));
        let request = match call.by {
            As::Bot => request.header("Authorization", format!("Bot {}", self.bot_token.expose_secret())),
            As::Member(token) => request.bearer_auth(token.expose_secret()),
            As::Application => request,
        };
        let answer = fill(request)
            .send()
            .and_then(|response| Ok((facts(response.status(), response.headers()), read(response)?)));
        let (facts, body) = match answer {
            Ok(answer) => answer,
            Err(error) => {
                self.gate.answered(&route, Allowance::default());
                return Err(lost(&error));
            }
        };
        self.gate.answered(&route, facts.allowance);
        judge(&self.gate, &route, as_bot, facts, body)
    }
}
