//! One request to the bucket, and what its refusals mean.

use std::{thread, time::Duration};

use bytes::Bytes;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::{
    Method, StatusCode, Url,
    blocking::{Body, Response},
    header::{CONTENT_LENGTH, HeaderMap},
};

use super::client::MediaBucket;

/// How long a signature of this process's own requests is good; clocks may differ by some minutes.
pub(super) const SIGNED_FOR: Duration = Duration::from_secs(15 * 60);
/// For an answer, beside the time that its bytes take.
const ANSWER: Duration = Duration::from_secs(10);
/// Bytes a second that the slowest line is expected to carry.
const SLOWEST: u64 = 64 * 1024;
/// Pauses before a request is tried again, because stores refuse when they are busy.
const PAUSES: [Duration; 2] = [Duration::from_millis(300), Duration::from_millis(1_500)];
/// Of a refusal's text.
const MOST_WORDS: usize = 64 * 1024;

/// What stays as it is in the query of a signed address (Signature Version 4, "Create a canonical request").
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Why a request was not done.
#[derive(Debug)]
pub(super) enum Failure {
    /// There is no such object, upload or bucket.
    Missing,
    /// It may be done if it is tried again.
    Passing(String),
    /// It did not answer, and is not asked again: the caller has waited long enough.
    Silent(String),
    Refused(String),
}

/// A signed request.
pub(super) struct Request {
    method: Method,
    url: Url,
    headers: HeaderMap,
    body: Bytes,
    /// Bytes that are sent or received.
    bytes: u64,
}

impl Request {
    pub(super) fn new(method: Method, url: Url) -> Self {
        Self {
            method,
            url: as_signed(url),
            headers: HeaderMap::new(),
            body: Bytes::new(),
            bytes: 0,
        }
    }

    pub(super) fn with_headers(mut self, headers: HeaderMap) -> Self {
        self.headers = headers;
        self
    }

    pub(super) fn with_body(mut self, body: Bytes) -> Self {
        self.bytes = body.len() as u64;
        self.body = body;
        self
    }

    /// Grants the time that so many bytes take.
    pub(super) fn of_bytes(mut self, bytes: u64) -> Self {
        self.bytes = bytes;
        self
    }
}

/// A signed address in the encoding that was signed: the library that puts it together writes `+` for a blank, where `%20` was
/// signed. Some stores read both alike, and others compare the signature with the query as it stands.
pub(super) fn as_signed(mut url: Url) -> Url {
    let encoded = |text: &str| utf8_percent_encode(text, ENCODED).to_string();
    let pairs: Vec<_> = url
        .query_pairs()
        .map(|(name, value)| format!("{}={}", encoded(&name), encoded(&value)))
        .collect();
    if !pairs.is_empty() {
        url.set_query(Some(&pairs.join("&")));
    }
    url
}

/// Seconds for so many bytes.
fn time_for(bytes: u64) -> Duration {
    ANSWER + Duration::from_secs(bytes / SLOWEST)
}

impl MediaBucket {
    /// Sends a request; one that fails in passing is tried three times.
    pub(super) fn sent(&self, request: Request) -> Result<Response, Failure> {
        tried(|| {
            let body = Body::from(request.body.clone());
            self.send_once(&request, body, request.body.len() as u64)
        })
    }

    /// Sends a request with a body that can be made again.
    pub(super) fn sent_from(
        &self,
        request: &Request,
        length: u64,
        body: &mut dyn FnMut() -> Result<Body, Failure>,
    ) -> Result<Response, Failure> {
        tried(|| {
            let body = body()?;
            self.send_once(request, body, length)
        })
    }

    fn send_once(&self, request: &Request, body: Body, length: u64) -> Result<Response, Failure> {
        let mut sent = self
            .0
            .client
            .request(request.method.clone(), request.url.clone())
            .headers(request.headers.clone())
            .timeout(time_for(request.bytes));
        if length > 0 || matches!(request.method, Method::PUT | Method::POST) {
            sent = sent.header(CONTENT_LENGTH, length).body(body);
        }
        let answer = sent.send().map_err(|error| not_sent(&error))?;
        if answer.status().is_success() {
            return Ok(answer);
        }
        let status = answer.status();
        let words = answer.text().unwrap_or_default();
        Err(refusal(status, &words))
    }

    /// The text of an answer.
    pub(super) fn text(&self, request: Request) -> Result<String, Failure> {
        self.sent(request)?.text().map_err(|error| not_sent(&error))
    }
}

