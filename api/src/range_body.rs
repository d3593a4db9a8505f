//! A file, or a range of it, as a response body: chunks of 256 KiB, read by a pool of its own and one chunk ahead of the
//! network, so that a slow disk never holds the threads of the database or of other requests.

use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    pin::Pin,
    task::{Context, Poll},
};

use actix_web::body::{BodySize, MessageBody};
use bytes::Bytes;
use crossbeam_channel::{Receiver, Sender, unbounded};
use tokio::sync::oneshot;

const CHUNK: u64 = 256 * 1024;
const THREADS: usize = 4;

struct Task {
    file: File,
    length: u64,
    reply: oneshot::Sender<std::io::Result<(File, Bytes)>>,
}

/// Threads that read files. Each body has one chunk under way at most, so the queue is as long as there are viewers.
pub struct ReadPool {
    queue: Sender<Task>,
}

impl ReadPool {
    pub fn start() -> std::io::Result<Self> {
        let (queue, tasks) = unbounded();
        for number in 0..THREADS {
            let tasks: Receiver<Task> = tasks.clone();
            std::thread::Builder::new()
                .name(format!("media-{number}"))
                .spawn(move || {
                    while let Ok(task) = tasks.recv() {
                        if !task.reply.is_closed() {
                            let _ = task.reply.send(read(task.file, task.length));
                        }
                    }
                })?;
        }
        Ok(Self { queue })
    }

    /// The body of `length` bytes of a file from `start`.
    pub fn body(&self, mut file: File, start: u64, length: u64) -> std::io::Result<RangeBody> {
        if start > 0 {
            file.seek(SeekFrom::Start(start))?;
        }
        let mut body = RangeBody {
            queue: self.queue.clone(),
            length,
            unasked: length,
            next: None,
        };
        body.ask(file);
        Ok(body)
    }
}

fn read(file: File, length: u64) -> std::io::Result<(File, Bytes)> {
    let mut chunk = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
    (&file).take(length).read_to_end(&mut chunk)?;
    if chunk.len() as u64 == length {
        Ok((file, chunk.into()))
    } else {
        Err(std::io::Error::new(
            std::io::ErrorKind::UnexpectedEof,
            "the file became shorter",
        ))
    }
}

/// See [`ReadPool::body`].
pub struct RangeBody {
    queue: Sender<Task>,
    length: u64,
    unasked: u64,
    next: Option<oneshot::Receiver<std::io::Result<(File, Bytes)>>>,
}

impl RangeBody {
    fn ask(&mut self, file: File) {
        if self.unasked == 0 {
            return;
        }
        let length = self.unasked.min(CHUNK);
        self.unasked -= length;
        let (reply, answer) = oneshot::channel();
        // A pool that has ended drops the task, which the answer then tells.
        let _ = self.queue.send(Task { file, length, reply });
        self.next = Some(answer);
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
        let Some(answer) = &mut self.next else {
            return Poll::Ready(None);
        };
        let answer = std::task::ready!(Pin::new(answer).poll(context));
        self.next = None;
        Poll::Ready(Some(match answer {
            Ok(Ok((file, chunk))) => {
                self.ask(file);
                Ok(chunk)
            }
            Ok(Err(error)) => Err(error),
            Err(_) => Err(std::io::Error::other("the reading threads have ended")),
        }))
    }
}
