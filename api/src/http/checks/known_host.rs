//! For which names the site answers: its public one, `localhost` and every IP address.
//!
//! A page of another site whose name an attacker points at this server (DNS rebinding) is of the same origin as that name, so that
//! neither `SameSite` nor `Sec-Fetch-Site` distinguishes its requests. The `Host` does: such an attack needs a name of its own, and an
//! IP address or `localhost` (RFC 6761 section 6.3) is no name that can be pointed anywhere.
//!
//! Decision: health is answered for every name, and so are the metrics on their own socket: balancers and collectors ask by the
//! name that their network gives the machine, and nothing about a member is in the answers. `X-Forwarded-Host` and `Forwarded` are
//! never read. Cost: a proxy has to pass the visitor's `Host` on, or to ask by address.

use std::net::{Ipv4Addr, Ipv6Addr};

use actix_web::{
    dev::ServiceRequest,
    http::{StatusCode, Version, header},
};

use kernel::OneLine;

use crate::http::problem::Problem;
use crate::monitoring::log_pause::LogPause;

/// What the application of a socket holds that answers for every name.
pub struct EveryHost;

/// Characters of a host in the log: the longest name has 253 (RFC 1035 section 2.3.4).
const MOST_SHOWN: usize = 253;

/// What balancers ask.
pub const HEALTH: [&str; 2] = ["/healthz", "/readyz"];

/// The refusal of a request that names another host (421, RFC 9110 section 15.5.20), or none or several (400, RFC 9112
/// section 3.2); `None` if the site answers it. Programs that speak HTTP/1.0 name no host, and browsers always name one.
pub fn refuse_unknown_host(request: &ServiceRequest, public_host: &str) -> Option<Problem> {
    if HEALTH.contains(&request.path()) || request.app_data::<EveryHost>().is_some() {
        return None;
    }
    let mut hosts = request.headers().get_all(header::HOST);
    let (host, another) = (hosts.next(), hosts.next());
    if another.is_some() || (host.is_none() && request.version() > Version::HTTP_10) {
        return Some(Problem::bad_request(
            "host_missing",
            "A request must name one host",
        ));
    }
    let host = host.map(|host| host.to_str().unwrap_or_default());
    // A target in absolute form names the host as well (RFC 9112 section 3.2.2).
    let target = request.uri().authority().map(|authority| authority.as_str());
    let is_known = [host, target]
        .into_iter()
        .flatten()
        .all(|authority| is_known(authority, public_host));
    (!is_known).then(|| {
        log_unknown(target.or(host).unwrap_or_default(), public_host);
        Problem::new(
            StatusCode::MISDIRECTED_REQUEST,
            "unknown_host",
            "This server does not answer for the host that the request names",
        )
    })
}

/// Names what was asked for, and the setting that has the site's name, once a minute: scanners ask for many names.
fn log_unknown(asked: &str, public_host: &str) {
    static SAID: LogPause = LogPause::new();
    if !SAID.is_over() {
        return;
    }
    let asked: String = OneLine::spaced(asked)
        .to_string()
        .chars()
        .take(MOST_SHOWN)
        .collect();
    tracing::warn!(
        asked,
        answered = public_host,
        "a request names another host than PORTAL_PUBLIC_URL: correct that, or let the proxy pass the visitor's Host on"
    );
}

/// Whether the site answers for a host, on any port.
fn is_known(authority: &str, public_host: &str) -> bool {
    name_of(authority).is_some_and(|name| {
        [public_host, "localhost"]
            .iter()
            .any(|known| name.eq_ignore_ascii_case(known))
            || is_address(name)
    })
}

/// The host without its port and without the dot of a fully qualified name; `None` if there is more than these.
fn name_of(authority: &str) -> Option<&str> {
    let end = if authority.starts_with('[') {
        authority.find(']')? + 1
    } else {
        authority.find(':').unwrap_or(authority.len())
    };
    let (name, port) = authority.split_at_checked(end)?;
    let is_port = port.is_empty()
        || port
            .strip_prefix(':')
            .is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    is_port.then(|| name.strip_suffix('.').unwrap_or(name))
}

fn is_address(name: &str) -> bool {
    let inner = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    inner.map_or_else(
        || name.parse::<Ipv4Addr>().is_ok(),
        |address| address.parse::<Ipv6Addr>().is_ok(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::{ResponseError as _, test::TestRequest};
    use rstest::rstest;

    #[rstest]
    #[case("portal.example", true)]
    #[case("Portal.Example:8443", true)]
    #[case("portal.example.", true)]
    #[case("localhost:8080", true)]
    #[case("127.0.0.1:8080", true)]
    #[case("10.1.2.3", true)]
    #[case("[::1]:8080", true)]
    #[case("[2001:db8::7]", true)]
    #[case("evil.example", false)]
    #[case("portal.example.evil.example", false)]
    #[case("evil-portal.example", false)]
    #[case("www.portal.example", false)]
    #[case("portal.example@evil.example", false)]
    #[case("evil.example:portal.example", false)]
    #[case("localhost.evil.example", false)]
    #[case("127.0.0.1.evil.example", false)]
    #[case("127.0.0.1:80:80", false)]
    #[case("127.1", false)]
    #[case("::1", false)]
    #[case("[::1", false)]
    #[case("[portal.example]", false)]
    #[case("portal", false)]
    #[case("portal.example,evil.example", false)]
    #[case("", false)]
    #[case(".", false)]
    fn a_host_is_known_by_its_name(#[case] authority: &str, #[case] known: bool) {
        assert_eq!(is_known(authority, "portal.example"), known);
    }

    fn status(request: TestRequest) -> Option<u16> {
        refuse_unknown_host(&request.to_srv_request(), "portal.example")
            .map(|problem| problem.status_code().as_u16())
    }

    #[test]
    fn health_is_answered_for_every_name_and_nothing_else_is() {
        let ask = |path: &str| status(TestRequest::with_uri(path).insert_header(("host", "portal-1:8080")));
        assert_eq!((ask("/healthz"), ask("/readyz")), (None, None));
        for path in ["/", "/healthz/", "/healthz2", "/metrics", "/api/user"] {
            assert_eq!(ask(path), Some(421), "{path}");
        }
    }

    #[test]
    fn a_socket_for_every_name_refuses_none() {
        let request = TestRequest::with_uri("/metrics").insert_header(("host", "portal-1:9464"));
        assert_eq!(status(request.app_data(EveryHost)), None);
    }

    #[test]
    fn one_host_is_named_unless_the_program_is_older_than_hosts() {
        let old = TestRequest::default().version(Version::HTTP_10);
        assert_eq!(status(old), None);
        assert_eq!(status(TestRequest::default()), Some(400));
        let two = TestRequest::default().insert_header(("host", "portal.example"));
        assert_eq!(status(two.append_header(("host", "evil.example"))), Some(400));
    }

    #[test]
    fn the_host_of_a_target_counts_too() {
        let own = "http://portal.example/";
        let request = |target, host| status(TestRequest::with_uri(target).insert_header(("host", host)));
        assert_eq!(request(own, "portal.example"), None);
        assert_eq!(request("http://evil.example/", "portal.example"), Some(421));
        assert_eq!(request(own, "evil.example"), Some(421));
    }
}
