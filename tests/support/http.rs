//! A browser as far as HTTP goes: it keeps the cookies of its session, its device and its passkey's challenge, follows nothing, and holds every answer against the API's description.

pub mod contract;
pub mod slow_reader;
pub mod stub;

use std::{net::SocketAddr, sync::Arc};

use serde_json::Value;
use ureq::{
    Agent,
    http::{HeaderMap, Request},
};

use crate::{http::contract::Contract, server::TIMEOUT, waiting::found};

/// A visitor or member.
#[derive(Clone)]
pub struct Browser {
    agent: Agent,
    address: SocketAddr,
    cookie: Option<String>,
    device_cookie: Option<String>,
    passkey_cookie: Option<String>,
    staff_cookie: Option<String>,
    staff_passkey_cookie: Option<String>,
    /// `None`: its answers may be those of another version.
    contract: Option<Arc<Contract>>,
}

/// An answer, read to its end.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

/// Asks again until the answer is another than 503: what could not be done for a while can be done again.
#[track_caller]
pub fn available_again(mut ask: impl FnMut() -> Answer) -> Answer {
    found("the answer is another than 503", || {
        let answer = ask();
        (answer.status != 503).then_some(answer)
    })
}

impl Browser {
    #[must_use]
    pub fn new(address: SocketAddr) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .allow_non_standard_methods(true)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_global(Some(TIMEOUT))
            .build();
        Self {
            agent: config.into(),
            address,
            cookie: None,
            device_cookie: None,
            passkey_cookie: None,
            staff_cookie: None,
            staff_passkey_cookie: None,
            contract: Some(Contract::shared()),
        }
    }

    /// A browser whose answers may come from a server of another version, which has a description of its own.
    #[must_use]
    pub fn of_any_version(address: SocketAddr) -> Self {
        Self {
            contract: None,
            ..Self::new(address)
        }
    }

    pub fn get(&mut self, path: &str) -> Answer {
        self.send("GET", path, &[], None)
    }

    pub fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, &[], Some(body.to_string().as_bytes()))
    }

    pub fn put(&mut self, path: &str, body: &Value) -> Answer {
        self.send("PUT", path, &[], Some(body.to_string().as_bytes()))
    }

    pub fn delete(&mut self, path: &str) -> Answer {
        self.send("DELETE", path, &[], None)
    }

    /// Sends a request; a body is JSON unless a header says otherwise.
    pub fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> Answer {
        self.try_send(method, path, headers, body)
            .unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    /// [`Self::send`] to a server that may be gone.
    ///
    /// # Errors
    /// Why no whole answer came.
    pub fn try_send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> Result<Answer, ureq::Error> {
        let answer = self.fetch(method, path, headers, body)?;
        if let Some(contract) = &self.contract {
            contract.check(method, path, &answer);
        }
        Ok(answer)
    }

    /// [`Self::try_send`] without holding the answer against the API's description.
    ///
    /// # Errors
    /// Why no whole answer came.
    pub fn fetch(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> Result<Answer, ureq::Error> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("http://{}{path}", self.address));
        if body.is_some()
            && !headers
                .iter()
                .any(|(name, _)| name.eq_ignore_ascii_case("content-type"))
        {
            request = request.header("content-type", "application/json");
        }
        let cookies = [
            &self.cookie,
            &self.device_cookie,
            &self.passkey_cookie,
            &self.staff_cookie,
            &self.staff_passkey_cookie,
        ];
        let cookies: Vec<_> = cookies.into_iter().flatten().map(String::as_str).collect();
        if !cookies.is_empty() {
            request = request.header("cookie", cookies.join("; "));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = match body {
            Some(body) => self.agent.run(request.body(body)?)?,
            None => self.agent.run(request.body(())?)?,
        };
        let (parts, mut body) = response.into_parts();
        let answer = Answer {
            status: parts.status.as_u16(),
            headers: parts.headers,
            body: body.with_config().limit(64 << 20).read_to_vec()?,
        };
        self.keep_cookie(&answer);
        Ok(answer)
    }

    fn keep_cookie(&mut self, answer: &Answer) {
        for value in answer.headers.get_all("set-cookie") {
            let value = value.to_str().expect("a cookie is text");
            let pair = value.split(';').next().unwrap_or_default().to_owned();
            let gone = pair.ends_with('=') || value.to_ascii_lowercase().contains("max-age=0");
            let kept = if pair.contains("portal-staff-passkey=") {
                &mut self.staff_passkey_cookie
            } else if pair.contains("portal-staff=") {
                &mut self.staff_cookie
            } else if pair.contains("portal-device=") {
                &mut self.device_cookie
            } else if pair.contains("portal-passkey=") {
                &mut self.passkey_cookie
            } else {
                &mut self.cookie
            };
            *kept = (!gone).then_some(pair);
        }
    }

    /// The session's cookie as it is sent: `name=value`.
    #[must_use]
    pub fn cookie(&self) -> Option<&str> {
        self.cookie.as_deref()
    }

    /// The cookie of a session of staff: `name=value`.
    #[must_use]
    pub fn staff_cookie(&self) -> Option<&str> {
        self.staff_cookie.as_deref()
    }

    pub fn set_staff_cookie(&mut self, cookie: Option<&str>) {
        self.staff_cookie = cookie.map(str::to_owned);
    }

    /// Where it sends its requests.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Sends what follows to another server, with the same cookies.
    pub fn go_to(&mut self, address: SocketAddr) {
        self.address = address;
    }

    pub fn set_cookie(&mut self, cookie: Option<&str>) {
        self.cookie = cookie.map(str::to_owned);
    }

    /// The cookie of a device that signed in: `name=value`.
    #[must_use]
    pub fn device_cookie(&self) -> Option<&str> {
        self.device_cookie.as_deref()
    }

    pub fn set_device_cookie(&mut self, cookie: Option<&str>) {
        self.device_cookie = cookie.map(str::to_owned);
    }

    /// The cookie of a challenge that an authenticator may answer: `name=value`.
    #[must_use]
    pub fn passkey_cookie(&self) -> Option<&str> {
        self.passkey_cookie.as_deref()
    }

    pub fn set_passkey_cookie(&mut self, cookie: Option<&str>) {
        self.passkey_cookie = cookie.map(str::to_owned);
    }

    /// Whether the server takes this browser for a member.
    pub fn is_signed_in(&mut self) -> bool {
        match self.get("/api/user").status {
            200 => true,
            401 => false,
            other => panic!("GET /api/user answers {other}"),
        }
    }
}

