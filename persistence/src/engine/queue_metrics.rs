//! What is measured of a queue of work in memory: how much waits, and how long it waited before it began.

use std::time::Instant;

use metrics::{Gauge, Histogram};

/// The measurements of one queue, by its name. Cloning shares them. Where no recorder is installed, nothing is measured.
#[derive(Clone)]
pub struct QueueMetrics {
    length: Gauge,
    wait: Histogram,
}

/// Work that waits, from [`QueueMetrics::enter`] until it begins or is dropped.
pub struct Waiting {
    queue: QueueMetrics,
    since: Instant,
}

impl QueueMetrics {
    /// The queue's name becomes a label, so it is one of a fixed few.
    #[must_use]
    pub fn of(queue: &'static str) -> Self {
        Self {
            length: metrics::gauge!("portal_queue_length", "queue" => queue),
            wait: metrics::histogram!("portal_queue_wait_seconds", "queue" => queue),
        }
    }

    /// Counts work as waiting.
    #[must_use]
    pub fn enter(&self) -> Waiting {
        self.length.increment(1.0);
        Waiting {
            queue: self.clone(),
            since: Instant::now(),
        }
    }
}

impl Waiting {
    /// The work begins: its wait is recorded. Work that is refused or abandoned is dropped without.
    pub fn begin(self) {
        self.queue.wait.record(self.since.elapsed());
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.queue.length.decrement(1.0);
    }
}
