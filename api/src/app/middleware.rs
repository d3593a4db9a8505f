//! The site's middlewares. Every request passes the checks of its host and of its origin on the way in, and headers, figures and the log
//! on the way out.

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
use tracing::field::display;

use crate::app::{App, SharedApp};
use crate::frontend::page_policy::policy_of;
use crate::http::body::refuse_unread;
use crate::http::checks::cross_site::is_cross_site;
use crate::http::checks::known_host::refuse_unknown_host;
use crate::http::client_address::limited_as;
use crate::http::connections::stream::ConnectionHandle;
use crate::http::headers::{Hsts, set_headers};
use crate::http::problem::{Problem, Refusal};
use crate::monitoring::events::count_call;

/// Answers to what the pages would not send, or to a caller who may not.
const REFUSALS: [StatusCode; 6] = [
    StatusCode::BAD_REQUEST,
    StatusCode::UNAUTHORIZED,
    StatusCode::FORBIDDEN,
    StatusCode::PAYLOAD_TOO_LARGE,
    StatusCode::MISDIRECTED_REQUEST,
    StatusCode::TOO_MANY_REQUESTS,
];

/// Wraps the whole site.
pub async fn site_middleware(
    app: SharedApp,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let start = Instant::now();
    let public_url = &app.settings.public_url;
    let mut response = if let Some(problem) = refuse_unknown_host(&request, public_url.host()) {
        refuse_unread(&request);
        request.into_response(problem.error_response())
    } else if !is_within_connections(&app, &request) {
        refuse_unread(&request);
        let problem = Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too_many_connections",
            "Too many connections at once. Please try again in a moment.",
        )
        .with_header(header::RETRY_AFTER, String::from("1"));
        request.into_response(problem.error_response())
    } else if is_cross_site(&request, public_url.origin()) {
        let problem = Problem::new(
            StatusCode::FORBIDDEN,
            "cross_site",
            "This request came from another site and was refused",
        );
        request.into_response(problem.error_response())
    } else {
        // Handlers and extractors answer their errors as responses; only the middlewares that set cookies could fail past this.
        next.call(request).await?.map_into_boxed_body()
    };
    let policy = is_page(response.headers())
        .then(|| policy_of(&app, response.response()))
        .flatten();
    let path = response.request().path().to_owned();
    let status = response.status();
    set_headers(response.headers_mut(), status, &path, policy, hsts(&app));
    record(&app, &response, start);
    Ok(response)
}

/// Adds the device's cookie to the answer of a sign-in, after the session's.
pub async fn device_cookie_middleware(
    app: SharedApp,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let mut response = next.call(request).await?;
    app.limits.devices.add_cookie(&mut response)?;
    Ok(response)
}

fn hsts(app: &App) -> Hsts {
    match (app.settings.public_url.is_https(), app.settings.hsts_subdomains) {
        (false, _) => Hsts::Off,
        (true, false) => Hsts::ThisHost,
        (true, true) => Hsts::WithSubdomains,
    }
}

/// Whether the client of a proxy at a unix socket holds no more connections than it may; others were counted when they connected, or are
/// a trusted proxy's. A proxy that names no client is not counted.
fn is_within_connections(app: &App, request: &ServiceRequest) -> bool {
    if request.peer_addr().is_some() {
        return true;
    }
    let client = app.address_of(request.request());
    let connection = request.request().conn_data::<ConnectionHandle>();
    client.is_unspecified()
        || connection.is_none_or(|connection| connection.count_for(client, &app.forwarded))
}

fn is_page(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"))
}

fn record(app: &App, response: &ServiceResponse<BoxBody>, start: Instant) {
    let route = response
        .request()
        .match_pattern()
        .unwrap_or_else(|| String::from("page"));
    let method = method_label(response.request().method());
    let status = response.status();
    let elapsed = start.elapsed();
    log_refusal(app, response, method, &route);
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

/// Logs an answer that is a refusal (OWASP ASVS 16.3.2 and 16.3.3).
///
/// The line names the route as it is declared, never the address that was asked for, and holds nothing that a caller wrote; an unknown host
/// is named by `known_host`, once a minute. The client's address is in it where an attempt was refused, and not where the caller is only
/// not signed in: every page asks about that.
fn log_refusal(app: &App, response: &ServiceResponse<BoxBody>, method: &'static str, route: &str) {
    let status = response.status();
    if !REFUSALS.contains(&status) {
        return;
    }
    let refusal = response.response().extensions().get::<Refusal>().copied();
    let Refusal { code, user } = refusal.unwrap_or_default();
    let client = (code != "unauthenticated").then(|| limited_as(app.address_of(response.request())));
    let client = client.map(display);
    tracing::info!(
        method,
        route,
        status = status.as_u16(),
        code,
        user = user.map(|user| user.0),
        client,
        "a request was refused"
    );
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
