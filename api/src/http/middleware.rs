//! The middlewares. Every request passes the checks of its host and of its origin on the way in, and headers, figures and the log on
//! the way out; an answer that is kept is given between the two.

pub mod headers;
pub mod known_host;
pub mod page_policy;
pub mod refusals;

use std::time::Instant;

use actix_web::{
    Error, ResponseError,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method, StatusCode,
        header::{self, HeaderMap},
    },
    middleware::Next,
};

use crate::http::answer_cache::kept_answer;
use crate::http::body::refuse_unread;
use crate::http::limits::attempt::watch;
use crate::http::middleware::headers::set_headers;
use crate::http::middleware::known_host::refuse_unknown_host;
use crate::http::middleware::page_policy::policy_of;
use crate::http::middleware::refusals::log_refusal;
use crate::http::pending_writes::answer_pending;
use crate::http::problem::Problem;
use crate::http::sessions::{cookie_name, session_cookie};
use crate::monitoring::events::count_call;
use crate::site::{SharedSite, Site};

/// Wraps the whole site.
pub async fn site_middleware(
    site: SharedSite,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let start = Instant::now();
    let public_url = &site.settings.public_url;
    let mut route = None;
    let mut response = if let Some(problem) = refuse_unknown_host(&request, public_url.host()) {
        refuse_unread(&request);
        request.into_response(problem.error_response())
    } else if is_cross_site(&request, public_url.origin()) {
        let problem = Problem::new(
            StatusCode::FORBIDDEN,
            "cross_site",
            "This request came from another site and was refused",
        );
        request.into_response(problem.error_response())
    } else if let Some(kept) = kept_answer(&request).await {
        route = kept.route;
        request.into_response(kept.response)
    } else {
        // Handlers and extractors answer their errors as responses; only the session middleware could fail past this.
        next.call(request).await?.map_into_boxed_body()
    };
    let policy = is_page(response.headers())
        .then(|| policy_of(&site, response.response()))
        .flatten();
    let path = response.request().path().to_owned();
    let status = response.status();
    set_headers(
        response.headers_mut(),
        status,
        &path,
        policy,
        public_url.is_https(),
    );
    record(&site, &response, route.as_deref(), start);
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

/// Reads a session's cookie that was signed with the key that another one replaces, and gives the browser one under the newest.
pub async fn replaced_key_middleware(
    site: SharedSite,
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let is_https = site.settings.public_url.is_https();
    let name = cookie_name(is_https);
    let replaced = site.replaced_key.as_ref();
    let value = replaced.and_then(|keys| keys.replace(request.headers_mut(), name));
    let mut response = next.call(request).await?;
    if let Some(value) = value {
        let is_set = response.response().cookies().any(|cookie| cookie.name() == name);
        if !is_set {
            let cookie = session_cookie(value, is_https);
            response.response_mut().add_cookie(&cookie)?;
        }
    }
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

/// Wraps each handler: once the answer is known, the request is added on every server to the counts that the attempt limits took it out of.
pub async fn count_attempts(
    site: SharedSite,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let (response, attempt) = watch(next.call(request)).await;
    let response = response?.map_into_boxed_body();
    site.limits.settle(attempt, response.status()).await;
    Ok(response)
}

/// A read that is recorded in the audit trail and counts as an attempt: no other site may make a browser send it.
const RECORDED_READ: &str = "/api/user/export";

/// Whether a browser says that another site made it send a request that changes something. Newer browsers say so in
/// `Sec-Fetch-Site`, older ones only name the `Origin`; programs that are no browsers say neither and carry no cookie of a
/// victim.
fn is_cross_site(request: &ServiceRequest, public_origin: &str) -> bool {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if reads && request.path() != RECORDED_READ {
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

/// `route` is none where it has to be looked for.
fn record(site: &Site, response: &ServiceResponse<BoxBody>, route: Option<&str>, start: Instant) {
    let route = route
        .map(str::to_owned)
        .or_else(|| response.request().match_pattern())
        .unwrap_or_else(|| String::from("page"));
    let method = method_label(response.request().method());
    let status = response.status();
    let elapsed = start.elapsed();
    log_refusal(site, response, method, &route);
    count_call(response.request().method(), &route, status);
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
    fn reading_is_not_cross_site() {
        let request = TestRequest::get()
            .insert_header(("sec-fetch-site", "cross-site"))
            .to_srv_request();
        assert!(!is_cross_site(&request, "https://portal.example"));
        let export = TestRequest::get()
            .uri(RECORDED_READ)
            .insert_header(("sec-fetch-site", "cross-site"))
            .to_srv_request();
        assert!(
            is_cross_site(&export, "https://portal.example"),
            "but one that is recorded"
        );
    }
}
