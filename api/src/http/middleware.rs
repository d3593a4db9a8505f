//! The middlewares. Every request passes the cross-site check on the way in, and headers, figures and the log on the way out.

use std::time::Instant;

use actix_web::{
    Error, ResponseError,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method, StatusCode,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
    middleware::Next,
};

use crate::frontend::assets::FRAME_SOURCES;
use crate::http::pending_writes::answer_pending;
use crate::http::problem::Problem;
use crate::site::SharedSite;

/// Wraps the whole site.
pub async fn site_middleware(
    site: SharedSite,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let start = Instant::now();
    let mut response = if is_cross_site(&request, site.settings.public_url.origin()) {
        let problem = Problem::new(
            StatusCode::FORBIDDEN,
            "cross_site",
            "This request came from another site and was refused",
        );
        request.into_response(problem.error_response())
    } else {
        // Handlers and extractors answer their errors as responses; only the session middleware could fail past this.
        next.call(request).await?.map_into_boxed_body()
    };
    let is_page = is_page(response.headers());
    let path = response.request().path().to_owned();
    let status = response.status();
    let is_https = site.settings.public_url.is_https();
    set_headers(response.headers_mut(), status, &path, is_page, is_https);
    record(&response, start);
    Ok(response)
}

/// Adds the device's cookie to the answer of a sign-in, after the session's.
pub async fn device_cookie_middleware(
    site: SharedSite,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let mut response = next.call(request).await?;
    site.limits.devices.add_cookie(&mut response)?;
    Ok(response)
}

/// Wraps each call that changes something; see `pending_writes`.
pub async fn answer_once_more(
    site: SharedSite,
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    answer_pending(site.pending_writes.clone(), request, next).await
}

/// Whether a browser says that another site made it send a request that changes something. Newer browsers say so in
/// `Sec-Fetch-Site`, older ones only name the `Origin`; programs that are no browsers say neither and carry no cookie of a
/// victim.
fn is_cross_site(request: &ServiceRequest, public_origin: &str) -> bool {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return false;
    }
    let headers = request.headers();
    if let Some(site) = headers.get("sec-fetch-site") {
        return !matches!(site.as_bytes(), b"same-origin" | b"none");
    }
    let Some(origin) = headers.get(header::ORIGIN) else {
        return false;
    };
    let Ok(origin) = origin.to_str() else { return true };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let own = origin
        .split_once("://")
        .is_some_and(|(_, authority)| Some(authority) == host);
    !(own || origin.eq_ignore_ascii_case(public_origin))
}

fn is_page(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"))
}

const NO_SNIFF: HeaderValue = HeaderValue::from_static("nosniff");
const PERMISSIONS: HeaderValue = HeaderValue::from_static(
    "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()",
);
const HSTS: HeaderValue = HeaderValue::from_static("max-age=31536000; includeSubDomains");
const NOTHING_RUNS: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
);

static PAGE_POLICY: std::sync::LazyLock<Option<HeaderValue>> = std::sync::LazyLock::new(|| {
    let frames = if FRAME_SOURCES.is_empty() {
        String::from("frame-src 'none'")
    } else {
        format!("frame-src {}", FRAME_SOURCES.join(" "))
    };
    HeaderValue::from_str(&format!(
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         media-src 'self' blob:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; {frames}; \
         object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    ))
    .ok()
});

/// The headers that every answer carries.
pub fn set_headers(headers: &mut HeaderMap, status: StatusCode, path: &str, is_page: bool, is_https: bool) {
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
    if is_https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HSTS);
    }
    // A browser puts the headers of a 304 in the place of those that it kept, and a 304 does not tell what it is about: the page's
    // own policy stays.
    if status != StatusCode::NOT_MODIFIED && !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        match (&*PAGE_POLICY, is_page) {
            (Some(policy), true) => headers.insert(header::CONTENT_SECURITY_POLICY, policy.clone()),
            _ => headers.insert(header::CONTENT_SECURITY_POLICY, NOTHING_RUNS),
        };
    }
    // A reset link or an order's reference must never travel in a Referer, and no other site learns an address of the portal.
    let no_referrer = ["/portal", "/reset-password", "/checkout", "/api", "/media"]
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

fn record(response: &ServiceResponse<BoxBody>, start: Instant) {
    let route = response
        .request()
        .match_pattern()
        .unwrap_or_else(|| String::from("page"));
    let method = method_label(response.request().method());
    let status = response.status();
    let elapsed = start.elapsed();
    metrics::counter!(
        "http_requests_total", "method" => method, "route" => route.clone(), "status" => status.as_str().to_owned()
    )
    .increment(1);
    metrics::histogram!("http_request_duration_seconds", "route" => route.clone())
        .record(elapsed.as_secs_f64());
    if status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE {
        tracing::error!(
            method,
            route,
            status = status.as_u16(),
            ms = elapsed.as_millis(),
            "answered"
        );
    } else {
        tracing::debug!(
            method,
            route,
            status = status.as_u16(),
            ms = elapsed.as_millis(),
            "answered"
        );
    }
}

/// A method is free text of the client and must not become a label.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;
    use rstest::rstest;

    #[rstest]
    #[case(&[("sec-fetch-site", "same-origin")], false)]
    #[case(&[("sec-fetch-site", "none")], false)]
    #[case(&[("sec-fetch-site", "cross-site")], true)]
    #[case(&[("sec-fetch-site", "same-site")], true)]
    #[case(&[("sec-fetch-site", "cross-site"), ("origin", "https://portal.example")], true)]
    #[case(&[("origin", "https://portal.example")], false)]
    #[case(&[("origin", "http://127.0.0.1:8080"), ("host", "127.0.0.1:8080")], false)]
    #[case(&[("origin", "https://evil.example"), ("host", "127.0.0.1:8080")], true)]
    #[case(&[("origin", "null")], true)]
    #[case(&[], false)]
    fn a_request_from_another_site_is_told_by_its_headers(
        #[case] headers: &[(&str, &str)],
        #[case] cross: bool,
    ) {
        let mut request = TestRequest::post();
        for (name, value) in headers {
            request = request.insert_header((*name, *value));
        }
        assert_eq!(
            is_cross_site(&request.to_srv_request(), "https://portal.example"),
            cross
        );
    }

    #[test]
    fn reading_is_never_cross_site() {
        let request = TestRequest::get()
            .insert_header(("sec-fetch-site", "cross-site"))
            .to_srv_request();
        assert!(!is_cross_site(&request, "https://portal.example"));
    }
}