impl Answer {
    #[must_use]
    pub fn json(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}: {text:.300}", self.status))
    }

    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .get(name)
            .map(|value| value.to_str().expect("a header is text"))
    }

    /// The JSON of an answer that must have this status.
    #[must_use]
    #[track_caller]
    pub fn ok(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.body));
        assert_eq!(self.header("content-type"), Some("application/json"));
        self.json()
    }

    /// Holds a failure against the contract's shape; its JSON.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        assert_eq!(self.status, status, "{text}");
        assert_eq!(self.header("content-type"), Some("application/json"), "{text}");
        let json = self.json();
        assert_eq!(json["code"], code, "{text}");
        let message = json["message"].as_str().unwrap_or_default();
        assert!(!message.is_empty(), "a failure without a sentence: {text}");
        let keys: Vec<_> = json
            .as_object()
            .expect("an object")
            .keys()
            .map(String::as_str)
            .collect();
        assert!(
            keys.iter().all(|key| ["message", "code", "fields"].contains(key)),
            "{text}"
        );
        if [429, 503].contains(&status) {
            let wait = self
                .header("retry-after")
                .and_then(|seconds| seconds.parse::<u32>().ok());
            assert!(
                wait.is_some_and(|seconds| seconds >= 1),
                "{status} without Retry-After"
            );
        }
        json
    }

    /// A form's failure: exactly these fields, with these messages.
    #[track_caller]
    pub fn wrong_fields(&self, fields: &[(&str, &str)]) {
        let json = self.refused(400, "invalid_fields");
        let expected: serde_json::Map<_, _> = fields
            .iter()
            .map(|(name, message)| ((*name).to_owned(), Value::from(*message)))
            .collect();
        assert_eq!(json["fields"], Value::Object(expected));
    }
}
