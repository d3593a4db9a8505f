//! Threads of their own for calls to Discord that somebody waits for, so that a Discord that hangs takes no thread from the
//! database or from anybody else.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use outbound::{DISCORD_PATIENCE, DiscordClient};
use tokio::sync::oneshot;

use crate::{panics::contain, problem::Problem};

const THREADS: usize = 4;
const WAITING: usize = 256;

/// A wait that Discord asks for counts like its silence, and so does one for others here; a little more for the calls around it.
const TIMEOUT: Duration = Duration::from_secs(DISCORD_PATIENCE.as_secs() + 5);

type Task = Box<dyn FnOnce(&DiscordClient) + Send>;

pub struct DiscordDesk {
    queue: Sender<Task>,
    pub client_id: String,
}

impl DiscordDesk {
    pub fn start(client: &Arc<DiscordClient>, client_id: String) -> std::io::Result<Self> {
        let (queue, tasks) = bounded(WAITING);
        for number in 0..THREADS {
            let (tasks, client) = (tasks.clone(), Arc::clone(client));
            std::thread::Builder::new()
                .name(format!("discord-desk-{number}"))
                .spawn(move || run(&tasks, &client))?;
        }
        Ok(Self { queue, client_id })
    }

    /// Does work that asks Discord and the database in turn, and answers what it answers. Work that began is done to its end,
    /// whether or not somebody still waits; work whose time passed in the queue answers `late` and asks nobody.
    pub async fn ask<T: Send + 'static>(
        &self,
        late: fn() -> Problem,
        work: impl FnOnce(&DiscordClient, Instant) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let (reply, answer) = oneshot::channel();
        let asked = Instant::now();
        let task: Task = Box::new(move |client| {
            if reply.is_closed() {
                return;
            }
            let _ = reply.send(if asked.elapsed() < DISCORD_PATIENCE {
                work(client, asked + TIMEOUT)
            } else {
                Err(late())
            });
        });
        self.queue.try_send(task).map_err(|refused| match refused {
            TrySendError::Full(_) => {
                Problem::unavailable("busy", "The site is very busy. Please try again in a moment.", 5)
            }
            TrySendError::Disconnected(_) => Problem::internal(),
        })?;
        answer.await.map_err(|_| Problem::internal())?
    }
}

fn run(tasks: &Receiver<Task>, client: &DiscordClient) {
    while let Ok(task) = tasks.recv() {
        let _ = contain(|| task(client));
    }
}
