//! The token of a caller's cookie, as the session of an account.

use accounts::{SessionToken, SessionTokenHash};
use outbound::random_bytes;

use crate::http::problem::Problem;
use crate::http::sessions::Caller;

impl Caller {
    /// What to look for in the database; `None` for a request without a cookie of ours.
    pub fn token(&self) -> Option<SessionTokenHash> {
        let token = self.presented()?;
        Some(SessionToken::presented(token).hash())
    }

    /// A fresh token for a sign-in.
    pub fn new_token() -> Result<SessionToken, Problem> {
        Ok(SessionToken::from_random(random_bytes()?))
    }

    /// Gives the browser the cookie of a session that was just opened.
    pub fn remember(&self, token: &SessionToken) -> Result<(), Problem> {
        self.put_cookie(token.as_str())
    }
}
