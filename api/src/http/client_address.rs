//! The client address of a request, for attempt limits: the peer, or the address that a trusted proxy names.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use actix_web::HttpRequest;
use outbound::TrustedProxies;

/// The client's address: behind trusted proxies the rightmost `X-Forwarded-For` address that is not a trusted proxy's. A peer without an
/// address is such a proxy, at a unix socket (`connections::socket`); where it names no client, all of its clients are one.
pub fn client_address(request: &HttpRequest, trusted: &TrustedProxies) -> IpAddr {
    let peer = request.peer_addr().map(|address| address.ip().to_canonical());
    let mut client = peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    if peer.is_some_and(|peer| !trusted.contains(peer)) {
        return client;
    }
    let values: Vec<&str> = request
        .headers()
        .get_all("x-forwarded-for")
        .filter_map(|value| value.to_str().ok())
        .collect();
    for hop in values.iter().rev().flat_map(|value| value.rsplit(',')) {
        let Some(address) = hop_address(hop.trim()) else {
            return client;
        };
        client = address.to_canonical();
        if !trusted.contains(client) {
            return client;
        }
    }
    client
}

/// Some proxies add the client's port, or write brackets around IPv6.
fn hop_address(hop: &str) -> Option<IpAddr> {
    let bare = hop.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let plain = bare.unwrap_or(hop).parse::<IpAddr>().ok();
    plain.or_else(|| hop.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// What a limit counts first: an IPv4 address, or the /64 that one IPv6 subscriber holds. The networks around a /64 are counted too,
/// see [`crate::http::limits::rules`].
pub fn limited_as(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;
    use outbound::Settings;

    fn seen(peer: &str, forwarded: &[&str], trusted: &str) -> String {
        let request = TestRequest::default().peer_addr(format!("{peer}:1").parse().unwrap());
        seen_by(request, forwarded, trusted)
    }

    fn seen_by(mut request: TestRequest, forwarded: &[&str], trusted: &str) -> String {
        for value in forwarded {
            request = request.append_header(("x-forwarded-for", *value));
        }
        let settings =
            Settings::read(&|name| (name == "PORTAL_TRUSTED_PROXIES").then(|| trusted.into())).unwrap();
        client_address(&request.to_http_request(), &settings.trusted_proxies).to_string()
    }

    #[test]
    fn an_untrusted_peer_cannot_forge_its_address() {
        assert_eq!(seen("203.0.113.9", &["198.51.100.1"], "127.0.0.1"), "203.0.113.9");
    }

    #[test]
    fn behind_a_proxy_the_rightmost_untrusted_address_counts() {
        assert_eq!(
            seen("127.0.0.1", &["198.51.100.1, 203.0.113.9"], "127.0.0.1"),
            "203.0.113.9"
        );
        assert_eq!(
            seen("127.0.0.1", &["203.0.113.9, 10.0.0.2"], "127.0.0.1,10.0.0.0/8"),
            "203.0.113.9"
        );
        assert_eq!(
            seen("127.0.0.1", &["198.51.100.1", "203.0.113.9"], "127.0.0.1"),
            "203.0.113.9"
        );
        assert_eq!(seen("127.0.0.1", &[], "127.0.0.1"), "127.0.0.1");
        for written in ["203.0.113.9:51234", "[2001:db8::1]", "[2001:db8::1]:51234"] {
            let bare = if written.starts_with('[') {
                "2001:db8::1"
            } else {
                "203.0.113.9"
            };
            assert_eq!(seen("127.0.0.1", &[written], "127.0.0.1"), bare);
        }
        assert_eq!(
            seen("127.0.0.1", &["203.0.113.9, nonsense"], "127.0.0.1"),
            "127.0.0.1"
        );
    }

    #[test]
    fn at_a_unix_socket_the_rightmost_untrusted_address_counts() {
        let seen = |forwarded: &[&str], trusted| seen_by(TestRequest::default(), forwarded, trusted);
        assert_eq!(seen(&["198.51.100.1, 203.0.113.9"], ""), "203.0.113.9");
        assert_eq!(seen(&["203.0.113.9, 10.0.0.2"], "10.0.0.0/8"), "203.0.113.9");
        assert_eq!(seen(&["203.0.113.9, nonsense"], ""), "0.0.0.0");
        assert_eq!(seen(&[], ""), "0.0.0.0");
    }

    #[test]
    fn one_ipv6_subscriber_is_one_client() {
        assert_eq!(
            limited_as("2001:db8::1:2:3:4".parse().unwrap()).to_string(),
            "2001:db8::"
        );
    }
}
