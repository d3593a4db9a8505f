//! An app that shows one-time codes, set up for a member.

use accounts::TotpSecret;
use chrono::{TimeDelta, Utc};
use data_encoding::BASE32_NOPAD;
use serde_json::json;

use crate::{Browser, catalogue_fixture::PASSWORD};

pub struct Authenticator {
    secret: TotpSecret,
    /// The code that turned the second factor on.
    pub first_code: String,
    pub recovery: Vec<String>,
}

impl Authenticator {
    /// Takes a secret as it is typed into an app.
    #[must_use]
    pub fn typed(secret: &str) -> Self {
        let bytes = BASE32_NOPAD.decode(secret.as_bytes()).expect("Base32");
        Self {
            secret: TotpSecret::stored(&bytes).expect("160 bits"),
            first_code: String::new(),
            recovery: Vec::new(),
        }
    }

    /// Turns a member's second factor on, by the code of now.
    #[must_use]
    pub fn turned_on(browser: &mut Browser) -> Self {
        Self::turned_on_with(browser, PASSWORD)
    }

    /// The same for an account with another password.
    ///
    /// # Panics
    /// Where the server refuses it.
    pub fn turned_on_with(browser: &mut Browser, password: &str) -> Self {
        let offer = browser
            .post("/api/user/second-factor", &json!({ "currentPassword": password }))
            .ok(200);
        let mut app = Self::typed(offer["secret"].as_str().expect("a secret"));
        app.first_code = app.code();
        let turned_on = browser
            .put("/api/user/second-factor", &json!({ "code": app.first_code }))
            .ok(200);
        let codes = turned_on["recoveryCodes"].as_array().expect("recovery codes");
        let codes = codes.iter().map(|code| code.as_str().expect("a code").to_owned());
        app.recovery = codes.collect();
        app
    }

    /// The code of now.
    fn code(&self) -> String {
        self.secret.code_at(Utc::now()).reveal()
    }

    /// The code that comes next, which is accepted already.
    #[must_use]
    pub fn next_code(&self) -> String {
        self.secret.code_at(Utc::now() + TimeDelta::seconds(30)).reveal()
    }

    /// Six digits that are no code near now.
    #[must_use]
    pub fn wrong_code(&self) -> String {
        let near: Vec<String> = (-4..=4)
            .map(|n| {
                self.secret
                    .code_at(Utc::now() + TimeDelta::seconds(30 * n))
                    .reveal()
            })
            .collect();
        let mut codes = (0..).map(|n: u32| format!("{n:06}"));
        codes.find(|code| !near.contains(code)).expect("a wrong code")
    }
}
