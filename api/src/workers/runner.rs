//! The one runner of what is done outside of requests: jobs, each by the worker of its kind, and schedules. Any number of servers may run
//! it over one database: a job is claimed by one worker.
//!
//! Decision: the outside is asked between two transactions, never within one. A server that ends in between leaves a claim that runs out,
//! and the next try sends the same idempotency key, where the outside has one. A commit of this server that enqueued a job wakes the
//! runner; a look every few seconds finds what others enqueued. Ruled out: a loop for each feature, which asked the database each second.
//! Cost: a job that a command or another server enqueued begins up to five seconds later.

mod in_hand;
pub mod kind;
pub mod outage;
pub mod schedule;
pub mod settled;

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use chrono::{DateTime, Utc};
use kernel::{JobKind, StoreError};
use persistence::{Database, Job};

use crate::pools::panics::contain;
use crate::workers::clock_guard::{AtStart, ClockGuard};
use crate::workers::runner::{
    in_hand::JobsInHand,
    kind::{Kind, Outside, Report, Tried},
    outage::Outage,
    settled::Settled,
};

/// How often jobs are looked for that no commit of this server enqueued.
const LOOK: Duration = Duration::from_secs(5);
/// Claims last a minute; see [`persistence::JOB_CLAIM`].
const RENEW: Duration = Duration::from_secs(15);
/// Before a database that does not answer is asked again.
const PAUSE: Duration = Duration::from_secs(1);
/// A job that is under way when the server ends has this long; then its claim runs out.
const GRACE: Duration = Duration::from_secs(10);
/// How often an outcome that the database refuses is written again, each after a [`PAUSE`]; an unavailable database is waited for.
const REPORTS: u32 = 30;

/// The running runner.
pub struct Runner(Arc<Shared>);

struct Shared {
    database: Database,
    settled: Settled,
    kinds: Vec<Kind>,
    in_hand: JobsInHand,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    ending: bool,
    running: usize,
    kinds: Vec<KindState>,
}

#[derive(Default)]
struct KindState {
    /// Counts the looks that found due jobs.
    found: u64,
    outage: Outage,
    clock: Option<ClockGuard>,
    due_since: Option<Instant>,
}

impl Runner {
    /// Starts the threads of each kind, and the thread that looks for due jobs.
    pub fn start(database: Database, settled: Settled, kinds: Vec<Kind>) -> std::io::Result<Self> {
        let state = State {
            kinds: kinds.iter().map(KindState::of).collect(),
            ..State::default()
        };
        let shared = Arc::new(Shared {
            database,
            settled,
            kinds,
            in_hand: JobsInHand::default(),
            state: Mutex::new(state),
            changed: Condvar::new(),
        });
        for (index, kind) in shared.kinds.iter().enumerate() {
            for number in 0..kind.threads {
                let shared = Arc::clone(&shared);
                shared.state().running += 1;
                std::thread::Builder::new()
                    .name(format!("{}-{number}", kind.name))
                    .spawn(move || shared.work_until_the_end(index))?;
            }
        }
        let looking = Arc::clone(&shared);
        std::thread::Builder::new()
            .name(String::from("jobs"))
            .spawn(move || looking.look_until_the_end())?;
        Ok(Self(shared))
    }

    /// Begins no further job and waits for the jobs that are under way.
    pub fn end(self) {
        self.0.state().ending = true;
        self.0.changed.notify_all();
        self.0.database.wake_jobs();
        let waited = self
            .0
            .changed
            .wait_timeout_while(self.0.state(), GRACE, |state| state.running > 0);
        drop(waited);
        let jobs = self.0.in_hand.count();
        if jobs > 0 {
            tracing::warn!(jobs, "jobs were under way at the end; they are tried again");
        }
    }
}

impl KindState {
    fn of(kind: &Kind) -> Self {
        Self {
            clock: kind
                .steady
                .map(|steady| ClockGuard::new(steady, AtStart::Trusted)),
            ..Self::default()
        }
    }

    fn may_work(&mut self, now: DateTime<Utc>, monotonic: Instant) -> bool {
        self.is_steady(now, monotonic) && self.outage.wait(monotonic).is_none()
    }

