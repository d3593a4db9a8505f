//! Password hashing on threads of its own, so that many sign-ins at once never hold up other requests.
//!
//! Two hashes at once, 64 waiting; a request beyond that is answered 503 at once, and a hash whose client has gone is skipped.
//! A thread keeps its 19 MiB between hashes and frees them when it was idle for a while.

use std::time::Duration;

use accounts::{HashMemory, NewPassword, PasswordHash, hash_password, verify_password};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded};
use outbound::random_bytes;
use secrecy::SecretString;
use tokio::sync::oneshot;

use crate::http::problem::Problem;
use crate::pools::panics::contain;

const THREADS: usize = 2;
const WAITING: usize = 64;
const IDLE: Duration = Duration::from_secs(5);

enum Task {
    Hash(NewPassword, [u8; 16], oneshot::Sender<PasswordHash>),
    Verify(SecretString, PasswordHash, oneshot::Sender<bool>),
}

impl Task {
    fn is_abandoned(&self) -> bool {
        match self {
            Self::Hash(_, _, reply) => reply.is_closed(),
            Self::Verify(_, _, reply) => reply.is_closed(),
        }
    }
}

pub struct Hasher {
    queue: Sender<Task>,
}

impl Hasher {
    pub fn start() -> std::io::Result<Self> {
        let (queue, tasks) = bounded(WAITING);
        for number in 0..THREADS {
            let tasks = tasks.clone();
            std::thread::Builder::new()
                .name(format!("hasher-{number}"))
                .spawn(move || run(&tasks))?;
        }
        Ok(Self { queue })
    }

    /// Hashes a new password.
    pub async fn hash(&self, password: NewPassword) -> Result<PasswordHash, Problem> {
        let salt = random_bytes()?;
        let (reply, answer) = oneshot::channel();
        self.submit(Task::Hash(password, salt, reply))?;
        answer.await.map_err(|_| Problem::internal())
    }

    /// Whether a typed password is the one behind a hash.
    pub async fn verify(&self, typed: SecretString, hash: PasswordHash) -> Result<bool, Problem> {
        let (reply, answer) = oneshot::channel();
        self.submit(Task::Verify(typed, hash, reply))?;
        answer.await.map_err(|_| Problem::internal())
    }

    fn submit(&self, task: Task) -> Result<(), Problem> {
        self.queue.try_send(task).map_err(|refused| match refused {
            TrySendError::Full(_) => {
                Problem::unavailable("busy", "The site is very busy. Please try again in a moment.", 1)
            }
            TrySendError::Disconnected(_) => Problem::internal(),
        })
    }
}

fn run(tasks: &Receiver<Task>) {
    while let Ok(first) = tasks.recv() {
        let mut memory = HashMemory::new();
        let _ = contain(|| work(first, &mut memory));
        loop {
            match tasks.recv_timeout(IDLE) {
                Ok(task) => {
                    let _ = contain(|| work(task, &mut memory));
                }
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }
}

fn work(task: Task, memory: &mut HashMemory) {
    if task.is_abandoned() {
        return;
    }
    match task {
        Task::Hash(password, salt, reply) => {
            let _ = reply.send(hash_password(&password, salt, memory));
        }
        Task::Verify(typed, hash, reply) => {
            let _ = reply.send(verify_password(&typed, &hash, memory));
        }
    }
}
