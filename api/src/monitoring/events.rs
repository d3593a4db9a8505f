//! What is counted as it happens.

use std::time::Duration;

use actix_web::http::{Method, StatusCode};
use discord::{GuildError, Report};
use mail::MailKind;
use metrics::counter;

/// What came of a call or of work.
const CALL_RESULTS: [&str; 4] = ["succeeded", "refused", "limited", "failed"];
const REDEEMERS: [&str; 2] = ["visitor", "member"];

/// What came of one try to deliver a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailResult {
    Sent,
    /// To be tried again.
    Deferred,
    GivenUp,
}

impl MailResult {
    const ALL: [Self; 3] = [Self::Sent, Self::Deferred, Self::GivenUp];

    fn as_str(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Deferred => "deferred",
            Self::GivenUp => "given_up",
        }
    }
}

/// Makes every series of this module, with 0.
pub fn register_events() {
    for result in CALL_RESULTS {
        counter!("portal_sign_ins_total", "result" => result).increment(0);
        for by in REDEEMERS {
            counter!("portal_redemptions_total", "by" => by, "result" => result).increment(0);
        }
    }
    for kind in MailKind::ALL {
        for result in MailResult::ALL {
            count_mails(kind, result, 0);
        }
    }
    for result in ["up_to_date", "reconciled", "failed"] {
        counter!("portal_discord_reconciliations_total", "result" => result).increment(0);
    }
    for change in ["given", "taken"] {
        counter!("portal_discord_role_changes_total", "change" => change).increment(0);
    }
    counter!("portal_streams_refused_total").increment(0);
    counter!("portal_page_errors_total").increment(0);
    set_discord_age(Duration::ZERO);
}

/// Counts sign-ins, registrations and redemptions, by the route as it is declared.
pub fn count_call(method: &Method, route: &str, status: StatusCode) {
    if *method != Method::POST {
        return;
    }
    let result = call_result(status);
    match route {
        "/api/login" => counter!("portal_sign_ins_total", "result" => result).increment(1),
        "/api/register" => redemption("visitor", result),
        "/api/user/redeem" => redemption("member", result),
        _ => {}
    }
}

fn call_result(status: StatusCode) -> &'static str {
    match status {
        status if status.is_success() => "succeeded",
        StatusCode::TOO_MANY_REQUESTS => "limited",
        status if status.is_client_error() => "refused",
        _ => "failed",
    }
}

fn redemption(by: &'static str, result: &'static str) {
    counter!("portal_redemptions_total", "by" => by, "result" => result).increment(1);
}

/// Counts one try to deliver a mail.
pub fn count_mail(kind: MailKind, result: MailResult) {
    count_mails(kind, result, 1);
}

fn count_mails(kind: MailKind, result: MailResult, count: u64) {
    counter!("portal_mails_total", "kind" => kind.as_str(), "result" => result.as_str()).increment(count);
}

/// Counts a job of a member whose roles were known to be up to date, so that Discord was not asked.
pub fn count_up_to_date() {
    counter!("portal_discord_reconciliations_total", "result" => "up_to_date").increment(1);
}

/// Counts a reconciliation that asked Discord. A wait that Discord asks for is no failure.
pub fn count_reconciliation(report: &Report) {
    let result = match &report.trouble {
        None | Some(GuildError::Wait(_)) => "reconciled",
        Some(_) => "failed",
    };
    counter!("portal_discord_reconciliations_total", "result" => result).increment(1);
    for (change, roles) in [("given", &report.done.give), ("taken", &report.done.take)] {
        let count = u64::try_from(roles.len()).unwrap_or(u64::MAX);
        counter!("portal_discord_role_changes_total", "change" => change).increment(count);
    }
}

/// Says for how long members' roles have been due.
pub fn set_discord_age(age: Duration) {
    metrics::gauge!("portal_discord_backlog_age_seconds").set(age.as_secs_f64());
}

/// Counts a request refused because of the account's other devices.
pub fn count_refused_stream() {
    counter!("portal_streams_refused_total").increment(1);
}

/// Counts an error of a page that a browser reported.
pub fn count_page_error() {
    counter!("portal_page_errors_total").increment(1);
}
