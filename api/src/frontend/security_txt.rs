//! `/.well-known/security.txt`: whom to tell of a weakness (RFC 9116), from the owner's values.
//!
//! It names the site's support address (`support.email` of `site.toml`), which every page shows, and over https
//! the contact form, where its messages are mailed. A site that is served over https does not name a placeholder address;
//! a site without any contact has no such file.

use ::mail::EmailAddress;
use actix_web::{HttpResponse, http::header};
use api_macros::operation;
use chrono::{DateTime, NaiveTime, SecondsFormat, TimeDelta, Utc};
use outbound::PublicUrl;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::app::SharedApp;
use crate::http::problem::{Problem, ProblemBody};

/// Less than a year is recommended (RFC 9116 section 2.5.5).
const GOOD_FOR: TimeDelta = TimeDelta::days(180);
/// The language of the site.
const LANGUAGES: &str = "en";
/// Domains without mailboxes (RFC 2606, RFC 6761).
const RESERVED: [&str; 7] = [
    "example",
    "example.com",
    "example.net",
    "example.org",
    "invalid",
    "localhost",
    "test",
];
/// What may stand in a `mailto:` address as it is (RFC 6068 section 2).
const MAILTO: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'!')
    .remove(b'$')
    .remove(b'\'')
    .remove(b'*')
    .remove(b'+')
    .remove(b'-')
    .remove(b'.')
    .remove(b'@')
    .remove(b'_')
    .remove(b'~');

/// Whom to tell of a weakness (RFC 9116).
#[operation(responses(
    (status = 200, description = "RFC 9116", content_type = "text/plain"),
    (status = 404, description = "not_found: the site names no contact", body = ProblemBody),
))]
pub async fn security_txt(app: SharedApp) -> Result<HttpResponse, Problem> {
    let settings = &app.settings;
    let contacts = contacts(
        &app.owner.values.support.email,
        settings.contact_to.is_some(),
        &settings.public_url,
    );
    let Some(text) = text(&contacts, &settings.public_url, Utc::now()) else {
        return Err(Problem::not_found("This site names no contact"));
    };
    Ok(HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "public, max-age=86400"))
        .body(text))
}

/// The best one first (RFC 9116 section 2.5.3).
fn contacts(support: &str, takes_messages: bool, public_url: &PublicUrl) -> Vec<String> {
    let mail = EmailAddress::parse(support)
        .ok()
        .filter(|address| !(public_url.is_https() && is_placeholder(address.as_str())))
        .map(|address| {
            format!(
                "mailto:{}",
                utf8_percent_encode(&address.for_mail_server(), MAILTO)
            )
        });
    let form = (takes_messages && public_url.is_https()).then(|| format!("{}/contact", public_url.origin()));
    mail.into_iter().chain(form).collect()
}

/// Whether the address is a placeholder: no mailbox has it.
fn is_placeholder(address: &str) -> bool {
    let domain = address
        .rsplit('@')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    RESERVED.iter().any(|reserved| {
        domain
            .strip_suffix(reserved)
            .is_some_and(|before| before.is_empty() || before.ends_with('.'))
    })
}

/// The file; `None` without a contact. An address of the web in it begins with `https` (section 2.5.2), so elsewhere it names none.
fn text(contacts: &[String], public_url: &PublicUrl, now: DateTime<Utc>) -> Option<String> {
    let first = contacts.first()?;
    // The same for a whole day, so that what is kept of it stays true.
    let expires = (now + GOOD_FOR).date_naive().and_time(NaiveTime::MIN).and_utc();
    let mut lines = vec![format!("Contact: {first}")];
    lines.extend(
        contacts
            .iter()
            .skip(1)
            .map(|contact| format!("Contact: {contact}")),
    );
    lines.push(format!(
        "Expires: {}",
        expires.to_rfc3339_opts(SecondsFormat::Secs, true)
    ));
    lines.push(format!("Preferred-Languages: {LANGUAGES}"));
    if public_url.is_https() {
        lines.push(format!(
            "Canonical: {}/.well-known/security.txt",
            public_url.origin()
        ));
    }
    Some(format!("{}\n", lines.join("\n")))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;
    use outbound::Settings;
    use rstest::rstest;

    fn public(url: &'static str) -> PublicUrl {
        let lookup = move |name: &str| (name == "PORTAL_PUBLIC_URL").then(|| OsString::from(url));
        Settings::read(&lookup).unwrap().public_url
    }

    #[test]
    fn it_names_contact_end_language_and_its_own_address() {
        let now = "2026-03-02T14:30:00Z".parse().unwrap();
        let url = public("https://courses.example.com");
        let contacts = contacts("help@real.school", true, &url);
        assert_eq!(
            text(&contacts, &url, now).unwrap(),
            "Contact: mailto:help@real.school\nContact: https://courses.example.com/contact\n\
             Expires: 2026-08-29T00:00:00Z\nPreferred-Languages: en\n\
             Canonical: https://courses.example.com/.well-known/security.txt\n"
        );
    }

    #[test]
    fn without_https_it_names_no_address_of_the_web() {
        let url = public("http://localhost:8080");
        let text = text(&contacts("a@example.com", true, &url), &url, Utc::now()).unwrap();
        assert!(
            text.starts_with("Contact: mailto:a@example.com\nExpires: "),
            "{text}"
        );
        assert!(!text.contains("http"), "{text}");
    }

    #[rstest]
    #[case("support@example.com")]
    #[case("support@mail.EXAMPLE.org")]
    #[case("support@school.example")]
    #[case("support@localhost")]
    #[case("no address")]
    #[case("a@real.school\nContact: mailto:evil@real.school")]
    fn a_placeholder_is_not_named_on_the_net(#[case] address: &str) {
        let url = public("https://courses.example.com");
        assert!(contacts(address, false, &url).is_empty());
        assert_eq!(contacts(address, true, &url).len(), 1);
        assert_eq!(text(&[], &url, Utc::now()), None);
    }

    #[test]
    fn a_domain_that_only_ends_like_a_reserved_one_is_real() {
        for address in ["a@myexample.com", "a@latest", "a@example.com.school"] {
            assert!(!is_placeholder(address), "{address}");
        }
    }

    #[test]
    fn signs_of_an_address_are_escaped() {
        let url = public("http://localhost:8080");
        assert_eq!(
            contacts("a+b&c%d@real.school", false, &url),
            ["mailto:a+b%26c%25d@real.school"]
        );
    }
}
