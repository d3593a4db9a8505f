//! Whether mails can be sent, and how many wait or failed.

use outbound::{Protection, Settings, SmtpAddress, SmtpDelivery, check_writable};
use persistence::Database;

use super::super::verdict::{
    Verdict::{self, Fail, Ok as Fine, Warn},
    ask,
};

/// Whether a public site has no mail server: its mails reach no one.
pub fn is_missing(settings: &Settings) -> bool {
    settings.smtp.is_none() && settings.public_url.is_https()
}

pub fn check_mail(settings: &Settings, database: Option<&Database>) -> Verdict {
    let way = match &settings.smtp {
        None => check_writable(&settings.outbox()).map(|()| {
            format!(
                "no PORTAL_SMTP_URL, so mails are written to {}",
                settings.outbox().display()
            )
        }),
        Some(address) => greet(settings, address),
    };
    let counts = database.map(|database| database.read(|store| store.mail_counts()));
    match (way, counts) {
        (Err(problem), _) => Fail(problem),
        (Ok(way), Some(Ok((waiting, given_up)))) if given_up > 0 => Warn(format!(
            "{way}; {waiting} waiting, {given_up} failed: `portal mail list --failed` says why"
        )),
        (Ok(way), Some(Ok((waiting, _)))) if is_missing(settings) => Warn(format!(
            "{way}, although the site is served over https; {waiting} waiting"
        )),
        (Ok(way), Some(Ok((waiting, _)))) => Fine(format!("{way}; {waiting} waiting")),
        (Ok(way), _) => Warn(format!("{way}; the outbox cannot be read")),
    }
}

/// Connects to the mail server, with TLS and the sign-in that a mail would take.
fn greet(settings: &Settings, address: &SmtpAddress) -> Result<String, String> {
    let place = format!("the mail server {}:{}", address.host, address.port);
    let protection = match address.protection {
        Protection::Tls => "TLS",
        Protection::StartTls => "STARTTLS",
        Protection::Loopback => "STARTTLS where it is offered",
        Protection::Open => "no protection",
    };
    let delivery = SmtpDelivery::new(address.clone(), settings.letterhead(None));
    ask(move || delivery.greet().map_err(|problem| problem.to_string()))
        .and_then(|greeted| greeted)
        .map(|()| format!("{place} takes us, with {protection}"))
        .map_err(|problem| format!("{place}: {problem}; see PORTAL_SMTP_URL"))
}
