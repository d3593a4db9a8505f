//! Writes whose commit takes longer than their requests may wait.
//!
//! While a COMMIT is under way nothing can say whether it will hold: the disk stalls, PostgreSQL hangs, or a cut connection's
//! outcome is being asked for. Such a request is answered 503 like any other that comes too late, its handler runs on, and the
//! answer that it comes to is kept for the same request from the same browser: a repeated request is answered as if nothing had
//! failed. "The same" is method, address, cookie, browser and body.
//!
//! Decision: kept in memory, by the server that was asked, for two minutes after the outcome is known, and given once. Cost: a client
//! that asks another server, or later, is answered like any repeated request, for example that a name is taken.

use std::{
    cell::RefCell,
    collections::HashMap,
    future::Future,
    pin::{Pin, pin},
    rc::Rc,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
    time::{Duration, Instant},
};

use actix_session::{SessionExt, SessionStatus};
use actix_web::{
    Error, HttpMessage, HttpRequest, HttpResponseBuilder, ResponseError,
    body::{BoxBody, to_bytes_limited},
    dev::{Payload, ServiceRequest, ServiceResponse},
    error::PayloadError,
    http::{
        StatusCode,
        header::{self, HeaderName, HeaderValue},
    },
    middleware::Next,
};
use bytes::{Bytes, BytesMut};
use futures_core::Stream;
use serde_json::Value;
use sha2::{Digest, Sha256};
use tokio::sync::{Notify, watch};

use crate::http::problem::Problem;

/// How many are kept at the most; beyond that an answer is not remembered.
const KEPT: usize = 1_024;
/// How long an answer is kept once it is known.
const KEEP: Duration = Duration::from_secs(120);
/// How long the same request waits for an answer that is not known yet; it is not the first to ask.
const WAIT: Duration = Duration::from_millis(700);
/// Bodies of calls are no larger (contract, "Calls"); nor are the answers of writes.
const LIMIT: usize = 64 * 1024;
const BODY_DEADLINE: Duration = Duration::from_secs(10);

/// Of one request, shared by its handler, as a part of its caller, and the middleware that answers: a commit takes long.
#[derive(Clone, Default)]
pub struct CommitNotice(Rc<Notify>);

impl CommitNotice {
    /// The outcome will be known later.
    pub fn mark_uncertain(&self) {
        self.0.notify_one();
    }
}

/// The writes under way, and the answers of ended writes.
#[derive(Clone, Default)]
pub struct PendingWrites(Arc<Mutex<HashMap<Key, Entry>>>);

type Key = [u8; 32];
type Outcome = Option<Answer>;

struct Entry {
    outcome: watch::Receiver<Outcome>,
    /// `None` while the outcome is unknown.
    until: Option<Instant>,
}

/// What a handler came to.
#[derive(Clone)]
struct Answer {
    status: StatusCode,
    headers: Vec<(HeaderName, HeaderValue)>,
    body: Bytes,
    session: SessionChange,
}

/// What becomes of the caller's cookie.
#[derive(Clone)]
enum SessionChange {
    None,
    /// Replaced by these entries, each in JSON.
    Renewed(HashMap<String, String>),
    Purged,
}

impl PendingWrites {
    fn entries(&self) -> MutexGuard<'_, HashMap<Key, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_empty(&self) -> bool {
        self.entries().is_empty()
    }

    fn outcome(&self, key: &Key) -> Option<watch::Receiver<Outcome>> {
        self.entries().get(key).map(|entry| entry.outcome.clone())
    }

    fn begin(&self, key: Key) -> watch::Sender<Outcome> {
        let (sender, outcome) = watch::channel(None);
        let mut entries = self.entries();
        let now = Instant::now();
        entries.retain(|_, entry| entry.until.is_none_or(|until| now < until));
        if entries.len() < KEPT {
            let _ = entries.insert(key, Entry { outcome, until: None });
        }
        sender
    }

    /// Keeps a good answer; after any other the same request is a new one.
    fn end(&self, key: &Key, sender: &watch::Sender<Outcome>, answer: Outcome) {
        let mut entries = self.entries();
        if answer.is_none() {
            let _ = entries.remove(key);
        } else if let Some(entry) = entries.get_mut(key) {
            entry.until = Some(Instant::now() + KEEP);
        }
        drop(entries);
        sender.send_replace(answer);
    }

    fn forget(&self, key: &Key) {
        let _ = self.entries().remove(key);
    }
}

