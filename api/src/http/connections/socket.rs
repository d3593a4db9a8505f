//! The socket of a client's connection: TCP, or a unix socket at which a proxy of this machine connects.
//!
//! Decision: the peer at a unix socket is a trusted proxy, without a setting. The mode of the socket's file says who may connect, which is
//! less than every process of the machine, as on loopback. Cost: a program that may connect says for which client it asks.

use std::{
    fs::File,
    io,
    net::{SocketAddr, TcpListener},
    os::{
        fd::{AsFd, BorrowedFd},
        unix::net::UnixListener,
    },
    path::Path,
    pin::Pin,
    task::{Context, Poll},
};

use actix_web::rt::net::{TcpStream, UnixStream};
use rustix::{
    fs::sendfile,
    net::{SendFlags, send},
};
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};

/// Where clients connect.
pub enum Listener {
    Tcp(TcpListener),
    Unix(UnixListener),
}

impl Listener {
    /// The address as it is said to people: `127.0.0.1:8080`, or `unix:/run/portal/http.sock`.
    ///
    /// # Errors
    /// Where the socket has none.
    pub fn address(&self) -> io::Result<String> {
        Ok(match self {
            Self::Tcp(listener) => listener.local_addr()?.to_string(),
            Self::Unix(listener) => {
                let address = listener.local_addr()?;
                let path = address.as_pathname().unwrap_or_else(|| Path::new("unnamed"));
                format!("unix:{}", path.display())
            }
        })
    }
}

impl AsFd for Listener {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Tcp(listener) => listener.as_fd(),
            Self::Unix(listener) => listener.as_fd(),
        }
    }
}

/// A connection that was taken.
pub enum ClientSocket {
    Tcp(TcpStream),
    Unix(UnixStream),
}

impl From<TcpStream> for ClientSocket {
    fn from(stream: TcpStream) -> Self {
        Self::Tcp(stream)
    }
}

impl From<UnixStream> for ClientSocket {
    fn from(stream: UnixStream) -> Self {
        Self::Unix(stream)
    }
}

impl ClientSocket {
    /// Sends small packets at once and returns the peer's address; a unix socket's peer has none. Else the bytes of a file wait until
    /// the client acknowledges the head before them, which its kernel puts off by up to 40 ms.
    ///
    /// # Errors
    /// Where the peer is gone already.
    pub fn prepare(&self) -> io::Result<Option<SocketAddr>> {
        match self {
            Self::Tcp(stream) => {
                stream.set_nodelay(true)?;
                stream.peer_addr().map(Some)
            }
            Self::Unix(_) => Ok(None),
        }
    }

    /// Ready when the client takes bytes.
    pub fn poll_write_ready(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self {
            Self::Tcp(stream) => stream.poll_write_ready(context),
            Self::Unix(stream) => stream.poll_write_ready(context),
        }
    }

    /// Sends bytes that others follow at once: where packets are small, the kernel puts them into one.
    ///
    /// # Errors
    /// [`io::ErrorKind::WouldBlock`] while the client takes nothing.
    pub fn send_more(&self, bytes: &[u8]) -> io::Result<usize> {
        let send = || -> io::Result<usize> { Ok(send(self, bytes, SendFlags::MORE | SendFlags::NOSIGNAL)?) };
        match self {
            Self::Tcp(stream) => stream.try_io(Interest::WRITABLE, send),
            Self::Unix(stream) => stream.try_io(Interest::WRITABLE, send),
        }
    }

    /// Lets the kernel move at most so many bytes of a file from an offset on, which it moves along; how many it moved.
    ///
    /// # Errors
    /// [`io::ErrorKind::WouldBlock`] while the client takes nothing.
    pub fn send_file(&self, file: &File, offset: &mut u64, most: usize) -> io::Result<usize> {
        let send = || -> io::Result<usize> { Ok(sendfile(self, file, Some(offset), most)?) };
        match self {
            Self::Tcp(stream) => stream.try_io(Interest::WRITABLE, send),
            Self::Unix(stream) => stream.try_io(Interest::WRITABLE, send),
        }
    }
}

impl AsFd for ClientSocket {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Tcp(stream) => stream.as_fd(),
            Self::Unix(stream) => stream.as_fd(),
        }
    }
}

impl AsyncRead for ClientSocket {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_read(context, buffer),
            Self::Unix(stream) => Pin::new(stream).poll_read(context, buffer),
        }
    }
}

impl AsyncWrite for ClientSocket {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_write(context, bytes),
            Self::Unix(stream) => Pin::new(stream).poll_write(context, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_flush(context),
            Self::Unix(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_shutdown(context),
            Self::Unix(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        io::{Read as _, Write as _},
        os::unix::net::UnixStream as StdUnixStream,
    };

    #[actix_web::test]
    async fn an_admitted_connection_sends_small_packets_at_once() -> io::Result<()> {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let client = TcpStream::connect(listener.local_addr()?).await?;
        let (stream, _) = listener.accept().await?;
        assert!(
            !stream.nodelay()?,
            "the system's default changed: this test shows nothing"
        );
        let socket = ClientSocket::from(stream);
        assert_eq!(socket.prepare()?, Some(client.local_addr()?));
        let ClientSocket::Tcp(stream) = socket else {
            panic!("another socket")
        };
        assert!(stream.nodelay()?);
        Ok(())
    }

    #[actix_web::test]
    async fn a_unix_socket_has_no_address_and_takes_a_part_of_a_file() -> io::Result<()> {
        let mut file = tempfile::tempfile()?;
        file.write_all(b"before, the part, after")?;
        let (stream, mut client) = StdUnixStream::pair()?;
        stream.set_nonblocking(true)?;
        let socket = ClientSocket::from(UnixStream::from_std(stream)?);
        assert_eq!(socket.prepare()?, None);
        std::future::poll_fn(|context| socket.poll_write_ready(context)).await?;
        let mut offset = 8;
        assert_eq!(socket.send_file(&file, &mut offset, 8)?, 8);
        assert_eq!(offset, 16);
        drop(socket);
        let mut taken = String::new();
        client.read_to_string(&mut taken)?;
        assert_eq!(taken, "the part");
        Ok(())
    }
}
