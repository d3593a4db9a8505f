//! What is done outside of requests: the kinds of job, and the schedules.

pub mod catalogue_pages;
pub mod cleanup;
pub mod clock_guard;
pub mod discord;
pub mod e_invoices;
pub mod live_events;
pub mod mail;
pub mod notices;
pub mod question_notices;
pub mod refunds;
pub mod resealing;
pub mod runner;
pub mod search_index;

use std::{sync::Arc, time::Duration};

use ::discord::MEMBER_JOB;
use ::live::{EVENT_JOB, EventFailure};
use ::mail::{MAIL_JOB, MailKind};
use ::orders::{E_INVOICE_JOB, LONGEST_REFUND_PAUSE, REFUND_JOB};
use ::questions::NOTICE_JOB;
use chrono::TimeDelta;
use outbound::{DiscordClient, SessionKey};

use crate::app::SharedApp;
use crate::monitoring::events::set_discord_age;
use crate::workers::mail::{MailWorker, next_try};
use crate::workers::notices::Notices;
use crate::workers::runner::{kind::Kind, schedule::Schedule};

const MINUTE: Duration = Duration::from_secs(60);
/// How long a request to Discord may take in all.
const DISCORD_LIMIT: Duration = Duration::from_secs(20);

/// Every kind of job.
pub fn kinds(app: &SharedApp, mails: MailWorker, discord: Option<&Arc<DiscordClient>>) -> Vec<Kind> {
    let mut kinds = vec![mail_kind(mails), refund_kind(app), event_kind(app, discord)];
    // Without an address they wait.
    if let Some(to) = app.owner.values.company.e_invoices.clone() {
        kinds.push(e_invoice_kind(to));
    }
    if let Some(client) = discord {
        kinds.push(member_kind(app, client));
        let settings = app.settings.discord.as_ref();
        if let Some(channel) = settings.and_then(|settings| settings.questions_channel.clone()) {
            kinds.push(notice_kind(app, client, channel));
        }
    }
    kinds
}

fn mail_kind(mails: MailWorker) -> Kind {
    let mails = Arc::new(mails);
    let looking = Arc::clone(&mails);
    Kind {
        name: MAIL_JOB,
        payloads: MailKind::ALL.map(MailKind::as_str).to_vec(),
        threads: 4,
        limit: 10 * MINUTE,
        longest_pause: next_try::LONGEST,
        // A mail is given up by a clock that is steady only.
        steady: None,
        work: Box::new(move |job| mails.deliver(job)),
        rest: Box::new(|| None),
        look: Some(Box::new(move |_| looking.look())),
    }
}

fn refund_kind(app: &SharedApp) -> Kind {
    let app = app.clone();
    Kind {
        name: REFUND_JOB,
        payloads: Vec::new(),
        threads: 2,
        limit: MINUTE,
        longest_pause: LONGEST_REFUND_PAUSE,
        steady: None,
        work: Box::new(move |job| refunds::refund(&app.database, &app.payments, job)),
        rest: Box::new(|| None),
        look: None,
    }
}

fn e_invoice_kind(to: String) -> Kind {
    Kind {
        name: E_INVOICE_JOB,
        payloads: Vec::new(),
        threads: 1,
        limit: MINUTE,
        longest_pause: e_invoices::LONGEST_PAUSE,
        steady: None,
        work: Box::new(move |job| Ok(e_invoices::mail(&to, job))),
        rest: Box::new(|| None),
        look: None,
    }
}

/// Enough threads to keep the pace that Discord allows while single answers are slow.
fn member_kind(app: &SharedApp, client: &Arc<DiscordClient>) -> Kind {
    let (database, client, resting) = (app.database.clone(), Arc::clone(client), Arc::clone(client));
    Kind {
        name: MEMBER_JOB,
        payloads: Vec::new(),
        threads: 4,
        limit: DISCORD_LIMIT,
        // A member who left is looked for once a day.
        longest_pause: TimeDelta::hours(25),
        steady: Some(Duration::from_secs(40)),
        work: Box::new(move |job| discord::reconcile(&database, &client, job, DISCORD_LIMIT)),
        rest: Box::new(move || resting.rest()),
        look: Some(Box::new(set_discord_age)),
    }
}

