//! Where the site is served, and whether a stand-in for tests is used on the open net.

use outbound::{PaymentMode, Settings};

use super::verdict::Verdict::{self, Ok as Fine, Warn};

pub fn check_settings(settings: &Settings) -> Verdict {
    let place = format!(
        "{}, data in {}",
        settings.public_url.origin(),
        settings.data_dir.display()
    );
    let mut stand_ins = Vec::new();
    if settings.demo {
        stand_ins.push("the demo (PORTAL_DEMO), whose password is public");
    }
    if settings.payments == PaymentMode::Sandbox {
        stand_ins.push("the sandbox (PORTAL_PAYMENTS), in which no money moves");
    }
    if stand_ins.is_empty() || !settings.public_url.is_https() {
        Fine(place)
    } else {
        Warn(format!(
            "{place}; served over https with {}",
            stand_ins.join(" and ")
        ))
    }
}

/// Whether visitors can read the server's figures; a site without https gets no line.
pub fn check_metrics(settings: &Settings) -> Option<Verdict> {
    match settings.metrics_listen {
        Some(address) => Some(Fine(format!("served at {address} alone"))),
        None if settings.public_url.is_https() => Some(Warn(String::from(
            "every visitor can read /metrics unless the proxy refuses it; PORTAL_METRICS_LISTEN=127.0.0.1:9464 takes it off the site",
        ))),
        None => None,
    }
}
