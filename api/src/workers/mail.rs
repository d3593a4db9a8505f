//! The threads that deliver the outbox. Any number of servers may run them over one database: a mail is claimed by one.
//!
//! Decision: a few threads, so that a mail server that is slow about one mail holds up that mail only. While the server cannot
//! be reached at all, one pause holds for all of them and no mail's own pauses grow. Cost: mails leave in no strict order.

pub mod attachments;
pub mod pause;

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use ::mail::Mail;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{StoreError, error_chain};
use orders::{DocumentPrinter, DocumentStore as _};
use outbound::{DeliveryError, MailDelivery};
use persistence::{Database, DueMail};

use crate::monitoring::events::{MailResult, count_mail};
use crate::pools::panics::contain;
use crate::workers::clock_guard::{AtStart, ClockGuard};
use crate::workers::mail::attachments::{AttachmentError, Sheet, attach_files};
use crate::workers::mail::pause::{LONGEST, Outage, SHORTEST, next_try};

const THREADS: usize = 4;
const PAUSE: Duration = Duration::from_secs(1);
/// Claims last a minute; see [`persistence::MAIL_CLAIM`].
const RENEW: Duration = Duration::from_secs(15);
/// A mail that is under way when the server ends has this long; then it stays in the outbox.
const GRACE: Duration = Duration::from_secs(10);
/// How often an outcome that the database refuses is written again, each after a [`PAUSE`]; an unavailable database is waited for.
const REPORTS: u32 = 30;
/// After a jump of the clock no mail is given up until it has run evenly for this long.
const STEADY: Duration = Duration::from_secs(600);

/// The running threads.
pub struct MailWorker(Arc<Shared>);

struct Shared {
    database: Database,
    delivery: Arc<dyn MailDelivery>,
    printer: Arc<dyn DocumentPrinter>,
    state: Mutex<State>,
    clock: Mutex<ClockGuard>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    ending: bool,
    running: usize,
    /// Mails that are being delivered now.
    in_hand: Vec<i32>,
    outage: Outage,
}

