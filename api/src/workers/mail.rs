//! Delivers a mail of the outbox.
//!
//! Decision: a few threads, so that a mail server that is slow about one mail holds up that mail only. While the server cannot
//! be reached at all, one pause holds for all of them and no mail's own pauses grow. Cost: mails leave in no strict order.

pub mod attachments;
pub mod next_try;

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use ::mail::{Mail, MailKind};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{JobOutcome, StoreError, error_chain};
use orders::{DocumentPrinter, DocumentStore as _};
use outbound::{DeliveryError, MailDelivery};
use persistence::{Database, DueMail, Job, UnreadableMail};

use crate::monitoring::events::{MailResult, count_mail};
use crate::workers::clock_guard::{AtStart, ClockGuard};
use crate::workers::mail::attachments::{AttachmentError, Sheet, attach_e_invoices, attach_files};
use crate::workers::mail::next_try::{SHORTEST, next_try};
use crate::workers::runner::kind::{Outside, Tried};

/// After a jump of the clock no mail is given up until it has run evenly for this long.
const STEADY: Duration = Duration::from_secs(600);
/// For so long a mail that was sealed under another session key is left to the servers that have it; then it is given up.
const OTHER_KEY: TimeDelta = TimeDelta::hours(1);

/// What the delivery of a mail needs.
pub struct MailWorker {
    database: Database,
    delivery: Arc<dyn MailDelivery>,
    printer: Arc<dyn DocumentPrinter>,
    clock: Mutex<ClockGuard>,
}

impl MailWorker {
    pub fn new(
        database: Database,
        delivery: Arc<dyn MailDelivery>,
        printer: Arc<dyn DocumentPrinter>,
    ) -> Self {
        Self {
            database,
            delivery,
            printer,
            clock: Mutex::new(ClockGuard::new(STEADY, AtStart::Trusted)),
        }
    }

    /// Called now and then: connections that are idle are closed, and a jump of the clock is noticed.
    pub fn look(&self) {
        self.delivery.rest();
        let _ = self.confirmed(Utc::now());
    }

    fn confirmed(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let mut clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        clock.confirmed(now, Instant::now())
    }

    /// Delivers the mail of a job.
    ///
    /// # Errors
    /// [`StoreError`]
    pub fn deliver(&self, job: &Job) -> Result<Tried, StoreError> {
        let Some((due, mail)) = self.database.read(|store| store.due_mail(&job.key))? else {
            return Ok(Tried::nothing());
        };
        let mut mail = match mail {
            Ok(mail) => mail,
            Err(unreadable) => return Ok(self.left(job, &due, &unreadable)),
        };
        let attempts = job.attempts.saturating_add(1);
        let sheets = match self.attach_files(&mut mail) {
            Ok(sheets) => sheets,
            Err(error) => return Ok(self.failed(&due, mail.kind, attempts, error_chain(&error))),
        };
        Ok(match self.delivery.deliver(&mail, &due.name) {
            Ok(()) => sent(&due, mail.kind, attempts, sheets),
            Err(DeliveryError::Refused(problem)) => {
                report(&due, mail.kind, problem, None, attempts, Outside::Answers)
            }
            Err(DeliveryError::Deferred(problem)) => {
                self.failed(&due, mail.kind, attempts, problem).answered()
            }
            // Its own pauses do not grow: it is due when the pause that holds for all mails is over.
            Err(DeliveryError::Unavailable(problem)) => {
                let again = self.next_try(&due, attempts).map(|_| Utc::now());
                report(&due, mail.kind, problem, again, attempts, Outside::Unreachable)
            }
            Err(DeliveryError::SiteRefused(problem)) => {
                let again = self.next_try(&due, attempts).map(|_| Utc::now());
                report(&due, mail.kind, problem, again, attempts, Outside::RefusesSite)
            }
        })
    }

    fn attach_files(&self, mail: &mut Mail) -> Result<Vec<Sheet>, AttachmentError> {
        let sheets = attach_files(mail, self.printer.as_ref(), |number| {
            let found = self.database.read(|store| store.document(number))?;
            Ok(found.map(|(_, issued)| issued))
        })?;
        attach_e_invoices(mail, |number| {
            self.database.read(|store| store.document_facts(number))
        })?;
        Ok(sheets)
    }

    fn failed(&self, due: &DueMail, kind: MailKind, attempts: i32, problem: String) -> Tried {
        let again = self.next_try(due, attempts);
        report(due, kind, problem, again, attempts, Outside::NotAsked)
    }

    /// When a mail that was put off is tried again; `None` gives it up.
    fn next_try(&self, due: &DueMail, attempts: i32) -> Option<DateTime<Utc>> {
        let now = Utc::now();
        match self.confirmed(now) {
            Some(_) => next_try(due.since, attempts, now),
            None => Some(now + SHORTEST),
        }
    }

    /// A server that has the key of an unreadable mail may be beside this one.
    fn left(&self, job: &Job, due: &DueMail, unreadable: &UnreadableMail) -> Tried {
        let (now, attempts) = (Utc::now(), job.attempts.saturating_add(1));
        let is_steady = self.confirmed(now).is_some();
        let is_left =
            matches!(unreadable, UnreadableMail::OtherKey) && (!is_steady || now - due.since < OTHER_KEY);
        let because = unreadable.to_string();
        Tried::new(Outside::NotAsked, move |_| {
            let because = because.clone();
            Ok(match is_left {
                true => JobOutcome::Again {
                    at: now + SHORTEST,
                    because: Some(because),
                    attempts,
                },
                false => JobOutcome::Never { because },
            })
        })
    }
}

fn sent(due: &DueMail, kind: MailKind, attempts: i32, sheets: Vec<Sheet>) -> Tried {
    let id = due.id;
    tracing::debug!(mail = id, kind = kind.as_str(), "a mail was sent");
    count_mail(kind, MailResult::Sent);
    let sent_at = Utc::now();
    Tried::new(Outside::Answers, move |store| {
        for (number, sheet) in &sheets {
            store.keep_sheet(*number, sheet)?;
        }
        store.mail_sent(id, attempts, sent_at)?;
        Ok(JobOutcome::Done)
    })
}

/// A mail that was not delivered: when it is tried again; `None` gives it up.
fn report(
    due: &DueMail,
    kind: MailKind,
    problem: String,
    again: Option<DateTime<Utc>>,
    attempts: i32,
    outside: Outside,
) -> Tried {
    let (mail, name) = (due.id, kind.as_str());
    match again {
        None => tracing::error!(
            mail,
            kind = name,
            problem,
            "a mail cannot be delivered and was given up"
        ),
        Some(again) => tracing::warn!(mail, kind = name, problem, %again, "a mail was not delivered"),
    }
    count_mail(kind, again.map_or(MailResult::GivenUp, |_| MailResult::Deferred));
    let outcome = match again {
        Some(at) => JobOutcome::Again {
            at,
            because: Some(problem),
            attempts,
        },
        None => JobOutcome::Never { because: problem },
    };
    Tried::new(outside, move |_| Ok(outcome.clone()))
}
