//! The headers that every answer carries, failures too.

use actix_web::http::{
    StatusCode,
    header::{self, HeaderMap, HeaderName, HeaderValue},
};

const NO_SNIFF: HeaderValue = HeaderValue::from_static("nosniff");
const PERMISSIONS: HeaderValue = HeaderValue::from_static(
    "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()",
);
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000");
const HSTS_WITH_SUBDOMAINS: HeaderValue = HeaderValue::from_static("max-age=31536000; includeSubDomains");
const NOTHING_RUNS: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
);

/// For which hosts a browser must use https alone (RFC 6797).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hsts {
    /// The site is served over http.
    Off,
    ThisHost,
    WithSubdomains,
}

/// The headers that every answer carries.
pub fn set_headers(
    headers: &mut HeaderMap,
    status: StatusCode,
    path: &str,
    page_policy: Option<HeaderValue>,
    hsts: Hsts,
) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, NO_SNIFF);
    headers.insert(HeaderName::from_static("permissions-policy"), PERMISSIONS);
    headers.insert(
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    );
    headers.insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    );
    let hsts = match hsts {
        Hsts::Off => None,
        Hsts::ThisHost => Some(HSTS),
        Hsts::WithSubdomains => Some(HSTS_WITH_SUBDOMAINS),
    };
    if let Some(hsts) = hsts {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, hsts);
    }
    // A browser replaces its kept headers by the headers of a 304, and a 304 does not say what it is about: the page's
    // own policy stays.
    if status != StatusCode::NOT_MODIFIED && !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        let policy = page_policy.unwrap_or(NOTHING_RUNS);
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    // A mailed link or an order's reference must never travel in a Referer, and no other site receives an address of the portal.
    let no_referrer = [
        "/portal",
        "/staff",
        "/reset-password",
        "/verify-email",
        "/reminders",
        "/checkout",
        "/api",
        "/media",
    ]
    .iter()
    .any(|prefix| path.starts_with(prefix));
    headers.insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static(if no_referrer {
            "no-referrer"
        } else {
            "strict-origin-when-cross-origin"
        }),
    );
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}