impl MailWorker {
    /// Starts the threads.
    pub fn start(
        database: Database,
        delivery: Arc<dyn MailDelivery>,
        printer: Arc<dyn DocumentPrinter>,
    ) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            database,
            delivery,
            printer,
            state: Mutex::default(),
            clock: Mutex::new(ClockGuard::new(STEADY, AtStart::Trusted)),
            changed: Condvar::new(),
        });
        for number in 0..THREADS {
            let shared = Arc::clone(&shared);
            shared.state().running += 1;
            std::thread::Builder::new()
                .name(format!("mail-{number}"))
                .spawn(move || shared.deliver_until_the_end())?;
        }
        let keeper = Arc::clone(&shared);
        std::thread::Builder::new()
            .name(String::from("mail-claims"))
            .spawn(move || keeper.keep_claims())?;
        Ok(Self(shared))
    }

    /// Takes no further mail and waits for the mails that are under way.
    pub fn end(self) {
        let mut state = self.0.state();
        state.ending = true;
        self.0.changed.notify_all();
        let waited = self
            .0
            .changed
            .wait_timeout_while(state, GRACE, |state| state.running > 0);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if state.running > 0 {
            let mails = state.in_hand.len();
            tracing::warn!(mails, "mails were being sent at the end; they stay in the outbox");
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits, unless or until the server ends; whether it goes on.
    fn pause(&self, time: Duration) -> bool {
        let waited = self
            .changed
            .wait_timeout_while(self.state(), time, |state| !state.ending);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        !state.ending
    }

    fn deliver_until_the_end(&self) {
        loop {
            let wait = self.state().outage.wait(Instant::now());
            if wait.is_none()
                && !self.state().ending
                && matches!(contain(|| self.deliver_one()), Some(Ok(true)))
            {
                continue;
            }
            if wait.is_none() {
                self.delivery.rest();
            }
            if !self.pause(wait.unwrap_or(PAUSE)) {
                break;
            }
        }
        self.state().running -= 1;
        self.changed.notify_all();
    }

    /// Delivers the mail whose turn it is; whether there was one.
    fn deliver_one(&self) -> Result<bool, StoreError> {
        let now = Utc::now();
        if !self.database.read(|store| store.has_due_mail(now))? {
            return Ok(false);
        }
        let Some(mut due) = self.database.write(move |store| store.claim_mail(now))? else {
            return Ok(true);
        };
        let _in_hand = InHand::new(self, due.id);
        let report = match self.attach_files(&mut due.mail) {
            Ok(sheets) => {
                let outcome = self.delivery.deliver(&due.mail, &due.name);
                self.read(&due, outcome, sheets)
            }
            Err(error) => Self::failed(&due, error_chain(&error), self.next_try(&due, Utc::now())),
        };
        self.write_down(due.id, &report).map(|()| true)
    }

    fn attach_files(&self, mail: &mut Mail) -> Result<Vec<Sheet>, AttachmentError> {
        attach_files(mail, self.printer.as_ref(), |number| {
            let found = self.database.read(|store| store.document(number))?;
            Ok(found.map(|(_, issued)| issued))
        })
    }

    /// What an outcome means for this mail, and for all.
    fn read(&self, due: &DueMail, outcome: Result<(), DeliveryError>, sheets: Vec<Sheet>) -> Report {
        let now = Utc::now();
        let failed = match outcome {
            Ok(()) => {
                self.state().outage.over();
                tracing::debug!(mail = due.id, kind = due.mail.kind.as_str(), "a mail was sent");
                count_mail(due.mail.kind, MailResult::Sent);
                return Report::Sent { sheets };
            }
            Err(failed) => failed,
        };
        let (problem, again) = match failed {
            DeliveryError::Refused(problem) => {
                self.state().outage.over();
                (problem, None)
            }
            DeliveryError::Deferred(problem) => {
                self.state().outage.over();
                (problem, self.next_try(due, now))
            }
            DeliveryError::Unavailable(problem) => {
                self.state().outage.unreachable(Instant::now());
                (problem, self.next_try(due, now).map(|_| self.turn(now)))
            }
            DeliveryError::SiteRefused(problem) => {
                self.state().outage.refused(Instant::now());
                (problem, self.next_try(due, now).map(|_| self.turn(now)))
            }
        };
        Self::failed(due, problem, again)
    }

    fn failed(due: &DueMail, problem: String, again: Option<DateTime<Utc>>) -> Report {
        let (mail, kind) = (due.id, due.mail.kind.as_str());
        match again {
            None => tracing::error!(mail, kind, problem, "a mail cannot be delivered and was given up"),
            Some(again) => tracing::warn!(mail, kind, problem, %again, "a mail was not delivered"),
        }
        let result = again.map_or(MailResult::GivenUp, |_| MailResult::Deferred);
        count_mail(due.mail.kind, result);
        Report::Failed { problem, again }
    }

    /// When a mail that was put off is tried again; `None` gives it up.
    fn next_try(&self, due: &DueMail, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let mut clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        match clock.confirmed(now, Instant::now()) {
            Some(_) => next_try(due.since, due.attempts.saturating_add(1), now),
            None => Some(now + SHORTEST),
        }
    }

    /// When the pause that holds for all is over.
    fn turn(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let wait = self.state().outage.wait(Instant::now()).unwrap_or_default();
        now + TimeDelta::from_std(wait).unwrap_or_default()
    }

    /// A mail that was sent but not written down would be sent again, so a database that is unavailable is waited for.
    fn write_down(&self, id: i32, report: &Report) -> Result<(), StoreError> {
        let mut reports = 0;
        loop {
            let report = report.clone();
            let written = self.database.write(move |store| match report {
                Report::Sent { sheets } => {
                    for (number, sheet) in &sheets {
                        store.keep_sheet(*number, sheet)?;
                    }
                    store.mail_sent(id, Utc::now())
                }
                Report::Failed { problem, again } => store.mail_failed(id, &problem, again),
            });
            reports += 1;
            let over = match &written {
                Ok(()) => true,
                Err(StoreError::Unavailable(_)) => false,
                Err(_) => reports >= REPORTS,
            };
            if over || !self.pause(PAUSE) {
                return written;
            }
        }
    }

    /// A mail that was put off or claimed while the clock was ahead does not wait until the clock is there again.
    fn recall(&self) {
        let now = Utc::now();
        {
            let mut clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = clock.confirmed(now, Instant::now());
        }
        let latest = now + LONGEST * 2;
        match self.database.write(move |store| store.recall_mails(latest, now)) {
            Ok(0) => {}
            Ok(mails) => tracing::info!(
                mails,
                "mails were put off by a clock that was ahead; they are due now"
            ),
            Err::<_, StoreError>(error) => tracing::debug!(%error, "the outbox cannot be looked at"),
        }
    }

    fn keep_claims(&self) {
        while self.pause(RENEW) {
            self.recall();
            let mails = self.state().in_hand.clone();
            if mails.is_empty() {
                continue;
            }
            let kept: Option<Result<(), StoreError>> = contain(|| {
                self.database
                    .write(move |store| store.keep_claims(&mails, Utc::now()))
            });
            if let Some(Err(error)) = kept {
                tracing::warn!(%error, "the mails under way could not be held on to; one may be sent twice");
            }
        }
    }
}

/// A mail that is being delivered, until its delivery ends, however it ends.
struct InHand<'a> {
    shared: &'a Shared,
    id: i32,
}

impl<'a> InHand<'a> {
    fn new(shared: &'a Shared, id: i32) -> Self {
        shared.state().in_hand.push(id);
        Self { shared, id }
    }
}

impl Drop for InHand<'_> {
    fn drop(&mut self) {
        self.shared.state().in_hand.retain(|id| *id != self.id);
    }
}

#[derive(Clone)]
enum Report {
    /// With the documents that were attached.
    Sent { sheets: Vec<Sheet> },
    Failed {
        problem: String,
        again: Option<DateTime<Utc>>,
    },
}