fn notice_kind(app: &SharedApp, client: &Arc<DiscordClient>, channel: String) -> Kind {
    let (database, client, resting) = (app.database.clone(), Arc::clone(client), Arc::clone(client));
    let public_url = app.settings.public_url.origin().to_owned();
    Kind {
        name: NOTICE_JOB,
        payloads: Vec::new(),
        threads: 1,
        limit: DISCORD_LIMIT,
        longest_pause: question_notices::LONGEST_PAUSE,
        steady: None,
        work: Box::new(move |job| {
            let to = (channel.as_str(), public_url.as_str());
            question_notices::notify(&database, &client, to, job, DISCORD_LIMIT)
        }),
        rest: Box::new(move || resting.rest()),
        look: None,
    }
}

/// Without events of live sessions its jobs end, and nothing is asked.
fn event_kind(app: &SharedApp, client: Option<&Arc<DiscordClient>>) -> Kind {
    let settings = app.settings.discord.as_ref();
    let is_on = settings.is_some_and(|settings| settings.events);
    let client = client.filter(|_| is_on).cloned();
    let (database, resting) = (app.database.clone(), client.clone());
    let public_url = app.settings.public_url.origin().to_owned();
    Kind {
        name: EVENT_JOB,
        payloads: Vec::new(),
        threads: 1,
        limit: DISCORD_LIMIT,
        longest_pause: EventFailure::LONGEST,
        steady: None,
        work: Box::new(move |job| {
            live_events::bring_up_to_date(&database, client.as_deref(), &public_url, job, DISCORD_LIMIT)
        }),
        rest: Box::new(move || resting.as_ref().and_then(|client| client.rest())),
        look: None,
    }
}

/// Starts every schedule, and does what is done once at a start.
///
/// # Errors
/// Where a thread cannot be had.
pub fn start_schedules(app: &SharedApp, key: &SessionKey) -> std::io::Result<()> {
    if app
        .settings
        .discord
        .as_ref()
        .is_some_and(|discord| discord.events)
    {
        live_events::request_missing_events(&app.database);
    }
    schedules(app, key).into_iter().try_for_each(Schedule::start)
}

fn schedules(app: &SharedApp, key: &SessionKey) -> Vec<Schedule> {
    let each = || app.clone();
    let (cleaned, noticed, indexed) = (each(), each(), each());
    let mut notices = Notices::default();
    let mut schedules = vec![
        Schedule {
            name: "cleanup",
            every: 10 * MINUTE,
            // Nothing is deleted before the clock has run evenly for this long.
            steady: Some(15 * MINUTE),
            work: Box::new(move |now| {
                if let Some(now) = now {
                    cleanup::clean_up(&cleaned, now);
                }
            }),
        },
        Schedule {
            name: "notices",
            every: MINUTE,
            steady: Some(2 * MINUTE),
            work: Box::new(move |now| notices.round(&noticed, now)),
        },
        Schedule {
            name: "search-index",
            every: 10 * MINUTE,
            steady: None,
            work: Box::new(move |_| search_index::bring_up_to_date(&indexed.database)),
        },
    ];
    if app.discord.is_some() {
        let database = app.database.clone();
        schedules.push(Schedule {
            name: "ended-accesses",
            // Their roles are to be off within a minute.
            every: Duration::from_secs(15),
            steady: None,
            work: Box::new(move |_| discord::enqueue_ended(&database)),
        });
    }
    if app.owner.values.catalogue.show {
        let shown_on = each();
        // Before the first request: the page lists what there is.
        let mut shown = catalogue_pages::follow(app, None);
        schedules.push(Schedule {
            name: "catalogue-pages",
            // What is imported, hidden or shown is seen within 20 seconds (contract); a page takes up to one to write.
            every: Duration::from_secs(5),
            steady: None,
            work: Box::new(move |_| shown = catalogue_pages::follow(&shown_on, shown)),
        });
    }
    if key.sealing_key().older().is_some() {
        let (database, mut done) = (app.database.clone(), false);
        schedules.push(Schedule {
            name: "resealing",
            every: 10 * MINUTE,
            steady: None,
            work: Box::new(move |_| done = done || resealing::reseal_under_newest(&database)),
        });
    }
    schedules
}
