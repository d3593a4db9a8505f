//! The HTTP server: as actix-web's own `HttpServer` assembles it, but over connections that are counted and never wait for ever, and
//! over several sockets.
//!
//! Decision: the peer at a unix socket is a trusted proxy, without a setting. The mode of the socket's file says who may connect, which is
//! less than every process of the machine, as on loopback. Cost: a program that may connect says for which client it asks.

use std::{
    io,
    net::{SocketAddr, TcpListener},
    os::{
        fd::{AsFd, BorrowedFd, OwnedFd},
        unix::net::UnixListener,
    },
    path::Path,
    time::Duration,
};

use actix_http::{HttpService, Protocol, Request, Response, body::MessageBody, error::DispatchError};
use actix_server::{Server, ServerBuilder};
use actix_service::{IntoServiceFactory, ServiceFactory, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::{
    Error, HttpResponse,
    dev::AppConfig,
    rt::net::{TcpStream, UnixStream},
};

use crate::http::body::expect_continue;
use crate::http::connections::limit::{ConnectionLimit, ConnectionPermit};
use crate::http::connections::stream::ConnectionStream;

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

/// Threads of the server.
pub struct Workers {
    pub count: usize,
    /// Of each worker.
    pub blocking_threads: usize,
}

/// A socket, what the application gets about it, and how many connections it takes.
pub struct Served<W> {
    pub listener: Listener,
    pub what: W,
    pub limit: ConnectionLimit,
}

/// Starts to serve an application; it runs until its handle stops it.
///
/// # Errors
/// Where a listener cannot be used.
pub fn start<W, F, I, S, B>(
    sockets: Vec<Served<W>>,
    workers: &Workers,
    application: F,
) -> std::io::Result<Server>
where
    W: Copy + Send + 'static,
    F: Fn(W) -> I + Send + Clone + 'static,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig, Error = Error> + 'static,
    S::Future: 'static,
    S::InitError: std::fmt::Debug,
    S::Response: Into<Response<B>> + 'static,
    S::Service: 'static,
    <S::Service as actix_service::Service<Request>>::Future: 'static,
    B: MessageBody + 'static,
{
    let mut builder = ServerBuilder::new();
    let shutdown = builder.graceful_shutdown_signal();
    for Served {
        listener,
        what,
        limit,
    } in sockets
    {
        let (shutdown, application) = (shutdown.clone(), application.clone());
        let service = move || {
            let shutdown = shutdown.clone();
            let application = application(what).into_factory().map_err(HttpResponse::from_error);
            HttpService::build()
                .graceful_shutdown_signal(move || {
                    let signal = shutdown.clone();
                    async move { signal.notified().await }
                })
                .client_request_timeout(Duration::from_secs(10))
                .client_disconnect_timeout(Duration::from_secs(5))
                .keep_alive(Duration::from_secs(60))
                // A client that closes its connection cancels its request; without this its write would still be done.
                .h1_allow_half_closed(false)
                .on_connect_ext(|stream: &ConnectionStream, data| {
                    data.insert(stream.handle().clone());
                })
                .expect(fn_service(expect_continue))
                .finish(map_config(application, |()| AppConfig::default()))
        };
        builder = match listener {
            Listener::Tcp(listener) => builder.listen("http", listener, move || {
                let limit = limit.clone();
                fn_service(move |stream: TcpStream| {
                    let admitted = admit(&limit, stream);
                    async move { admitted }
                })
                .and_then(service())
            })?,
            Listener::Unix(listener) => builder.listen_uds("http", listener, move || {
                fn_service(move |stream: UnixStream| {
                    let admitted = admit_proxy(stream);
                    async move { admitted }
                })
                .and_then(service())
            })?,
        };
    }
    Ok(builder
        .workers(workers.count)
        .worker_max_blocking_threads(workers.blocking_threads)
        .shutdown_timeout(10)
        // `server::signals` listens for them.
        .disable_signals()
        .run())
}

type Admitted = Result<(ConnectionStream, Protocol, Option<SocketAddr>), DispatchError>;

/// A connection that may be served; one over its address's limit is closed by the error.
fn admit(limit: &ConnectionLimit, stream: TcpStream) -> Admitted {
    // Else the bytes of a file wait until the client acknowledges the head before them, which its kernel puts off by up to 40 ms.
    stream.set_nodelay(true)?;
    let peer = stream.peer_addr()?;
    let Some(permit) = limit.admit(peer.ip()) else {
        tracing::debug!("closed a connection over its address's limit");
        return Err(io::Error::from(io::ErrorKind::ConnectionRefused).into());
    };
    Ok((ConnectionStream::new(stream, permit), Protocol::Http1, Some(peer)))
}

/// A connection of a proxy of this machine, whose requests name their clients.
fn admit_proxy(stream: UnixStream) -> Admitted {
    let stream = ConnectionStream::new(as_tcp(stream)?, ConnectionPermit::uncounted());
    Ok((stream, Protocol::Http1, None))
}

/// A unix socket as the type of TCP's, so that there is one kind of connection: what is asked of one afterwards, the kernel does for both.
pub(crate) fn as_tcp(stream: UnixStream) -> io::Result<TcpStream> {
    let socket = OwnedFd::from(stream.into_std()?);
    TcpStream::from_std(socket.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use outbound::TrustedProxies;

    #[actix_web::test]
    async fn an_admitted_connection_sends_small_packets_at_once() -> io::Result<()> {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let client = TcpStream::connect(listener.local_addr()?).await?;
        let (stream, _) = listener.accept().await?;
        assert!(
            !stream.nodelay()?,
            "the system's default changed: this test shows nothing"
        );
        let watched = socket2::SockRef::from(&stream).try_clone()?;
        let limit = ConnectionLimit::new(TrustedProxies::default());
        let Ok((_connection, _, peer)) = admit(&limit, stream) else {
            panic!("it was not admitted")
        };
        assert_eq!(peer, Some(client.local_addr()?));
        assert!(watched.tcp_nodelay()?);
        Ok(())
    }
}
