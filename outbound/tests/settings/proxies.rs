//! The proxies whose word about a visitor's address is taken.

use super::variables::read;

#[test]
fn trusted_proxies_are_addresses_and_networks() {
    let trusted = read(&[("PORTAL_TRUSTED_PROXIES", "10.0.0.0/8, 192.0.2.7,2001:db8::/32")])
        .unwrap()
        .trusted_proxies;
    for inside in ["10.9.8.7", "192.0.2.7", "2001:db8::1", "::ffff:10.1.1.1"] {
        assert!(trusted.contains(inside.parse().unwrap()), "{inside}");
    }
    for outside in ["11.0.0.1", "192.0.2.8", "2001:db9::1", "::1"] {
        assert!(!trusted.contains(outside.parse().unwrap()), "{outside}");
    }
}

#[test]
fn an_ipv4_network_that_is_written_as_ipv6_is_read_as_such() {
    let trusted = read(&[("PORTAL_TRUSTED_PROXIES", "::ffff:10.0.0.0/104, ::ffff:192.0.2.7")])
        .unwrap()
        .trusted_proxies;
    for inside in ["10.9.8.7", "::ffff:10.9.8.7", "192.0.2.7"] {
        assert!(trusted.contains(inside.parse().unwrap()), "{inside}");
    }
    for outside in ["11.0.0.1", "192.0.2.8", "::1"] {
        assert!(!trusted.contains(outside.parse().unwrap()), "{outside}");
    }
    let line = read(&[("PORTAL_TRUSTED_PROXIES", "::ffff:10.0.0.0/8")])
        .unwrap_err()
        .to_string();
    assert!(line.contains("96 to 128"), "{line}");
}
