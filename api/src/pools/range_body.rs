//! A file, or a range of it, as a response body.
//!
//! The kernel moves the bytes from its page cache to the socket (sendfile), so that they are never copied here: copying them into
//! the framework's buffer and out of it again was two fifths of the processor time of a video. What must come from the disk first is
//! read by a pool of its own, so that a slow disk never holds the threads of the database or of other requests.

use std::{
    fs::File,
    io::IoSliceMut,
    os::unix::fs::FileExt,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use actix_web::{
    HttpRequest, HttpResponseBuilder,
    body::{BodySize, MessageBody},
    http::Method,
};
use bytes::Bytes;
use rustix::io::{ReadWriteFlags, preadv2};
use tokio::sync::oneshot;

use crate::http::connections::stream::{ConnectionHandle, FileWindow};
use crate::http::problem::Problem;
use crate::pools::pool::{Pool, PoolSettings};

/// Bytes that are looked up in the page cache, and sent, at once: most segments of a rendition.
pub const WINDOW: u64 = 512 * 1024;
/// Bytes of a thread's buffer.
const BUFFER: usize = 64 * 1024;
/// Each body has one window under way at most, so the queue is as long as there are viewers of what no cache holds. When the disk
/// is so slow that this many wait for it, the next body ends; players ask again from where they are.
const POOL: PoolSettings<Box<[u8]>> = PoolSettings {
    name: "media",
    threads: 4,
    waiting: 4_096,
    full: || Problem::busy(1),
    state: || vec![0; BUFFER].into_boxed_slice(),
};

/// Threads that read files.
pub struct ReadPool {
    pool: Arc<Pool<Box<[u8]>>>,
}

impl ReadPool {
    pub fn start() -> std::io::Result<Self> {
        Ok(Self {
            pool: Arc::new(Pool::start(&POOL)?),
        })
    }

    /// The body of `length` bytes of a file from `start`, for the answer that is being built.
    ///
    /// # Errors
    /// Where the request came over no [`ConnectionHandle`].
    pub fn body(
        &self,
        request: &HttpRequest,
        response: &mut HttpResponseBuilder,
        file: Arc<File>,
        start: u64,
        length: u64,
    ) -> Result<RangeBody, Problem> {
        let connection = request.conn_data::<ConnectionHandle>();
        let connection = connection.cloned().ok_or_else(Problem::internal)?;
        // The framework never sees the bytes, so their number is set here.
        response.no_chunking(length);
        let end = start.saturating_add(length);
        Ok(RangeBody {
            pool: Arc::clone(&self.pool),
            connection,
            file,
            // HEAD is answered with the length, and nothing is read.
            offset: if request.method() == Method::HEAD {
                end
            } else {
                start
            },
            end,
            length,
            state: State::Idle,
        })
    }
}

/// Reads bytes from the disk into the page cache.
fn read_through(file: &File, mut offset: u64, end: u64, buffer: &mut [u8]) -> std::io::Result<()> {
    while offset < end {
        let left = usize::try_from(end - offset).unwrap_or(usize::MAX);
        let part = &mut buffer[..left.min(BUFFER)];
        file.read_exact_at(part, offset)?;
        offset += part.len() as u64;
    }
    Ok(())
}

/// Whether the page of a byte is in memory. A kernel or file system that does not know the flag answers an error, as does a page
/// that is not in memory.
fn is_cached(file: &File, offset: u64) -> bool {
    let mut byte = [0];
    let target = &mut [IoSliceMut::new(&mut byte)];
    preadv2(file, target, offset, ReadWriteFlags::NOWAIT).is_ok_and(|count| count == 1)
}

/// See [`ReadPool::body`].
pub struct RangeBody {
    pool: Arc<Pool<Box<[u8]>>>,
    connection: ConnectionHandle,
    file: Arc<File>,
    offset: u64,
    end: u64,
    length: u64,
    state: State,
}

enum State {
    Idle,
    /// The next window comes from the disk.
    Reading(oneshot::Receiver<std::io::Result<()>>),
    Sending,
}

impl RangeBody {
    pub fn connection(&self) -> &ConnectionHandle {
        &self.connection
    }

    /// Bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    fn window_end(&self) -> u64 {
        self.offset.saturating_add(WINDOW).min(self.end)
    }

    /// Sends the next window if it is in memory; otherwise it is asked for. Windows are read ahead as a whole, so the first and
    /// the last page tell of all; should one between them be missing, the thread waits for that page.
    fn begin(&mut self) {
        let (offset, end) = (self.offset, self.window_end());
        if is_cached(&self.file, offset) && is_cached(&self.file, end - 1) {
            self.send();
            return;
        }
        let file = Arc::clone(&self.file);
        let read = move |buffer: &mut Box<[u8]>| read_through(&file, offset, end, buffer);
        // A refusal is a channel that was closed, which the answer then tells.
        let answer = self.pool.submit(read).unwrap_or_else(|_| oneshot::channel().1);
        self.state = State::Reading(answer);
    }

    fn send(&mut self) {
        let end = self.window_end();
        self.connection.send_file(FileWindow {
            file: Arc::clone(&self.file),
            offset: self.offset,
            end,
        });
        self.offset = end;
        self.state = State::Sending;
    }
}

impl Drop for RangeBody {
    fn drop(&mut self) {
        if matches!(self.state, State::Sending) {
            self.connection.stop_file();
        }
    }
}

impl MessageBody for RangeBody {
    type Error = std::io::Error;

    fn size(&self) -> BodySize {
        if self.offset < self.end {
            BodySize::Stream
        } else {
            BodySize::Sized(self.length)
        }
    }

    /// Yields no bytes: it ends when the connection has sent them.
    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let this = &mut *self;
        loop {
            match &mut this.state {
                State::Idle if this.offset >= this.end => return Poll::Ready(None),
                State::Idle => this.begin(),
                State::Reading(answer) => match std::task::ready!(Pin::new(answer).poll(context)) {
                    Ok(Ok(())) => this.send(),
                    Ok(Err(error)) => return Poll::Ready(Some(Err(error))),
                    Err(_) => {
                        let error = std::io::Error::other("the reading threads do not answer");
                        return Poll::Ready(Some(Err(error)));
                    }
                },
                State::Sending if this.connection.is_sending_file() => return Poll::Pending,
                State::Sending => this.state = State::Idle,
            }
        }
    }
}