    fn is_steady(&mut self, now: DateTime<Utc>, monotonic: Instant) -> bool {
        let clock = self.clock.as_mut();
        clock.is_none_or(|clock| clock.confirmed(now, monotonic).is_some())
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

    fn look_until_the_end(&self) {
        let mut seen = 0;
        // `None` after an outage of the database: a job whose outcome waits to be written may be free by then, so claims are renewed before
        // jobs are looked for.
        let mut renewed = None;
        while !self.state().ending {
            if renewed.is_none_or(|at: Instant| at.elapsed() >= RENEW) {
                let is_renewed = contain(|| self.renew_claims()).unwrap_or(true);
                renewed = is_renewed.then(Instant::now);
                let _ = contain(|| self.recall());
            }
            let wait = match renewed {
                Some(_) => contain(|| self.look()).unwrap_or(Some(LOOK)),
                None => None,
            };
            if wait.is_none() {
                renewed = None;
            }
            seen = self.database.wait_for_jobs(seen, wait.unwrap_or(PAUSE));
        }
    }

    /// Wakes the threads of the kinds that have due jobs; when to look again. `None` if the database did not answer.
    fn look(&self) -> Option<Duration> {
        let (now, monotonic) = (Utc::now(), Instant::now());
        let next: Result<Vec<_>, StoreError> = self.database.read(|store| {
            let next_due = |kind: &Kind| store.next_due(kind.name, &kind.payloads, now);
            self.kinds.iter().map(next_due).collect()
        });
        let next = match next {
            Ok(next) => next,
            Err(error) => {
                tracing::debug!(%error, "jobs cannot be looked for; it is tried again");
                return None;
            }
        };
        let mut wait = LOOK;
        for (index, due) in next.into_iter().enumerate() {
            wait = wait.min(self.look_at(index, due, (now, monotonic)));
        }
        self.changed.notify_all();
        Some(wait)
    }

    fn look_at(
        &self,
        index: usize,
        due: Option<DateTime<Utc>>,
        (now, monotonic): (DateTime<Utc>, Instant),
    ) -> Duration {
        let Some(kind) = self.kinds.get(index) else {
            return LOOK;
        };
        let is_due = due.is_some_and(|due| due <= now);
        let due_for = {
            let mut state = self.state();
            let Some(state) = state.kinds.get_mut(index) else {
                return LOOK;
            };
            state.due_since = is_due.then(|| state.due_since.unwrap_or(monotonic));
            state.due_since.map(|since| since.elapsed()).unwrap_or_default()
        };
        if let Some(look) = &kind.look {
            look(due_for);
        }
        let rest = (kind.rest)();
        let mut state = self.state();
        let Some(state) = state.kinds.get_mut(index) else {
            return LOOK;
        };
        let rest = if state.is_steady(now, monotonic) {
            rest
        } else {
            Some(LOOK)
        };
        let rest = rest.max(state.outage.wait(monotonic));
        match (due, rest) {
            (Some(_), Some(rest)) if is_due => rest,
            (Some(_), None) if is_due => {
                state.found += 1;
                LOOK
            }
            (Some(due), _) => (due - now).to_std().unwrap_or(PAUSE),
            (None, _) => LOOK,
        }
    }

    /// A job that was put off while the clock was ahead does not wait until the clock is there again.
    fn recall(&self) {
        let now = Utc::now();
        let latest: Vec<(JobKind, DateTime<Utc>)> = (self.kinds.iter())
            .map(|kind| (kind.name, now + kind.longest_pause * 2))
            .collect();
        let recalled: Result<usize, StoreError> = self.database.write(move |store| {
            let each = latest.into_iter();
            each.map(|(kind, latest)| store.recall_jobs(kind, latest)).sum()
        });
        match recalled {
            Ok(0) => {}
            Ok(jobs) => {
                tracing::info!(
                    jobs,
                    "jobs were put off by a clock that was ahead; they are due now"
                );
            }
            Err(error) => tracing::debug!(%error, "jobs that were put off cannot be looked for"),
        }
    }

    /// Whether the jobs under way are held on to.
    fn renew_claims(&self) -> bool {
        // Each in a transaction of its own, which locks one job.
        let renewed: Result<(), StoreError> = self.in_hand.to_renew().into_iter().try_for_each(|job| {
            self.database
                .write(move |store| store.renew_job(&job, Utc::now()))
        });
        match renewed {
            Ok(()) => true,
            Err(StoreError::Unavailable(_) | StoreError::OutcomeUnknown(_)) => false,
            Err(error) => {
                tracing::warn!(%error, "the jobs under way could not be held on to; one may be done twice");
                true
            }
        }
    }

    fn work_until_the_end(&self, index: usize) {
        let mut seen = 0;
        while self.wait_for_work(index, &mut seen) {
            while self.may_work(index) && matches!(contain(|| self.work_once(index)), Some(Ok(true))) {}
        }
        self.state().running -= 1;
        self.changed.notify_all();
    }

    /// Waits until a look found due jobs since those that were seen; false at the end.
    fn wait_for_work(&self, index: usize, seen: &mut u64) -> bool {
        let found = |state: &State| state.kinds.get(index).map_or(0, |kind| kind.found);
        let waited = (self.changed).wait_while(self.state(), |state| !state.ending && found(state) == *seen);
        let state = waited.unwrap_or_else(PoisonError::into_inner);
        *seen = found(&state);
        !state.ending
    }

    fn may_work(&self, index: usize) -> bool {
        // Asked before each job: the try before this one may have been told to wait.
        let rest = self.kinds.get(index).and_then(|kind| (kind.rest)());
        let mut state = self.state();
        let is_ending = state.ending;
        let kind = state.kinds.get_mut(index);
        !is_ending && rest.is_none() && kind.is_some_and(|kind| kind.may_work(Utc::now(), Instant::now()))
    }

    /// Tries the job whose turn it is; whether there was one.
    fn work_once(&self, index: usize) -> Result<bool, StoreError> {
        let Some(kind) = self.kinds.get(index) else {
            return Ok(false);
        };
        let (name, now) = (kind.name, Utc::now());
        let due = self
            .database
            .read(|store| store.next_due(name, &kind.payloads, now))?;
        if due.is_none_or(|due| due > now) {
            return Ok(false);
        }
        let payloads = kind.payloads.clone();
        let claimed = self
            .database
            .write(move |store| store.claim_due_job(name, &payloads, now))?;
        let Some(job) = claimed else {
            // Others hold what is due.
            return Ok(false);
        };
        let in_hand = self.in_hand.add(&job, kind.limit);
        let tried = contain(|| (kind.work)(&job))
            .unwrap_or_else(|| Err(StoreError::Program("the worker panicked".into())));
        let tried = tried.unwrap_or_else(|error| Tried::not(&job, &error));
        self.note(index, tried.outside);
        in_hand.set_tried();
        if let Err(error) = self.settle(&job, &tried.report) {
            // Tried again after a pause, and not as soon as its claim has run out.
            self.settle(&job, &Tried::not(&job, &error).report)?;
        }
        Ok(true)
    }

    fn note(&self, index: usize, outside: Outside) {
        let now = Instant::now();
        let mut state = self.state();
        let Some(kind) = state.kinds.get_mut(index) else {
            return;
        };
        match outside {
            Outside::NotAsked => {}
            Outside::Answers => kind.outage.over(),
            Outside::Unreachable => kind.outage.unreachable(now),
            Outside::RefusesSite => kind.outage.refused(now),
        }
    }

    /// A job that was done but not written down would be done again, so a database that is unavailable is waited for.
    fn settle(&self, job: &Job, report: &Arc<Report>) -> Result<(), StoreError> {
        let mut reports = 0;
        loop {
            let (job, report) = (job.clone(), Arc::clone(report));
            let written = self.database.write(move |store| {
                let outcome = report(store)?;
                store.settle_job(&job, &outcome)
            });
            reports += 1;
            let over = match &written {
                Ok(()) => true,
                Err(StoreError::Unavailable(_) | StoreError::OutcomeUnknown(_)) => false,
                Err(_) => reports >= REPORTS,
            };
            if over || !self.pause(PAUSE) {
                self.settled.note();
                return written;
            }
        }
    }
}
