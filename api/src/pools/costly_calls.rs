//! Calls that cost much: they replay, search, print, open secrets, or answer all that a member has.
//!
//! Decision: a member's costly calls run one after the other, also until a large answer is sent, so that any number of connections of one
//! member takes one thread and the memory of one answer. Reads of all members together have a permit for each core, so that a thread is
//! left for other reads: there are at least two for each core.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use actix_web::{
    HttpResponse,
    body::{BodySize, MessageBody},
    http::{StatusCode, header::ContentType},
};
use bytes::Bytes;
use kernel::UserId;
use serde::Serialize;
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::timeout,
};

use crate::http::problem::Problem;
use crate::pools::turns::{Turn, Turns};

/// How long a member's call waits for the member's other calls (contract, "What changes in what stands").
const TURN_WAIT: Duration = Duration::from_secs(2);
/// How long a read waits for reads of other members.
const PERMIT_WAIT: Duration = Duration::from_secs(1);
/// Bytes of a large answer that are handed to a connection at once.
const PIECE: usize = 64 * 1024;

pub struct CostlyCalls {
    turns: Turns,
    permits: Semaphore,
}

impl Default for CostlyCalls {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            turns: Turns::default(),
            permits: Semaphore::new(cores),
        }
    }
}

impl CostlyCalls {
    /// Waits until no other costly call of the member is under way.
    ///
    /// # Errors
    /// 429 `too_many_calls` after two seconds, or where too many wait.
    pub async fn turn(&self, member: UserId) -> Result<Turn, Problem> {
        let place = self.turns.enter(member).ok_or_else(Problem::too_many_calls)?;
        let turn = timeout(TURN_WAIT, place.turn()).await;
        turn.map_err(|_| Problem::too_many_calls())
    }

    /// Waits until a costly read may run.
    ///
    /// # Errors
    /// 503 `busy` after a second.
    pub async fn permit(&self) -> Result<SemaphorePermit<'_>, Problem> {
        let permit = timeout(PERMIT_WAIT, self.permits.acquire()).await;
        permit.ok().and_then(Result::ok).ok_or_else(|| Problem::busy(1))
    }
}

/// A JSON answer that keeps its member's turn until it is sent, so that a reader who takes nothing holds one of them in memory.
///
/// # Errors
/// 500 where it cannot be written.
pub fn json_in_turn(status: StatusCode, value: &impl Serialize, turn: Turn) -> Result<HttpResponse, Problem> {
    let text = serde_json::to_vec(value).map_err(|error| {
        tracing::error!(%error, "an answer cannot be written");
        Problem::internal()
    })?;
    Ok(HttpResponse::build(status)
        .content_type(ContentType::json())
        .body(TurnBody::new(text, turn)))
}

/// Bytes that are handed to a connection in pieces as it takes them, with the turn of the call.
pub struct TurnBody {
    left: Bytes,
    _turn: Turn,
}

impl TurnBody {
    pub fn new(text: Vec<u8>, turn: Turn) -> Self {
        Self {
            left: text.into(),
            _turn: turn,
        }
    }
}

impl MessageBody for TurnBody {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.left.len() as u64)
    }

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let length = self.left.len().min(PIECE);
        let piece = self.left.split_to(length);
        Poll::Ready((length > 0).then_some(Ok(piece)))
    }
}
