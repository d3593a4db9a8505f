//! Threads of their own for calls to Discord that a request waits for, so that a Discord that hangs takes no thread from the
//! database or from other requests. Of each member one call is under way at a time.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use kernel::UserId;
use outbound::{DISCORD_TIMEOUT, DiscordClient};

use crate::http::problem::Problem;
use crate::pools::pool::{Pool, PoolSettings};
use crate::pools::turns::Turns;

/// How long a member with too many calls at once is asked to wait.
const RETRY_SECONDS: u64 = 5;

/// How long the work of a call may take from its request on: as long as Discord may stay silent, with the waits that Discord asks for
/// and the wait for other calls within it, and a little more for the database.
const TIMEOUT: Duration = Duration::from_secs(DISCORD_TIMEOUT.as_secs() + 5);

const POOL: PoolSettings<()> = PoolSettings {
    name: "discord-calls",
    threads: 4,
    waiting: 256,
    full: || Problem::busy(5),
    state: || (),
};

pub struct DiscordCalls {
    pool: Pool,
    pub client: Arc<DiscordClient>,
    turns: Turns,
    pub client_id: String,
}

impl DiscordCalls {
    pub fn start(client: Arc<DiscordClient>, client_id: String) -> std::io::Result<Self> {
        Ok(Self {
            pool: Pool::start(&POOL)?,
            client,
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
            .enter(member)
            .ok_or_else(|| Problem::too_many_attempts(RETRY_SECONDS))?;
        let turn = tokio::time::timeout(DISCORD_TIMEOUT, place.turn())
            .await
            .map_err(|_| late())?;
        let client = Arc::clone(&self.client);
        let work = move |(): &mut ()| {
            let done = if asked.elapsed() < DISCORD_TIMEOUT {
                work(&client, asked + TIMEOUT)
            } else {
                Err(late())
            };
            // The member's next call may begin.
            drop(turn);
            done
        };
        self.pool.ask(work).await?
    }
}
