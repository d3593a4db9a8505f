//! The one bounded pool: threads of their own and a queue, for work that blocks. A queue that is full refuses at once, so that
//! waiting work never grows without bound.
//!
//! Decision: not the runtime's blocking threads, which all features share, so that one slow provider would hold up sign-ins; and
//! not a library's pool, none of which has a bounded queue that refuses. A thread's state is made with its first work and dropped
//! when the thread was idle for a while.

use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded};
use persistence::QueueMetrics;
use tokio::sync::oneshot;

use crate::http::problem::Problem;
use crate::pools::panics::contain;

/// How long a thread without work keeps its state.
const IDLE: Duration = Duration::from_secs(5);

/// What one pool is.
pub struct PoolSettings<S> {
    /// Of its threads, numbered from 0, and of its queue in the metrics.
    pub name: &'static str,
    pub threads: usize,
    /// The queue's length; the work under way does not count.
    pub waiting: usize,
    /// What a full queue answers.
    pub full: fn() -> Problem,
    /// A thread's own state.
    pub state: fn() -> S,
}

/// Why work was not done.
#[derive(Debug)]
pub enum PoolError {
    /// The queue is full; with the pool's answer to that.
    Full(Problem),
    /// The work panicked, which the panic hook has logged, or the pool has ended.
    Lost,
}

impl From<PoolError> for Problem {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Full(problem) => problem,
            PoolError::Lost => Self::internal(),
        }
    }
}

type Work<S> = Box<dyn FnOnce(&mut S) + Send>;

/// Threads that do work in the order in which it comes. They end when the pool is dropped and the queue is empty.
pub struct Pool<S = ()> {
    queue: Sender<Work<S>>,
    metrics: QueueMetrics,
    full: fn() -> Problem,
}

impl<S: 'static> Pool<S> {
    /// Starts the threads.
    ///
    /// # Errors
    /// The system's, where a thread cannot be had.
    pub fn start(settings: &PoolSettings<S>) -> std::io::Result<Self> {
        let (queue, work) = bounded(settings.waiting);
        for number in 0..settings.threads {
            let (work, state) = (work.clone(), settings.state);
            std::thread::Builder::new()
                .name(format!("{}-{number}", settings.name))
                .spawn(move || run(&work, state))?;
        }
        Ok(Self {
            queue,
            metrics: QueueMetrics::of(settings.name),
            full: settings.full,
        })
    }

    /// Does `work` on one of the threads, unless the caller is gone before it begins.
    pub async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut S) -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        self.submit(work)?.await.map_err(|_| PoolError::Lost)
    }

    /// [`Self::ask`] for a caller that polls by itself. A closed channel is [`PoolError::Lost`].
    pub fn submit<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut S) -> T + Send + 'static,
    ) -> Result<oneshot::Receiver<T>, PoolError> {
        let (reply, answer) = oneshot::channel();
        self.enqueue(Box::new(move |state| {
            if !reply.is_closed() {
                let _ = reply.send(work(state));
            }
        }))?;
        Ok(answer)
    }

    /// Does `work` also when the caller is gone.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut S) -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        let (reply, answer) = oneshot::channel();
        self.enqueue(Box::new(move |state| {
            let _ = reply.send(work(state));
        }))?;
        answer.await.map_err(|_| PoolError::Lost)
    }

    fn enqueue(&self, work: Work<S>) -> Result<(), PoolError> {
        let waiting = self.metrics.enter();
        let work: Work<S> = Box::new(move |state| {
            waiting.begin();
            work(state);
        });
        self.queue.try_send(work).map_err(|refused| match refused {
            TrySendError::Full(_) => PoolError::Full((self.full)()),
            TrySendError::Disconnected(_) => PoolError::Lost,
        })
    }
}

fn run<S>(queue: &Receiver<Work<S>>, make: fn() -> S) {
    while let Ok(first) = queue.recv() {
        let mut state = make();
        let _ = contain(|| first(&mut state));
        loop {
            match queue.recv_timeout(IDLE) {
                Ok(work) => {
                    let _ = contain(|| work(&mut state));
                }
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn one_thread(waiting: usize) -> Pool<usize> {
        Pool::start(&PoolSettings {
            name: "test",
            threads: 1,
            waiting,
            full: || Problem::unavailable("busy", "Busy", 1),
            state: || 0,
        })
        .unwrap()
    }

    /// Work that signals its begin and ends on a signal.
    fn held(pool: &Pool<usize>) -> mpsc::Sender<()> {
        let (began, begun) = mpsc::channel();
        let (end, ended) = mpsc::channel();
        let answer = pool.submit(move |_| {
            began.send(()).unwrap();
            ended.recv().unwrap();
        });
        begun.recv().unwrap();
        // The work has begun, so that its caller may go.
        drop(answer);
        end
    }

    #[test]
    fn a_full_queue_refuses_at_once_with_the_pools_answer() {
        let pool = one_thread(1);
        let end = held(&pool);
        let waiting = pool.submit(|_| 7).unwrap();
        let refused = pool.submit(|_| 8).unwrap_err();
        assert!(matches!(&refused, PoolError::Full(problem) if problem.to_string() == "busy"));
        end.send(()).unwrap();
        assert_eq!(waiting.blocking_recv(), Ok(7));
    }

    #[test]
    fn work_whose_caller_has_gone_is_not_begun() {
        let pool = one_thread(2);
        let end = held(&pool);
        let (began, begun) = mpsc::channel();
        drop(pool.submit(move |_| began.send(()).unwrap()));
        end.send(()).unwrap();
        assert_eq!(pool.submit(|_| 7).unwrap().blocking_recv(), Ok(7));
        assert!(begun.recv().is_err(), "abandoned work was done");
    }

    #[test]
    fn work_that_must_be_carried_out_is_done_for_a_caller_that_has_gone() {
        use std::{
            future::Future as _,
            pin::pin,
            task::{Context, Waker},
        };
        let pool = one_thread(2);
        let end = held(&pool);
        let (done, answer) = mpsc::channel();
        {
            let mut asked = pin!(pool.run(move |_| done.send(7).unwrap()));
            assert!(
                asked
                    .as_mut()
                    .poll(&mut Context::from_waker(Waker::noop()))
                    .is_pending()
            );
        }
        end.send(()).unwrap();
        assert_eq!(answer.recv(), Ok(7));
    }

    #[test]
    fn a_panic_loses_its_own_work_alone_and_a_thread_keeps_its_state() {
        let pool = one_thread(4);
        let count = |pool: &Pool<usize>| {
            pool.submit(|count| {
                *count += 1;
                *count
            })
        };
        assert_eq!(count(&pool).unwrap().blocking_recv(), Ok(1));
        let lost = pool.submit(|_| -> usize { panic!("on purpose") }).unwrap();
        assert!(lost.blocking_recv().is_err());
        assert_eq!(count(&pool).unwrap().blocking_recv(), Ok(2));
    }
}