/// Wraps each call that changes something.
pub async fn answer_pending(
    pending: PendingWrites,
    mut request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if request.method().is_safe() {
        return next.call(request).await;
    }
    if !pending.is_empty()
        && let Some(body) = read_ahead(&mut request).await
    {
        let key = key(request.request(), std::slice::from_ref(&body));
        request.set_payload(Payload::from(body));
        if let Some(outcome) = pending.outcome(&key) {
            match finished(outcome).await {
                Finished::Answer(answer) => {
                    pending.forget(&key);
                    return Ok(give(request, answer));
                }
                Finished::NotYet => {
                    return Ok(request.into_response(Problem::database_unavailable().error_response()));
                }
                // It came to nothing, so this is the first time.
                Finished::Nothing => {}
            }
        }
    }
    let passed = Rc::new(RefCell::new(Vec::new()));
    let body = request.take_payload();
    request.set_payload(Payload::Stream {
        payload: Box::pin(Passing {
            body,
            passed: Rc::clone(&passed),
        }),
    });
    let http = request.request().clone();
    let notice = CommitNotice::default();
    let _ = request.extensions_mut().insert(notice.clone());
    let mut handler = Box::pin(next.call(request));
    if let Some(response) = unless_uncertain(handler.as_mut(), &notice).await {
        return response;
    }
    let key = key(&http, &passed.borrow());
    let outcome = pending.begin(key);
    actix_web::rt::spawn(async move {
        let answer = match handler.await {
            Ok(response) => keep(response).await,
            Err(_) => None,
        };
        pending.end(&key, &outcome, answer);
    });
    Ok(ServiceResponse::new(
        http,
        Problem::database_unavailable().error_response(),
    ))
}

/// What a handler answers; `None` if a commit of it takes long.
async fn unless_uncertain<F: Future + Unpin>(mut handler: F, notice: &CommitNotice) -> Option<F::Output> {
    let mut notified = pin!(notice.0.notified());
    std::future::poll_fn(move |context| {
        if let Poll::Ready(response) = Pin::new(&mut handler).poll(context) {
            return Poll::Ready(Some(response));
        }
        notified.as_mut().poll(context).map(|()| None)
    })
    .await
}

/// The body of a request, where it says that it is small enough to be looked at first.
async fn read_ahead(request: &mut ServiceRequest) -> Option<Bytes> {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    let length = match length {
        Some(length) if length <= LIMIT => length,
        None if !request.headers().contains_key(header::TRANSFER_ENCODING) => return Some(Bytes::new()),
        _ => return None,
    };
    let mut body = request.take_payload();
    let read = async {
        let mut bytes = BytesMut::with_capacity(length);
        while let Some(chunk) = std::future::poll_fn(|context| Pin::new(&mut body).poll_next(context)).await {
            bytes.extend_from_slice(&chunk.ok()?);
        }
        Some(bytes.freeze())
    };
    // What does not arrive is then an empty body to the handler, which refuses it.
    tokio::time::timeout(BODY_DEADLINE, read).await.ok().flatten()
}

enum Finished {
    Answer(Answer),
    NotYet,
    Nothing,
}

async fn finished(mut outcome: watch::Receiver<Outcome>) -> Finished {
    match tokio::time::timeout(WAIT, outcome.wait_for(Option::is_some)).await {
        Ok(Ok(answer)) => answer.clone().map_or(Finished::Nothing, Finished::Answer),
        Ok(Err(_)) => Finished::Nothing,
        Err(_) => Finished::NotYet,
    }
}

fn key(request: &HttpRequest, body: &[Bytes]) -> Key {
    let mut hash = Sha256::new();
    let mut part = |bytes: &[u8]| {
        hash.update(bytes.len().to_le_bytes());
        hash.update(bytes);
    };
    part(request.method().as_str().as_bytes());
    part(request.uri().to_string().as_bytes());
    for name in [header::COOKIE, header::USER_AGENT] {
        for value in request.headers().get_all(name) {
            part(value.as_bytes());
        }
        part(b"");
    }
    for bytes in body {
        hash.update(bytes);
    }
    hash.finalize().into()
}

/// A good answer with what it does to the cookie; `None` for any other.
async fn keep(response: ServiceResponse<BoxBody>) -> Outcome {
    let session = response.get_session();
    let change = match session.status() {
        SessionStatus::Changed | SessionStatus::Renewed => SessionChange::Renewed(session.entries().clone()),
        SessionStatus::Purged => SessionChange::Purged,
        SessionStatus::Unchanged => SessionChange::None,
    };
    let status = response.status();
    if !status.is_success() {
        return None;
    }
    let headers = response.headers().iter();
    let headers = headers
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let body = to_bytes_limited(response.into_body(), LIMIT).await.ok()?.ok()?;
    Some(Answer {
        status,
        headers,
        body,
        session: change,
    })
}

fn give(request: ServiceRequest, answer: Answer) -> ServiceResponse<BoxBody> {
    let session = request.get_session();
    match answer.session {
        SessionChange::None => {}
        SessionChange::Purged => session.purge(),
        SessionChange::Renewed(entries) => {
            session.renew();
            for (name, json) in entries {
                if let Ok(value) = serde_json::from_str::<Value>(&json)
                    && session.insert(name, value).is_err()
                {
                    return request.into_response(Problem::internal().error_response());
                }
            }
        }
    }
    let mut response = HttpResponseBuilder::new(answer.status);
    for header in answer.headers {
        response.append_header(header);
    }
    request.into_response(response.body(answer.body))
}

/// Hands a body on and keeps what has passed.
struct Passing {
    body: Payload,
    passed: Rc<RefCell<Vec<Bytes>>>,
}

impl Stream for Passing {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let chunk = Pin::new(&mut self.body).poll_next(context);
        if let Poll::Ready(Some(Ok(bytes))) = &chunk {
            let mut passed = self.passed.borrow_mut();
            // Larger than any call takes: it will be refused, and need not be held.
            if passed.iter().map(Bytes::len).sum::<usize>() <= LIMIT {
                passed.push(bytes.clone());
            }
        }
        chunk
    }
}
