//! The session's cookie; what it stands for is in the database.
//!
//! Decision: reading the cookie never touches the database. It holds the session's random token, and the handler's own database call
//! looks the token's hash up together with all else that it needs, so that a signed-in request costs one such call and a revoked session
//! ends with the next request, on every server. The row is written and removed by the same transaction that signs in or out.
//!
//! Decision: only the token counts. Its 256 random bits are nothing that a signature would make harder to guess, so a change of the
//! session key signs no member out. A signature is written all the same, because version 1.0.0, which may serve the same database, demands
//! it. Cost: a value that was made up costs a look-up before it is refused.

pub mod known_device;

use std::{
    cell::Cell,
    future::{Ready, ready},
    rc::Rc,
};

use accounts::SESSION_LIFE;
use actix_web::{
    Error, FromRequest, HttpMessage as _, HttpRequest,
    body::MessageBody,
    cookie::{Cookie, CookieJar, Key, SameSite, time::Duration},
    dev::{Payload, ServiceRequest, ServiceResponse},
    http::header::{HeaderValue, SET_COOKIE},
    middleware::Next,
    web,
};

use crate::http::problem::Problem;

/// Characters of the signature before the token: an HMAC-SHA-256 in base64.
const SIGNATURE: usize = 44;

/// Reads and writes the session's cookie: HttpOnly, SameSite=Lax, host-only; over https also Secure, which the name then promises.
pub struct SessionCookies {
    key: Key,
    is_https: bool,
}

/// A change of the cookie on its way to the browser.
struct NewCookie(Cookie<'static>);

impl SessionCookies {
    pub fn new(cookie_key: &[u8; 64], is_https: bool) -> Self {
        Self {
            key: Key::from(cookie_key),
            is_https,
        }
    }

    /// The token of a request; the session need not be alive.
    pub fn token(&self, request: &HttpRequest) -> Option<String> {
        let cookie = request.cookie(cookie_name(self.is_https))?;
        let token = cookie.value().get(SIGNATURE..)?;
        (!token.is_empty()).then(|| token.to_owned())
    }

    /// The cookie with this token.
    pub fn cookie(&self, token: &str) -> Cookie<'static> {
        let name = cookie_name(self.is_https);
        let mut jar = CookieJar::new();
        jar.signed_mut(&self.key).add(Cookie::new(name, token.to_owned()));
        let signed = jar.get(name).map_or("", Cookie::value).to_owned();
        Cookie::build(name, signed)
            .path("/")
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(self.is_https)
            .max_age(Duration::seconds(SESSION_LIFE.num_seconds()))
            .finish()
    }

    /// Takes the cookie from the browser.
    fn removal(&self) -> Cookie<'static> {
        let mut cookie = Cookie::build(cookie_name(self.is_https), "")
            .path("/")
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(self.is_https)
            .finish();
        cookie.make_removal();
        cookie
    }
}

/// The name of the session's cookie; over https its prefix keeps other hosts from setting it.
pub fn cookie_name(is_https: bool) -> &'static str {
    if is_https { "__Host-portal" } else { "portal" }
}

/// Gives the browser the cookie that the handler put or took.
///
/// # Errors
/// Those of what it wraps.
pub async fn session_cookie_middleware(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let mut response = next.call(request).await?;
    let changed = response.request().extensions_mut().remove::<NewCookie>();
    if let Some(NewCookie(cookie)) = changed {
        let value = HeaderValue::from_str(&cookie.encoded().to_string())?;
        response.headers_mut().append(SET_COOKIE, value);
    }
    Ok(response)
}

/// Whether a request carries a token; the session need not be alive.
pub fn has_token(request: &HttpRequest) -> bool {
    cookies_of(request).is_ok_and(|cookies| cookies.token(request).is_some())
}

fn cookies_of(request: &HttpRequest) -> Result<&SessionCookies, Problem> {
    let cookies = request.app_data::<web::Data<SessionCookies>>();
    cookies.map(web::Data::get_ref).ok_or_else(Problem::internal)
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
    request: HttpRequest,
    token: Option<String>,
    check: SessionCheck,
}

impl FromRequest for Caller {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let check = request.extensions().get().cloned();
        ready(cookies_of(request).map(|cookies| Self {
            request: request.clone(),
            token: cookies.token(request),
            check: check.unwrap_or_default(),
        }))
    }
}

impl Caller {
    /// The token that the cookie holds; `None` without a cookie of ours.
    pub fn presented(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Notes that the token's session was looked up and found alive; the guard of a route for members asks for it.
    pub fn mark_signed_in(&self) {
        self.check.0.set(true);
    }

    /// Gives the browser a cookie with this token.
    pub fn put_cookie(&self, token: &str) -> Result<(), Problem> {
        let cookie = cookies_of(&self.request)?.cookie(token);
        let _ = self.request.extensions_mut().insert(NewCookie(cookie));
        Ok(())
    }

    /// Takes the cookie from a browser that has one.
    pub fn forget(&self) {
        if let (Some(_), Ok(cookies)) = (&self.token, cookies_of(&self.request)) {
            let _ = self.request.extensions_mut().insert(NewCookie(cookies.removal()));
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    const TOKEN: &str = "CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk";

    /// Its HMAC-SHA-256 under the key's first half.
    const SIGNED: &str = "xM3fU39wxbW/VHg+am5XwLTCNmlHMKkgsZzQpZxyn3Y=";
    const ENCODED: &str = "xM3fU39wxbW%2FVHg+am5XwLTCNmlHMKkgsZzQpZxyn3Y%3D";

    fn token_of(value: &str) -> Option<String> {
        let request = TestRequest::default().cookie(Cookie::new("portal", value.to_owned()));
        SessionCookies::new(&[7; 64], false).token(&request.to_http_request())
    }

    #[test]
    fn a_cookie_is_written_as_version_1_0_0_verifies_it() {
        let cookie = SessionCookies::new(&[7; 64], true).cookie(TOKEN);
        assert_eq!(cookie.value(), format!("{SIGNED}{TOKEN}"));
        assert_eq!(
            cookie.encoded().to_string(),
            format!(
                "__Host-portal={ENCODED}{TOKEN}; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=5184000"
            )
        );
    }

    #[test]
    fn only_what_follows_the_signature_is_read() {
        let other = SessionCookies::new(&[8; 64], false).cookie(TOKEN);
        for value in [format!("{SIGNED}{TOKEN}"), other.value().to_owned()] {
            assert_eq!(token_of(&value).as_deref(), Some(TOKEN));
        }
        // The last signature is cut in the middle of a character.
        let cut = format!("{}é{TOKEN}", "A".repeat(SIGNATURE - 1));
        for value in ["", TOKEN, SIGNED, &cut] {
            assert_eq!(token_of(value), None, "{value}");
        }
    }
}
