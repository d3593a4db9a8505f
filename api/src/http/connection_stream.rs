//! A client's connection that ends when the client takes nothing, or when it is aborted.
//!
//! actix-http limits how long it waits for a request, and not how long it waits for the client to take a response. The limit
//! therefore stands where bytes are handed to the socket, and holds for every kind of response.

use std::{
    cell::{Cell, RefCell},
    io,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, Waker},
    time::Duration,
};

use actix_web::rt::{
    net::TcpStream,
    time::{Instant, Sleep, sleep_until},
};
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::http::connection_limit::ConnectionPermit;

/// Contract, "Under pressure".
const STALL_LIMIT: Duration = Duration::from_secs(30);

/// actix-http makes a request of everything that it has read, about 5 KiB of memory for 40 bytes of a pipelined request. So it is
/// given little at a time, and nothing while the client does not take the answers that it has already.
const READ_TURN: usize = 2 * 1024;

/// A TCP connection with a limit on waiting for the client.
pub struct ConnectionStream {
    stream: TcpStream,
    stall: Stall,
    /// Bytes read since the server last looked at what it has read.
    turn: usize,
    /// A read was refused while the client took nothing, and is to be asked for again.
    read_refused: bool,
    handle: ConnectionHandle,
    _permit: ConnectionPermit,
}

/// Aborts a connection from anywhere on its worker's thread.
#[derive(Clone, Default)]
pub struct ConnectionHandle(Rc<Shared>);

#[derive(Default)]
struct Shared {
    aborted: Cell<bool>,
    /// The connection's task, while it waits for the client.
    waiting: RefCell<Option<Waker>>,
}

impl Shared {
    fn wait(&self, waker: &Waker) {
        let mut waiting = self.waiting.borrow_mut();
        if !waiting.as_ref().is_some_and(|known| known.will_wake(waker)) {
            *waiting = Some(waker.clone());
        }
    }
}

impl ConnectionHandle {
    /// Ends the connection at once; what the client has not received yet, it does not receive.
    pub fn abort(&self) {
        self.0.aborted.set(true);
        let waiting = self.0.waiting.take();
        if let Some(waker) = waiting {
            waker.wake();
        }
    }

    /// [`Self::abort`] after some time; does nothing where the connection has ended by then.
    pub fn abort_after(self, time: Duration) {
        actix_web::rt::spawn(async move {
            actix_web::rt::time::sleep(time).await;
            self.abort();
        });
    }
}

impl ConnectionStream {
    pub fn new(stream: TcpStream, permit: ConnectionPermit) -> Self {
        Self {
            stream,
            stall: Stall::default(),
            turn: 0,
            read_refused: false,
            handle: ConnectionHandle::default(),
            _permit: permit,
        }
    }

    pub fn handle(&self) -> &ConnectionHandle {
        &self.handle
    }

    /// An error that ends the connection. A close alone would let the kernel keep what the client does not take.
    fn fail(&self, kind: io::ErrorKind) -> io::Error {
        if let Err(error) = SockRef::from(&self.stream).set_linger(Some(Duration::ZERO)) {
            tracing::debug!(%error, "a connection is closed without a reset");
        }
        kind.into()
    }
}

impl AsyncRead for ConnectionStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.handle.0.aborted.get() {
            return Poll::Ready(Err(this.fail(io::ErrorKind::ConnectionAborted)));
        }
        if this.stall.is_waiting() {
            this.read_refused = true;
            return Poll::Pending;
        }
        if this.turn >= READ_TURN {
            this.turn = 0;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let space = (READ_TURN - this.turn).min(buffer.remaining());
        let mut part = ReadBuf::new(buffer.initialize_unfilled_to(space));
        let read = Pin::new(&mut this.stream).poll_read(context, &mut part);
        let count = part.filled().len();
        buffer.advance(count);
        this.turn += count;
        if read.is_pending() {
            this.turn = 0;
            this.handle.0.wait(context.waker());
        }
        read
    }
}

impl AsyncWrite for ConnectionStream {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        if this.handle.0.aborted.get() {
            return Poll::Ready(Err(this.fail(io::ErrorKind::ConnectionAborted)));
        }
        let written = Pin::new(&mut this.stream).poll_write(context, bytes);
        if written.is_ready() {
            this.stall.end();
            if std::mem::take(&mut this.read_refused) {
                context.waker().wake_by_ref();
            }
            return written;
        }
        this.handle.0.wait(context.waker());
        if this.stall.poll(context).is_ready() {
            return Poll::Ready(Err(this.fail(io::ErrorKind::TimedOut)));
        }
        Poll::Pending
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

/// How long the client has taken nothing. The timer is moved only when it fires, so that a client that takes its bytes costs no
/// timer operation.
#[derive(Default)]
struct Stall {
    since: Option<Instant>,
    timer: Option<Pin<Box<Sleep>>>,
}

impl Stall {
    fn end(&mut self) {
        self.since = None;
    }

    fn is_waiting(&self) -> bool {
        self.since.is_some()
    }

    /// Ready once nothing was taken for the whole limit.
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let end = *self.since.get_or_insert_with(Instant::now) + STALL_LIMIT;
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(end)));
        loop {
            std::task::ready!(timer.as_mut().poll(context));
            if timer.deadline() >= end {
                return Poll::Ready(());
            }
            timer.as_mut().reset(end);
        }
    }
}
