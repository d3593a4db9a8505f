//! The threads on which requests reach the database.
//!
//! Decision: threads of the database's own instead of the runtime's blocking threads. A database that hangs holds these, and
//! nothing that a page, a file or the health check needs; there are as many as connections, and what waits for them is bounded.

use std::sync::OnceLock;

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use kernel::StoreError;

use super::{queue_metrics::QueueMetrics, work::contain};

/// More than this waiting means that the database does not follow.
const QUEUE: usize = 1024;

pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// Started with the first job, since commands need none.
pub(crate) struct Threads {
    count: u32,
    metrics: QueueMetrics,
    queue: OnceLock<Option<Sender<Job>>>,
}

impl Threads {
    pub(crate) fn new(name: &'static str, count: u32) -> Self {
        Self {
            count,
            metrics: QueueMetrics::of(name),
            queue: OnceLock::new(),
        }
    }

    /// Queues a job, and never waits.
    ///
    /// # Errors
    /// [`StoreError::Busy`] where too many wait.
    pub(crate) fn submit(&self, job: Job) -> Result<(), StoreError> {
        let queue = self.queue.get_or_init(|| start(self.count));
        let queue = queue
            .as_ref()
            .ok_or_else(|| unavailable("no thread can be started"))?;
        let waiting = self.metrics.enter();
        let job: Job = Box::new(move || {
            waiting.begin();
            job();
        });
        queue.try_send(job).map_err(|refused| match refused {
            TrySendError::Full(_) => StoreError::Busy("the queue of its threads is full".into()),
            TrySendError::Disconnected(_) => unavailable("the database's threads have ended"),
        })
    }
}

fn start(count: u32) -> Option<Sender<Job>> {
    let (queue, jobs) = bounded(QUEUE);
    let started = (0..count).filter(|number| {
        let jobs = jobs.clone();
        let thread = std::thread::Builder::new().name(format!("database-{number}"));
        thread.spawn(move || run(&jobs)).is_ok()
    });
    (started.count() > 0).then_some(queue)
}

fn run(jobs: &Receiver<Job>) {
    while let Ok(job) = jobs.recv() {
        let _ = contain(job);
    }
}

fn unavailable(why: &'static str) -> StoreError {
    StoreError::Unavailable(why.into())
}
