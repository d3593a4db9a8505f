//! The cookie. `actix-session` signs, sets and clears it; what it stands for is in the database.
//!
//! Decision: the store behind `actix-session` never touches the database. The cookie holds the session's random token, and
//! the handler's own database call looks the token's hash up together with all else that it needs, so that a signed-in request costs
//! one such call and a revoked session ends with the next request, on every server. The row is written and removed by the same
//! transaction that signs in or out.

pub mod known_device;
pub mod replaced_key;

use std::{
    cell::Cell,
    collections::HashMap,
    future::{Ready, ready},
    rc::Rc,
};

use actix_session::{
    Session, SessionExt as _, SessionMiddleware,
    config::{CookieContentSecurity, PersistentSession},
    storage::{LoadError, SaveError, SessionKey, SessionStore, UpdateError},
};
use actix_web::{
    FromRequest, HttpMessage as _, HttpRequest,
    cookie::{Cookie, Key, SameSite, time::Duration},
    dev::{Payload, ServiceRequest},
};
use chrono::TimeDelta;

use crate::http::problem::Problem;

const TOKEN: &str = "token";

/// The store that leaves the work to the handlers: a session's key is its token.
pub struct TokenStore;

impl SessionStore for TokenStore {
    async fn load(&self, key: &SessionKey) -> Result<Option<HashMap<String, String>>, LoadError> {
        Ok(Some(HashMap::from([(TOKEN.to_owned(), key.as_ref().to_owned())])))
    }

    async fn save(&self, state: HashMap<String, String>, _ttl: &Duration) -> Result<SessionKey, SaveError> {
        let token = state
            .get(TOKEN)
            .and_then(|json| serde_json::from_str::<String>(json).ok())
            .unwrap_or_default();
        token
            .try_into()
            .map_err(|error| SaveError::Other(actix_session_error(error)))
    }

    async fn update(
        &self,
        _key: SessionKey,
        state: HashMap<String, String>,
        ttl: &Duration,
    ) -> Result<SessionKey, UpdateError> {
        self.save(state, ttl)
            .await
            .map_err(|error| UpdateError::Other(actix_session_error(error)))
    }

    async fn update_ttl(&self, _key: &SessionKey, _ttl: &Duration) -> Result<(), anyhow::Error> {
        Ok(())
    }

    async fn delete(&self, _key: &SessionKey) -> Result<(), anyhow::Error> {
        Ok(())
    }
}

fn actix_session_error(error: impl std::error::Error + Send + Sync + 'static) -> anyhow::Error {
    anyhow::Error::new(error)
}

/// The session middleware: HttpOnly, SameSite=Lax, host-only; over https also Secure, which the name then promises.
pub fn middleware(cookie_key: &[u8], life: TimeDelta, is_https: bool) -> SessionMiddleware<TokenStore> {
    let life = Duration::seconds(life.num_seconds());
    SessionMiddleware::builder(TokenStore, Key::from(cookie_key))
        .cookie_name(cookie_name(is_https).to_owned())
        .cookie_secure(is_https)
        .cookie_http_only(true)
        .cookie_same_site(SameSite::Lax)
        .cookie_path(String::from("/"))
        .cookie_domain(None)
        .cookie_content_security(CookieContentSecurity::Signed)
        .session_lifecycle(PersistentSession::default().session_ttl(life))
        .build()
}

/// The session's cookie with a value that is signed already, as [`middleware`] would set it.
pub fn session_cookie(value: String, life: TimeDelta, is_https: bool) -> Cookie<'static> {
    Cookie::build(cookie_name(is_https), value)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_https)
        .max_age(Duration::seconds(life.num_seconds()))
        .finish()
}

/// The name of the session's cookie; over https its prefix keeps other hosts from setting it.
pub fn cookie_name(is_https: bool) -> &'static str {
    if is_https { "__Host-portal" } else { "portal" }
}

/// Whether a request carries a token that this site signed; the session need not be alive.
pub fn has_token(request: &ServiceRequest) -> bool {
    request.get_session().entries().contains_key(TOKEN)
}

/// Whether the session of a request was looked up and found alive; of one request, shared by the route's guard and its handler.
#[derive(Debug, Clone, Default)]
pub struct SessionCheck(Rc<Cell<bool>>);

impl SessionCheck {
    pub fn is_passed(&self) -> bool {
        self.0.get()
    }
}

/// The caller of a request: the token of the session cookie, if there is one, not yet looked up.
pub struct Caller {
    session: Session,
    check: SessionCheck,
}

impl FromRequest for Caller {
    type Error = actix_web::Error;
    type Future = Ready<Result<Self, Self::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let check = request.extensions().get().cloned();
        let session = Session::from_request(request, payload).into_inner();
        ready(session.map(|session| Self {
            session,
            check: check.unwrap_or_default(),
        }))
    }
}

impl Caller {
    /// The token that the cookie holds; `None` without a cookie of ours.
    pub fn presented(&self) -> Option<String> {
        // The value is read as it stands: `load` put the bare token there, a sign-in the token as JSON.
        let entries = self.session.entries();
        Some(entries.get(TOKEN)?.trim_matches('"').to_owned())
    }

    /// Notes that the token's session was looked up and found alive; the guard of a route for members asks for it.
    pub fn mark_signed_in(&self) {
        self.check.0.set(true);
    }

    /// Gives the browser a cookie with this token.
    pub fn put_cookie(&self, token: &str) -> Result<(), Problem> {
        self.session.renew();
        self.session.insert(TOKEN, token).map_err(|_| Problem::internal())
    }

    /// Takes the cookie from the browser.
    pub fn forget(&self) {
        self.session.purge();
    }
}
