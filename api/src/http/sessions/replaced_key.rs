//! Session cookies that were signed with the key that another one replaces: no member is signed out by the change of the key.
//!
//! Such a cookie is signed anew with the newest key before the session middleware reads it, and the answer gives it to the browser, so
//! that the older key can be taken away once every live session was used (see docs/operating.md).

use actix_web::{
    cookie::{Cookie, CookieJar, Key},
    http::header::{self, HeaderMap, HeaderValue},
};
use kernel::KeyRing;

/// The two keys while one replaces the other.
pub struct ReplacedKey {
    newest: Key,
    older: Key,
}

impl ReplacedKey {
    /// `None` if no key is being replaced.
    pub fn of(keys: &KeyRing<64>) -> Option<Self> {
        Some(Self {
            newest: Key::from(keys.newest()),
            older: Key::from(keys.older()?),
        })
    }

    /// The value of a cookie under the newest key, where it was signed with the older one.
    fn signed_anew(&self, cookie: &Cookie<'static>) -> Option<String> {
        let name = cookie.name().to_owned();
        let mut jar = CookieJar::new();
        jar.add_original(cookie.clone());
        if jar.signed(&self.newest).get(&name).is_some() {
            return None;
        }
        let plain = jar.signed(&self.older).get(&name)?;
        let mut anew = CookieJar::new();
        anew.signed_mut(&self.newest)
            .add(Cookie::new(name.clone(), plain.value().to_owned()));
        anew.get(&name).map(|cookie| cookie.value().to_owned())
    }

    /// Replaces the session's cookie in the headers of a request; its new value.
    pub fn replace(&self, headers: &mut HeaderMap, name: &str) -> Option<String> {
        let text = headers.get(header::COOKIE)?.to_str().ok()?.to_owned();
        let mut value = None;
        let pairs: Vec<String> = text
            .split(';')
            .map(|pair| {
                let parsed = Cookie::parse_encoded(pair.trim().to_owned()).ok();
                let ours = parsed.filter(|cookie| cookie.name() == name);
                match ours.and_then(|cookie| self.signed_anew(&cookie.into_owned())) {
                    Some(anew) => {
                        let cookie = Cookie::new(name.to_owned(), anew.clone());
                        value = Some(anew);
                        cookie.encoded().stripped().to_string()
                    }
                    None => pair.trim().to_owned(),
                }
            })
            .collect();
        value.as_ref()?;
        let replaced = HeaderValue::from_str(&pairs.join("; ")).ok()?;
        headers.insert(header::COOKIE, replaced);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(key: &[u8; 64], value: &str) -> Cookie<'static> {
        let mut jar = CookieJar::new();
        jar.signed_mut(&Key::from(key))
            .add(Cookie::new("portal", value.to_owned()));
        jar.get("portal").unwrap().clone()
    }

    fn headers(cookie: &Cookie<'_>) -> HeaderMap {
        let text = format!("a=1; {}; portal-device=x", cookie.encoded().stripped());
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_str(&text).unwrap());
        headers
    }

    #[test]
    fn only_a_cookie_under_the_older_key_is_signed_anew() {
        assert!(ReplacedKey::of(&[1; 64].into()).is_none());
        let keys = ReplacedKey::of(&KeyRing::new([1; 64], Some([2; 64]))).unwrap();
        let mut old = headers(&signed(&[2; 64], "token"));
        let value = keys.replace(&mut old, "portal").unwrap();
        assert_eq!(value, signed(&[1; 64], "token").value());
        assert_eq!(
            old.get(header::COOKIE).unwrap(),
            headers(&signed(&[1; 64], "token")).get(header::COOKIE).unwrap()
        );
        for other in [signed(&[1; 64], "token"), signed(&[3; 64], "token")] {
            let mut as_before = headers(&other);
            assert_eq!(keys.replace(&mut as_before, "portal"), None);
            assert_eq!(as_before.get(header::COOKIE), headers(&other).get(header::COOKIE));
        }
    }
}
