//! A file, or a range of it, as a response body.
//!
//! What the page cache holds is read at once, where the body is asked for (`preadv2` with `RWF_NOWAIT` never waits for a disk);
//! only what must come from the disk goes to a pool of its own, so that a slow disk never holds the threads of the database or
//! of other requests. Buffers are used again, because fresh ones of this size cost more than the reading.

use std::{
    fs::File,
    io::IoSliceMut,
    os::unix::fs::FileExt,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
};

use actix_web::body::{BodySize, MessageBody};
use bytes::Bytes;
use rustix::io::{ReadWriteFlags, preadv2};
use tokio::sync::oneshot;

use crate::http::problem::Problem;
use crate::pools::pool::{Pool, PoolSettings};

/// Small enough to stay in a core's own cache between the reading and the sending; 256 KiB was a fifth slower.
pub const CHUNK: usize = 64 * 1024;
/// Each body has one chunk under way at most, so the queue is as long as there are viewers of what no cache holds. When the disk is
/// so slow that 256 MiB of buffers wait for it, the next body ends; players ask again from where they are.
const POOL: PoolSettings<()> = PoolSettings {
    name: "media",
    threads: 4,
    waiting: 4_096,
    full: || Problem::busy(1),
    state: || (),
};
/// Buffers that are kept while no request needs them: 4 MiB.
const KEPT: usize = 64;

/// Threads that read files.
pub struct ReadPool {
    pool: Arc<Pool>,
    buffers: Buffers,
}

#[derive(Clone, Default)]
struct Buffers(Arc<Mutex<Vec<Box<[u8]>>>>);

impl Buffers {
    fn take(&self) -> Buffer {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let bytes = kept.unwrap_or_else(|| vec![0; CHUNK].into_boxed_slice());
        Buffer {
            bytes,
            length: 0,
            home: self.clone(),
        }
    }
}

/// A buffer that goes back to where it came from.
struct Buffer {
    bytes: Box<[u8]>,
    length: usize,
    home: Buffers,
}

impl AsRef<[u8]> for Buffer {
    fn as_ref(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let mut kept = self.home.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < KEPT {
            kept.push(std::mem::take(&mut self.bytes));
        }
    }
}

impl ReadPool {
    pub fn start() -> std::io::Result<Self> {
        Ok(Self {
            pool: Arc::new(Pool::start(&POOL)?),
            buffers: Buffers::default(),
        })
    }

    /// The body of `length` bytes of a file from `start`.
    pub fn body(&self, file: File, start: u64, length: u64) -> RangeBody {
        RangeBody {
            pool: Arc::clone(&self.pool),
            buffers: self.buffers.clone(),
            file: Arc::new(file),
            offset: start,
            end: start.saturating_add(length),
            length,
            waiting: None,
        }
    }
}

/// Fills `length` bytes of a buffer from the disk.
fn read(file: &File, offset: u64, length: usize, mut buffer: Buffer) -> std::io::Result<Bytes> {
    file.read_exact_at(&mut buffer.bytes[..length], offset)?;
    buffer.length = length;
    Ok(Bytes::from_owner(buffer))
}

/// See [`ReadPool::body`].
pub struct RangeBody {
    pool: Arc<Pool>,
    buffers: Buffers,
    file: Arc<File>,
    offset: u64,
    end: u64,
    length: u64,
    waiting: Option<oneshot::Receiver<std::io::Result<Bytes>>>,
}

impl RangeBody {
    /// The answer to HEAD: the length, and nothing to read.
    #[must_use]
    pub fn without_bytes(mut self) -> Self {
        self.offset = self.end;
        self
    }

    /// The next chunk if it is in memory; otherwise it is asked for.
    fn read_now_or_ask(&mut self) -> Option<Bytes> {
        let left = usize::try_from(self.end - self.offset).unwrap_or(usize::MAX);
        let length = left.min(CHUNK);
        let mut buffer = self.buffers.take();
        let target = &mut [IoSliceMut::new(&mut buffer.bytes[..length])];
        // A kernel or file system that does not know the flag answers an error, as does a page that is not in memory.
        let count = preadv2(&*self.file, target, self.offset, ReadWriteFlags::NOWAIT).unwrap_or(0);
        if count > 0 {
            buffer.length = count;
            self.offset += count as u64;
            return Some(Bytes::from_owner(buffer));
        }
        let (file, offset) = (Arc::clone(&self.file), self.offset);
        let read = move |(): &mut ()| read(&file, offset, length, buffer);
        // A refusal is a channel that was closed, which the answer then tells.
        let answer = self.pool.submit(read).unwrap_or_else(|_| oneshot::channel().1);
        self.waiting = Some(answer);
        None
    }
}

impl MessageBody for RangeBody {
    type Error = std::io::Error;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.length)
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if self.waiting.is_none() {
            if self.offset >= self.end {
                return Poll::Ready(None);
            }
            if let Some(chunk) = self.read_now_or_ask() {
                return Poll::Ready(Some(Ok(chunk)));
            }
        }
        let Some(answer) = &mut self.waiting else {
            return Poll::Ready(None);
        };
        let answer = std::task::ready!(Pin::new(answer).poll(context));
        self.waiting = None;
        Poll::Ready(Some(match answer {
            Ok(Ok(chunk)) => {
                self.offset += chunk.len() as u64;
                Ok(chunk)
            }
            Ok(Err(error)) => Err(error),
            Err(_) => Err(std::io::Error::other("the reading threads do not answer")),
        }))
    }
}
