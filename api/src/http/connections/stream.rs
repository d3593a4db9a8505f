//! A client's connection that ends when the client takes nothing, or when it is aborted.
//!
//! actix-http limits how long it waits for a request, and not how long it waits for the client to take a response. The limit
//! therefore stands where bytes are handed to the socket, and holds for every kind of response.

use std::{
    cell::{Cell, RefCell},
    fs::File,
    io,
    net::IpAddr,
    pin::Pin,
    rc::Rc,
    sync::Arc,
    task::{Context, Poll, Waker},
    time::Duration,
};

use actix_web::rt::{
    net::TcpStream,
    time::{Instant, Sleep, sleep_until},
};
use rustix::{
    fs::sendfile,
    net::{SendFlags, send},
};
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};

use crate::http::connections::limit::{ConnectionLimit, ConnectionPermit};

/// Contract, "Under pressure".
const STALL_LIMIT: Duration = Duration::from_secs(30);

/// actix-http makes a request of everything that it has read, about 5 KiB of memory for 40 bytes of a pipelined request. So it is
/// given little at a time, and nothing while the client does not take the answers that it has already.
const READ_TURN: usize = 2 * 1024;

/// A connection with a limit on waiting for the client.
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

/// Bytes of a file, moved to the client by the kernel (sendfile) after everything that was written before.
pub struct FileWindow {
    pub file: Arc<File>,
    /// The next byte.
    pub offset: u64,
    /// The byte after the last.
    pub end: u64,
}

/// Aborts a connection, or gives it bytes of a file, from anywhere on its worker's thread.
#[derive(Clone, Default)]
pub struct ConnectionHandle(Rc<Shared>);

#[derive(Default)]
struct Shared {
    aborted: Cell<bool>,
    /// What is to be sent when the written bytes are out; taken away when it was sent.
    window: RefCell<Option<FileWindow>>,
    /// At a proxy's connection: the client whose request it carried last, and the client's permit.
    client: RefCell<Option<(IpAddr, ConnectionPermit)>>,
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

    /// Counts a proxy's connection for the client that it carries a request of; `false` if the client holds as many as it may.
    pub fn count_for(&self, client: IpAddr, limit: &ConnectionLimit) -> bool {
        let mut counted = self.0.client.borrow_mut();
        if counted.as_ref().is_some_and(|(known, _)| *known == client) {
            return true;
        }
        // The one before has its answer: a connection carries one request after the other.
        *counted = None;
        *counted = limit.admit(client).map(|permit| (client, permit));
        counted.is_some()
    }

    /// Sends bytes of a file the next time that the connection is flushed, which actix-http does after each poll of a body. The
    /// connection's task is woken when they are sent.
    pub fn send_file(&self, window: FileWindow) {
        *self.0.window.borrow_mut() = Some(window);
    }

    /// Whether bytes of a file are still to be sent.
    pub fn is_sending_file(&self) -> bool {
        self.0.window.borrow().is_some()
    }

    /// Sends nothing more of a file.
    pub fn stop_file(&self) {
        *self.0.window.borrow_mut() = None;
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

    /// Moves the window of a file, if there is one.
    fn poll_send_file(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shared = Rc::clone(&self.handle.0);
        let mut slot = shared.window.borrow_mut();
        let Some(window) = slot.as_mut() else {
            return Poll::Ready(Ok(()));
        };
        if shared.aborted.get() {
            return Poll::Ready(Err(self.fail(io::ErrorKind::ConnectionAborted)));
        }
        while window.offset < window.end {
            let Poll::Ready(ready) = self.stream.poll_write_ready(context) else {
                return self.poll_stalled(context);
            };
            ready?;
            let left = usize::try_from(window.end - window.offset).unwrap_or(usize::MAX);
            let send = || {
                Ok(sendfile(
                    &self.stream,
                    &window.file,
                    Some(&mut window.offset),
                    left,
                )?)
            };
            let moved = self.stream.try_io(Interest::WRITABLE, send);
            match moved {
                // The file has become shorter; the length that was announced cannot be kept.
                Ok(0) => return Poll::Ready(Err(self.fail(io::ErrorKind::UnexpectedEof))),
                Ok(_) => self.taken(context),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
        *slot = None;
        // The body waits for this.
        context.waker().wake_by_ref();
        Poll::Ready(Ok(()))
    }

    /// The client took bytes.
    fn taken(&mut self, context: &Context<'_>) {
        self.stall.end();
        if std::mem::take(&mut self.read_refused) {
            context.waker().wake_by_ref();
        }
    }

    /// The client takes nothing at the moment.
    fn poll_stalled<T>(&mut self, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        self.handle.0.wait(context.waker());
        if self.stall.poll(context).is_ready() {
            return Poll::Ready(Err(self.fail(io::ErrorKind::TimedOut)));
        }
        Poll::Pending
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
        let written = if this.handle.is_sending_file() {
            poll_write_more(&this.stream, context, bytes)
        } else {
            Pin::new(&mut this.stream).poll_write(context, bytes)
        };
        if written.is_ready() {
            this.taken(context);
            return written;
        }
        this.poll_stalled(context)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        std::task::ready!(this.poll_send_file(context))?;
        Pin::new(&mut this.stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

/// Writes what bytes of a file follow at once: the head of an answer travels with them, and the client wakes once for both.
fn poll_write_more(socket: &TcpStream, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
    loop {
        std::task::ready!(socket.poll_write_ready(context))?;
        let send = || Ok(send(socket, bytes, SendFlags::MORE | SendFlags::NOSIGNAL)?);
        match socket.try_io(Interest::WRITABLE, send) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            sent => return Poll::Ready(sent),
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::server::as_tcp;
    use actix_web::rt::net::UnixStream;
    use std::{
        io::{Read as _, Write as _},
        os::unix::net::UnixStream as StdUnixStream,
    };

    #[actix_web::test]
    async fn a_unix_socket_takes_bytes_and_a_part_of_a_file() -> io::Result<()> {
        let mut file = tempfile::tempfile()?;
        file.write_all(b"before, the part, after")?;
        let (stream, mut client) = StdUnixStream::pair()?;
        stream.set_nonblocking(true)?;
        let socket = as_tcp(UnixStream::from_std(stream)?)?;
        let mut connection = ConnectionStream::new(socket, ConnectionPermit::uncounted());
        connection.handle().send_file(FileWindow {
            file: Arc::new(file),
            offset: 8,
            end: 16,
        });
        let written =
            std::future::poll_fn(|context| Pin::new(&mut connection).poll_write(context, b"head: "));
        assert_eq!(written.await?, 6);
        std::future::poll_fn(|context| Pin::new(&mut connection).poll_flush(context)).await?;
        assert!(!connection.handle().is_sending_file());
        drop(connection);
        let mut taken = String::new();
        client.read_to_string(&mut taken)?;
        assert_eq!(taken, "head: the part");
        Ok(())
    }
}
