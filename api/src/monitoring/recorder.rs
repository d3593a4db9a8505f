//! The recorder behind `/metrics`, and what each metric says.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use crate::monitoring::events::register_events;

/// Upper bounds in seconds: from a page in memory to a request that gives up.
const DURATION_BUCKETS: [f64; 13] = [
    0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0,
];
/// The recorder keeps every single duration until upkeep adds it to its bucket: eight bytes for each request of this time.
const UPKEEP: Duration = Duration::from_secs(1);

const COUNTERS: [(&str, &str); 8] = [
    (
        "http_requests_total",
        "Requests answered, by method, route and status",
    ),
    (
        "portal_sign_ins_total",
        "Sign-ins tried with a name and a password, by result",
    ),
    (
        "portal_redemptions_total",
        "Purchase keys redeemed or refused, by who redeemed and result",
    ),
    (
        "portal_mails_total",
        "Deliveries of mails tried, by kind and result",
    ),
    (
        "portal_discord_reconciliations_total",
        "Members reconciled with Discord, by result",
    ),
    (
        "portal_discord_role_changes_total",
        "Discord roles given and taken",
    ),
    (
        "portal_streams_refused_total",
        "Requests refused because the account watches on as many devices as it may",
    ),
    (
        "portal_page_errors_total",
        "Errors of pages that no code handled, as browsers reported them",
    ),
];
const GAUGES: [(&str, &str); 14] = [
    ("portal_build_info", "1, labelled with the version that runs"),
    (
        "process_start_time_seconds",
        "When the process started, in seconds since 1970",
    ),
    ("portal_queue_length", "Work that waits in memory, by queue"),
    (
        "portal_database_up",
        "Whether the database answered when this was read",
    ),
    (
        "portal_mail_backlog",
        "Mails of the outbox that wait or were given up; the same on every server of one database",
    ),
    (
        "portal_mail_backlog_age_seconds",
        "For how long the mail that waits longest has been tried; the same on every server of one database",
    ),
    (
        "portal_discord_backlog",
        "Members whose roles are due, or whose last reconciliation failed; the same on every server of one database",
    ),
    (
        "portal_discord_backlog_age_seconds",
        "For how long this server has seen members whose roles are due, without a moment in which there was none",
    ),
    (
        "portal_streams",
        "Devices that watch now; the same on every server of one database",
    ),
    (
        "portal_refund_backlog_age_seconds",
        "For how long the refund of a withdrawal is owed that is owed longest; the same on every server of one database",
    ),
    (
        "portal_orders_flagged",
        "Orders that staff must look at; the same on every server of one database",
    ),
    (
        "portal_backup_age_seconds",
        "Time since the last backup that was written with this server's data folder, or since the server's start where none was",
    ),
    (
        "portal_disk_bytes",
        "Size of the file system that the data folder is on",
    ),
    (
        "portal_disk_free_bytes",
        "What is free of it for this server's user",
    ),
];
const HISTOGRAMS: [(&str, &str); 3] = [
    (
        "http_request_duration_seconds",
        "Time until a request was answered, without the sending of its body, by route",
    ),
    (
        "portal_queue_wait_seconds",
        "Time that work waited in memory before it began, by queue",
    ),
    (
        "portal_database_connection_wait_seconds",
        "Time that a connection of the database's pool was waited for",
    ),
];

/// Installs the recorder, before anything is measured, and keeps its memory bounded also where no client reads `/metrics`.
///
/// # Errors
/// Where a recorder is installed already, or no thread can be had.
pub fn start() -> std::io::Result<PrometheusHandle> {
    let handle = PrometheusBuilder::new()
        .set_buckets(&DURATION_BUCKETS)
        .and_then(PrometheusBuilder::install_recorder)
        .map_err(std::io::Error::other)?;
    describe();
    let upkeep = handle.clone();
    std::thread::Builder::new()
        .name(String::from("metrics-upkeep"))
        .spawn(move || {
            loop {
                std::thread::sleep(UPKEEP);
                upkeep.run_upkeep();
            }
        })?;
    Ok(handle)
}

fn describe() {
    for (name, meaning) in COUNTERS {
        metrics::describe_counter!(name, meaning);
    }
    for (name, meaning) in GAUGES {
        metrics::describe_gauge!(name, meaning);
    }
    for (name, meaning) in HISTOGRAMS {
        metrics::describe_histogram!(name, meaning);
    }
    metrics::gauge!("portal_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    metrics::gauge!("process_start_time_seconds").set(started.as_secs_f64());
    register_events();
}
