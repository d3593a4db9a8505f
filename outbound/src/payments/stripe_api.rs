//! Speaking to Stripe's REST API: form in, JSON out, and whether a fault is final or may pass.
//!
//! Decision: plain requests behind typed calls, not the large SDK, for the five calls that are made. Cost: the version of the
//! API is fixed here, and raising it means reading Stripe's list of changes.

use std::{
    io::Read as _,
    thread,
    time::{Duration, Instant},
};

use kernel::error_chain;
use orders::PaymentError;
use reqwest::{
    StatusCode,
    blocking::{Client, RequestBuilder, Response},
};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

use crate::http_client::http_client;
use crate::settings::services::StripeSettings;

/// The version whose shapes this code knows; the account's own may differ.
const VERSION: &str = "2025-03-31.basil";
/// A buyer waits for this; Stripe seldom takes more than two seconds.
const TIMEOUT: Duration = Duration::from_secs(8);
const CONNECT: Duration = Duration::from_secs(4);
/// A session is a few kB. What is longer is not Stripe's.
const LONGEST_ANSWER: u64 = 1 << 20;
/// While the same request is under way elsewhere, Stripe answers 409; it is asked again after a pause that grows.
const BUSY_PAUSES: [Duration; 4] = [
    Duration::from_millis(150),
    Duration::from_millis(300),
    Duration::from_millis(600),
    Duration::from_millis(1200),
];

/// One account at Stripe.
pub(crate) struct StripeApi {
    client: Client,
    secret_key: SecretString,
    url: String,
}

/// A refusal of Stripe.
pub(crate) struct Refusal {
    pub status: StatusCode,
    /// Stripe's word for it, such as `charge_already_refunded`.
    pub code: Option<String>,
    pub(crate) message: String,
}

pub(crate) enum ApiError {
    Refused(Refusal),
    /// Nothing was sent.
    Unreachable(String),
    Unavailable(String),
}

impl From<ApiError> for PaymentError {
    fn from(error: ApiError) -> Self {
        match error {
            ApiError::Refused(refusal) => {
                let code = refusal.code.as_deref().unwrap_or("no code");
                Self::Refused(format!("{} ({code}): {}", refusal.status, refusal.message))
            }
            ApiError::Unreachable(problem) => Self::Unreachable(problem),
            ApiError::Unavailable(problem) => Self::Unavailable(problem),
        }
    }
}

impl StripeApi {
    /// A client of its own. To be built outside the async runtime.
    pub(crate) fn new(settings: &StripeSettings) -> Result<Self, PaymentError> {
        // `PORTAL_STRIPE_API_URL` is how to go through a proxy.
        let client = http_client()
            .timeout(TIMEOUT)
            .connect_timeout(CONNECT)
            .user_agent("course-portal")
            .build()
            .map_err(|error| PaymentError::Unavailable(error_chain(&error)))?;
        Ok(Self {
            client,
            secret_key: settings.secret_key.clone(),
            url: settings.api_url.clone(),
        })
    }

    pub(crate) fn is_https(&self) -> bool {
        self.url.starts_with("https://")
    }

    pub(crate) fn get(&self, path: &str) -> Result<Value, ApiError> {
        self.ask(|| self.client.get(format!("{}{path}", self.url)))
    }

    /// Posts a form. Stripe does the same key's work once and answers the same again.
    pub(crate) fn post(
        &self,
        path: &str,
        form: &[(&str, &str)],
        idempotency_key: &str,
    ) -> Result<Value, ApiError> {
        self.ask(|| {
            self.client
                .post(format!("{}{path}", self.url))
                .header("Idempotency-Key", idempotency_key)
                .form(form)
        })
    }

    /// Asks, and asks again where that can do no harm: the request carries its key, so a second one is the same one.
    fn ask(&self, request: impl Fn() -> RequestBuilder) -> Result<Value, ApiError> {
        let until = Instant::now() + TIMEOUT;
        let mut pauses = BUSY_PAUSES.iter();
        // Whether an earlier try may have been carried out.
        let mut is_unknown = false;
        loop {
            let sent = request()
                .bearer_auth(self.secret_key.expose_secret())
                .header("Stripe-Version", VERSION)
                .send();
            let response = match sent {
                Ok(response) => response,
                // A connection that was kept open too long is the usual cause.
                Err(error) if !error.is_timeout() && !error.is_connect() && !is_unknown => {
                    is_unknown = true;
                    continue;
                }
                Err(error) if error.is_connect() && !is_unknown => {
                    return Err(ApiError::Unreachable(self.without_key(&error_chain(&error))));
                }
                Err(error) => return Err(ApiError::Unavailable(self.without_key(&error_chain(&error)))),
            };
            if response.status() == StatusCode::CONFLICT
                && let Some(pause) = pauses.next()
                && Instant::now() + *pause < until
            {
                // Another request with this key is under way.
                is_unknown = true;
                thread::sleep(*pause);
                continue;
            }
            return self.judge(response, until);
        }
    }

    fn judge(&self, response: Response, until: Instant) -> Result<Value, ApiError> {
        let status = response.status();
        let body = read(response, until).map_err(ApiError::Unavailable)?;
        let json: Result<Value, _> = serde_json::from_slice(&body);
        let json = json.ok().filter(Value::is_object);
        if status.is_success() {
            return json.ok_or_else(|| ApiError::Unavailable(format!("{status}, but no JSON object")));
        }
        let text = |name: &str| {
            let value = json.as_ref().and_then(|json| json.pointer(name));
            value.and_then(Value::as_str).map(|text| self.without_key(text))
        };
        // A proxy in front of Stripe answers in HTML; Stripe itself explains each refusal in JSON.
        let explained = json.as_ref().is_some_and(|json| json["error"].is_object());
        let busy = status == StatusCode::TOO_MANY_REQUESTS || status == StatusCode::CONFLICT;
        if !status.is_client_error() || busy || !explained {
            let said = text("/error/message").unwrap_or_default();
            return Err(ApiError::Unavailable(
                format!("{status} {said}").trim_end().to_owned(),
            ));
        }
        Err(ApiError::Refused(Refusal {
            status,
            code: text("/error/code"),
            message: text("/error/message").unwrap_or_default(),
        }))
    }

    /// A provider's words as they may stand in a log: one short line that never repeats the key.
    fn without_key(&self, said: &str) -> String {
        let said = said.replace(self.secret_key.expose_secret(), "***");
        let line = said.chars().map(|c| if c.is_control() { ' ' } else { c });
        line.take(300).collect()
    }
}

fn read(response: Response, until: Instant) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    let mut rest = response.take(LONGEST_ANSWER);
    let mut chunk = [0; 8 * 1024];
    loop {
        match rest.read(&mut chunk) {
            Ok(0) => return Ok(body),
            Ok(n) => body.extend(chunk.iter().take(n)),
            Err(error) => return Err(format!("the answer broke off: {error}")),
        }
        if Instant::now() >= until {
            return Err(String::from("the answer took too long"));
        }
    }
}
