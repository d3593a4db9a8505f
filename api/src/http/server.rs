//! The HTTP server: as actix-web's own `HttpServer` assembles it, but over connections that are counted and never wait for ever, and
//! over several sockets.

use std::time::Duration;

use actix_http::{HttpService, Protocol, Request, Response, body::MessageBody};
use actix_server::{Server, ServerBuilder};
use actix_service::{IntoServiceFactory, ServiceFactory, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::{
    Error, HttpResponse,
    dev::AppConfig,
    rt::net::{TcpStream, UnixStream},
};

use crate::http::body::expect_continue;
use crate::http::connections::limit::{ConnectionLimit, ConnectionPermit};
use crate::http::connections::socket::{ClientSocket, Listener};
use crate::http::connections::stream::ConnectionStream;

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
                    let admitted = admit(&limit, stream.into());
                    async move { admitted }
                })
                .and_then(service())
            })?,
            Listener::Unix(listener) => builder.listen_uds("http", listener, move || {
                let limit = limit.clone();
                fn_service(move |stream: UnixStream| {
                    let admitted = admit(&limit, stream.into());
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

type Admitted = (ConnectionStream, Protocol, Option<std::net::SocketAddr>);

/// A connection that may be served; one over its address's limit is closed by the error.
fn admit(
    limit: &ConnectionLimit,
    socket: ClientSocket,
) -> Result<Admitted, actix_http::error::DispatchError> {
    let peer = socket.prepare()?;
    let permit = match peer {
        Some(peer) => limit.admit(peer.ip()),
        None => Some(ConnectionPermit::uncounted()),
    };
    match permit {
        Some(permit) => Ok((ConnectionStream::new(socket, permit), Protocol::Http1, peer)),
        None => {
            tracing::debug!("closed a connection over its address's limit");
            Err(std::io::Error::from(std::io::ErrorKind::ConnectionRefused).into())
        }
    }
}
