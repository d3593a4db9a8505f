//! `X-Forwarded-For`: an untrusted peer is itself, and what stands left of the answer never changes it.
//!
//! The first line is the peer; each other line is one header, from the first to the last.

use std::net::{IpAddr, SocketAddr};

use actix_web::{http::header::HeaderValue, test::TestRequest};
use outbound::{Settings, TrustedProxies};
use portal_api::client_address;

const TRUSTED: &str = "127.0.0.0/8,10.0.0.0/8,::1,fd00::/8";

pub fn check(data: &[u8]) {
    let settings = Settings::read(&|name| (name == "PORTAL_TRUSTED_PROXIES").then(|| TRUSTED.into()));
    let trusted = settings.expect("they are settings").trusted_proxies;
    let mut lines = data.split(|byte| *byte == b'\n');
    let peer = std::str::from_utf8(lines.next().unwrap_or_default()).ok();
    let peer: IpAddr = peer
        .and_then(|text| text.parse().ok())
        .unwrap_or(IpAddr::from([127, 0, 0, 1]));
    let headers: Vec<HeaderValue> = lines
        .filter_map(|line| HeaderValue::from_bytes(line).ok())
        .filter(|value| value.to_str().is_ok())
        .collect();
    let found = seen(peer, &headers, &trusted);
    if !trusted.contains(peer.to_canonical()) {
        assert_eq!(found, peer.to_canonical());
        return;
    }
    let texts: Vec<&str> = headers.iter().filter_map(|value| value.to_str().ok()).collect();
    let joined = texts.join(", ");
    let one = HeaderValue::from_str(&joined).expect("each part is a text");
    if !headers.is_empty() {
        assert_eq!(
            seen(peer, &[one], &trusted),
            found,
            "one header or several are the same: {joined}"
        );
    }
    assert!(
        found == peer.to_canonical() || names(&joined, found),
        "{found} is not in {joined}"
    );
    if !trusted.contains(found) {
        let forged = HeaderValue::from_static("198.51.100.77, 10.0.0.1, nonsense");
        let more: Vec<HeaderValue> = std::iter::once(forged).chain(headers).collect();
        assert_eq!(
            seen(peer, &more, &trusted),
            found,
            "a client adds what it likes at the left"
        );
    }
}

fn seen(peer: IpAddr, headers: &[HeaderValue], trusted: &TrustedProxies) -> IpAddr {
    let mut request = TestRequest::default().peer_addr(SocketAddr::new(peer, 1));
    for value in headers {
        request = request.append_header(("x-forwarded-for", value.clone()));
    }
    client_address(&request.to_http_request(), trusted)
}

/// Whether a list names an address, bare, in brackets or with a port.
fn names(list: &str, address: IpAddr) -> bool {
    list.split(',').map(str::trim).any(|hop| {
        let bare = hop
            .trim_start_matches('[')
            .trim_end_matches(']')
            .parse::<IpAddr>();
        let with_port = hop.parse::<SocketAddr>().map(|address| address.ip());
        [bare.ok(), with_port.ok()]
            .into_iter()
            .flatten()
            .any(|named| named.to_canonical() == address)
    })
}
