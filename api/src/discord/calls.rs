//! Threads of their own for calls to Discord that a request waits for, so that a Discord that hangs takes no thread from the
//! database or from other requests. Of each member one call is under way at a time.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use kernel::UserId;
use outbound::{DISCORD_TIMEOUT, DiscordClient};
use tokio::sync::oneshot;

use crate::discord::turns::Turns;
use crate::http::problem::Problem;
use crate::pools::panics::contain;

const THREADS: usize = 4;
const WAITING: usize = 256;
/// What a member with too many calls at once is told to wait.
const RETRY_SECONDS: u64 = 5;

/// A wait that Discord asks for counts like its silence, and so does one for others here; a little more for the calls around it.
const TIMEOUT: Duration = Duration::from_secs(DISCORD_TIMEOUT.as_secs() + 5);

type Task = Box<dyn FnOnce(&DiscordClient) + Send>;

pub struct DiscordDesk {
    queue: Sender<Task>,
    turns: Turns,
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
        Ok(Self {
            queue,
            turns: Turns::default(),
            client_id,
        })
    }

    /// Does a member's work that asks Discord and the database in turn, and answers what it answers. Work that began is done to
    /// its end, whether or not its request still waits; work whose time passed while it waited answers `late` and asks nothing.
    /// A member with too many calls at once is answered 429.
    pub async fn ask<T: Send + 'static>(
        &self,
        member: UserId,
        late: fn() -> Problem,
        work: impl FnOnce(&DiscordClient, Instant) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let asked = Instant::now();
        let place = self
            .turns
            .line_up(member)
            .ok_or_else(|| Problem::too_many_attempts(RETRY_SECONDS))?;
        let turn = tokio::time::timeout(DISCORD_TIMEOUT, place.turn())
            .await
            .map_err(|_| late())?;
        let (reply, answer) = oneshot::channel();
        let task: Task = Box::new(move |client| {
            if reply.is_closed() {
                return;
            }
            let done = if asked.elapsed() < DISCORD_TIMEOUT {
                work(client, asked + TIMEOUT)
            } else {
                Err(late())
            };
            // The member's next call may begin.
            drop(turn);
            let _ = reply.send(done);
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