fn tried<T>(mut attempt: impl FnMut() -> Result<T, Failure>) -> Result<T, Failure> {
    for pause in PAUSES {
        match attempt() {
            Err(Failure::Passing(_)) => thread::sleep(pause),
            other => return other,
        }
    }
    attempt()
}

/// Why there was no answer.
pub(super) fn not_sent(error: &reqwest::Error) -> Failure {
    if error.is_timeout() {
        return Failure::Silent(String::from("it does not answer in time"));
    }
    // The address holds a signature, so only the innermost cause is told.
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    let is_outermost = std::ptr::addr_eq(cause, std::ptr::from_ref(error));
    let words = if is_outermost {
        String::from("it cannot be reached")
    } else {
        format!("it cannot be reached: {cause}")
    };
    Failure::Passing(words.replace(char::is_control, " "))
}

/// What a status says, with the store's own code for it.
pub(super) fn refusal(status: StatusCode, words: &str) -> Failure {
    let code = code_in(words);
    let named = match code {
        Some(code) => format!("{} {code}", status.as_u16()),
        None => status.as_u16().to_string(),
    };
    match (status.as_u16(), code) {
        (_, Some("NoSuchBucket")) => Failure::Refused(String::from("there is no such bucket")),
        (404, _) => Failure::Missing,
        (_, Some("SignatureDoesNotMatch" | "InvalidAccessKeyId")) => Failure::Refused(format!(
            "it does not know the key ({named}); check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
        )),
        (_, Some("RequestTimeTooSkewed" | "RequestExpired")) => {
            Failure::Refused(format!("its clock and this machine's differ too much ({named})"))
        }
        (401 | 403, _) => Failure::Refused(format!(
            "it refuses ({named}); the key may need the rights to list the bucket and to get, put and delete its objects"
        )),
        (301 | 307 | 308, _) => Failure::Refused(format!(
            "the bucket is elsewhere ({named}); check AWS_REGION and AWS_ENDPOINT_URL"
        )),
        (429 | 500 | 502 | 503 | 504, _) => Failure::Passing(format!("it answers {named}")),
        (507, _) => Failure::Refused(format!("it is full ({named})")),
        _ => Failure::Refused(format!("it answers {named}")),
    }
}

/// The `Code` of a refusal (Amazon S3 API Reference, "Error responses").
fn code_in(words: &str) -> Option<&str> {
    let words = words.get(..words.len().min(MOST_WORDS))?;
    let (_, rest) = words.split_once("<Code>")?;
    let (code, _) = rest.split_once("</Code>")?;
    let is_word = (1..=64).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_word.then_some(code)
}

/// The length that the headers of an answer name, which has no body where it was asked for by HEAD.
pub(super) fn announced_length(headers: &HeaderMap) -> Result<u64, Failure> {
    headers
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok())
        .and_then(|length| length.parse().ok())
        .ok_or_else(|| Failure::Refused(String::from("it does not say how long a file is")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_encoded_as_it_was_signed() {
        let address = "https://store.example/a%20b?x=private%2C+no-store&y=%2B*~%C3%A9&z=";
        assert_eq!(
            as_signed(Url::parse(address).unwrap()).as_str(),
            "https://store.example/a%20b?x=private%2C%20no-store&y=%2B%2A~%C3%A9&z="
        );
        let plain = Url::parse("https://store.example/a").unwrap();
        assert_eq!(as_signed(plain.clone()), plain);
    }

    #[test]
    fn a_refusal_is_told_in_the_words_of_its_code() {
        let error = |code: &str| format!("<?xml version=\"1.0\"?><Error><Code>{code}</Code></Error>");
        let told = |status: u16, words: &str| match refusal(StatusCode::from_u16(status).unwrap(), words) {
            Failure::Missing => String::from("missing"),
            Failure::Silent(text) | Failure::Refused(text) => text,
            Failure::Passing(text) => format!("passing: {text}"),
        };
        assert_eq!(told(404, &error("NoSuchKey")), "missing");
        assert_eq!(told(404, &error("NoSuchBucket")), "there is no such bucket");
        assert!(told(403, &error("SignatureDoesNotMatch")).contains("AWS_SECRET_ACCESS_KEY"));
        assert!(told(403, &error("AccessDenied")).contains("403 AccessDenied"));
        assert!(told(403, &error("RequestTimeTooSkewed")).contains("clock"));
        assert!(told(301, "").contains("AWS_REGION"));
        assert!(told(503, &error("SlowDown")).starts_with("passing"));
        assert!(told(507, "").contains("full"));
        // What is no word of S3 is not repeated.
        assert_eq!(told(400, &error("<b>\n</b>")), "it answers 400");
    }
}
