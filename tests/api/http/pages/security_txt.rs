//! `/.well-known/security.txt` (RFC 9116).

use chrono::{DateTime, TimeDelta, Utc};
use support::{Server, Sqlite};

const PATH: &str = "/.well-known/security.txt";

fn field<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    text.lines()
        .filter_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
        .collect()
}

#[test]
fn it_names_who_to_tell_until_when_and_where_it_stands() {
    let settings = [
        ("PORTAL_PUBLIC_URL", "https://courses.school.be"),
        ("PORTAL_CONTACT_TO", "desk@school.be"),
    ];
    let server = Server::with(Sqlite, &settings);
    let answer = server.visitor().get(PATH);
    let text = String::from_utf8(answer.body.clone()).unwrap();
    assert_eq!(answer.status, 200, "{text}");
    assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"));
    // The owner's settings of this repository hold a placeholder, which is no address to publish.
    assert_eq!(field(&text, "Contact"), ["https://courses.school.be/contact"]);
    assert_eq!(
        field(&text, "Canonical"),
        ["https://courses.school.be/.well-known/security.txt"]
    );
    assert_eq!(field(&text, "Preferred-Languages"), ["en"]);
    let expires: DateTime<Utc> = field(&text, "Expires")[0].parse().unwrap();
    let now = Utc::now();
    assert!(now + TimeDelta::days(90) < expires && expires < now + TimeDelta::days(365));
    assert!(!text.contains("desk@") && !text.contains("http://"), "{text}");
}

#[test]
fn a_site_on_the_net_without_a_real_contact_has_none() {
    let server = Server::with(Sqlite, &[("PORTAL_PUBLIC_URL", "https://courses.school.be")]);
    server.visitor().get(PATH).refused(404, "not_found");
}

#[test]
fn on_a_machine_of_ones_own_it_shows_the_address_that_the_pages_show() {
    let server = Server::start(Sqlite);
    let answer = server.visitor().get(PATH);
    let text = String::from_utf8(answer.body.clone()).unwrap();
    assert_eq!(field(&text, "Contact"), ["mailto:support@example.com"]);
    assert!(field(&text, "Canonical").is_empty(), "{text}");
}
