//! How many searches run at once.

use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::http::problem::Problem;

/// How long a search waits for those before it.
const WAIT: Duration = Duration::from_secs(1);

/// Bounds how many searches run at once, so that they never take all of the threads that read the database: there are at least two of
/// those for each core.
pub struct SearchPermits(Semaphore);

impl Default for SearchPermits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self(Semaphore::new(cores))
    }
}

impl SearchPermits {
    /// Waits until a search may run.
    ///
    /// # Errors
    /// 503 `busy` after a second.
    pub async fn take(&self) -> Result<SemaphorePermit<'_>, Problem> {
        let permit = actix_web::rt::time::timeout(WAIT, self.0.acquire()).await;
        permit.ok().and_then(Result::ok).ok_or_else(|| Problem::busy(1))
    }
}
