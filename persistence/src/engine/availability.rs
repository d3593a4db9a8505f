//! Whether the database answers, as far as this process last saw: a circuit breaker.
//!
//! Decision: the first request without an answer waits for the whole time and marks the database uncertain; from then on
//! requests wait shortly, and once a probe has failed too they are refused at once. The probe is a fresh connection on a thread
//! of its own, so that recovery is found without a request, and no request is needed to try.

pub(crate) mod write_probe;

use std::{
    sync::{
        Arc, Weak,
        atomic::{AtomicU8, AtomicU64, Ordering},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    time::Duration,
};

use kernel::StoreError;

/// How long a request waits for the database; a 503 comes within three seconds (contract, "Under pressure").
const WAIT: Duration = Duration::from_millis(2_200);
/// The same while it is uncertain; from the second request on a 503 comes within one second.
const UNCERTAIN_WAIT: Duration = Duration::from_millis(700);
/// Between two probes of a database that does not answer.
const PROBE_PAUSE: Duration = Duration::from_millis(300);

const UP: u8 = 0;
const UNCERTAIN: u8 = 1;
const DOWN: u8 = 2;

pub(crate) struct Availability {
    state: AtomicU8,
    /// How many reads were answered.
    answers: AtomicU64,
    /// Wakes the probe; `None` if the next use of the database finds out by itself.
    probe: Option<SyncSender<()>>,
}

impl Availability {
    /// Without a probe: the next use of the database reports when it is up again.
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            state: AtomicU8::new(UP),
            answers: AtomicU64::new(0),
            probe: None,
        })
    }

    /// With a probe, which answers whether the database does.
    pub(crate) fn probed(probe: impl Fn() -> bool + Send + 'static) -> std::io::Result<Arc<Self>> {
        let (wake, woken) = sync_channel(1);
        let availability = Arc::new(Self {
            state: AtomicU8::new(UP),
            answers: AtomicU64::new(0),
            probe: Some(wake),
        });
        let watched = Arc::downgrade(&availability);
        std::thread::Builder::new()
            .name(String::from("database-probe"))
            .spawn(move || run(&woken, &watched, &probe))?;
        Ok(availability)
    }

    /// How long a request may wait now.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] while the database is down.
    pub(crate) fn wait(&self) -> Result<Duration, StoreError> {
        match self.state.load(Ordering::Relaxed) {
            UP => Ok(WAIT),
            UNCERTAIN => Ok(UNCERTAIN_WAIT),
            _ => Err(StoreError::Unavailable(
                "the database has not answered; it is tried again".into(),
            )),
        }
    }

    /// Whether the database did what it was last asked, as far as is known.
    pub(crate) fn is_up(&self) -> bool {
        self.state.load(Ordering::Relaxed) == UP
    }

    /// A read was answered.
    pub(crate) fn note_answer(&self) {
        self.answers.fetch_add(1, Ordering::Relaxed);
    }

    /// How many reads were answered; where it grows, a call that is late waits for other calls and not for the database.
    pub(crate) fn answers(&self) -> u64 {
        self.answers.load(Ordering::Relaxed)
    }

    /// A request waited without an answer.
    pub(crate) fn mark_uncertain(&self) {
        let _ = self
            .state
            .compare_exchange(UP, UNCERTAIN, Ordering::Relaxed, Ordering::Relaxed);
        if let Some(probe) = &self.probe {
            // Full: the probe is on its way already.
            let _ = probe.try_send(());
        }
    }

    /// The database did what it was asked.
    pub(crate) fn mark_up(&self) {
        // Read first: this is said with every answer, by all threads.
        if self.state.load(Ordering::Relaxed) != UP && self.state.swap(UP, Ordering::Relaxed) == DOWN {
            tracing::info!("the database answers again");
        }
    }

    fn mark_down(&self) {
        if self.state.swap(DOWN, Ordering::Relaxed) != DOWN {
            tracing::error!("the database does not answer");
        }
    }
}

/// Ends with the last handle to the database.
fn run(woken: &Receiver<()>, watched: &Weak<Availability>, probe: &(impl Fn() -> bool + Send)) {
    while woken.recv().is_ok() {
        loop {
            let answers = probe();
            let Some(availability) = watched.upgrade() else {
                return;
            };
            if answers {
                availability.mark_up();
                break;
            }
            availability.mark_down();
            drop(availability);
            std::thread::sleep(PROBE_PAUSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, PoisonError, mpsc};

    use super::*;

    #[test]
    fn a_database_is_refused_at_once_after_a_failed_probe_and_used_again_after_a_good_one() {
        let (say, said) = mpsc::channel::<bool>();
        let said = Mutex::new(said);
        let (asked, probed) = mpsc::channel();
        let availability = Availability::probed(move || {
            asked.send(()).unwrap();
            said.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .recv()
                .unwrap()
        })
        .unwrap();
        assert_eq!(availability.wait().unwrap(), WAIT);
        availability.mark_uncertain();
        assert_eq!(availability.wait().unwrap(), UNCERTAIN_WAIT);
        probed.recv().unwrap();
        say.send(false).unwrap();
        // The second probe begins after the first one's outcome is known.
        probed.recv().unwrap();
        assert!(matches!(availability.wait(), Err(StoreError::Unavailable(_))));
        availability.mark_uncertain();
        assert!(
            availability.wait().is_err(),
            "a database that is down becomes uncertain"
        );
        say.send(true).unwrap();
        // Marked while it was down: one more probe, which begins after the state has changed.
        probed.recv().unwrap();
        assert_eq!(availability.wait().unwrap(), WAIT);
        say.send(true).unwrap();
    }

    #[test]
    fn without_a_probe_the_user_says_when_it_is_up_again() {
        let availability = Availability::new();
        availability.mark_uncertain();
        assert_eq!(availability.wait().unwrap(), UNCERTAIN_WAIT);
        availability.mark_up();
        assert_eq!(availability.wait().unwrap(), WAIT);
    }
}
