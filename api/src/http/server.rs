//! The HTTP server: as actix-web's own `HttpServer` assembles it, but over connections that are counted and never wait for ever, and
//! over several sockets.

use std::{net::TcpListener, time::Duration};

use actix_http::{HttpService, Protocol, Request, Response, body::MessageBody};
use actix_server::{Server, ServerBuilder};
use actix_service::{IntoServiceFactory, ServiceFactory, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::{Error, HttpResponse, dev::AppConfig, rt::net::TcpStream};

use crate::http::body::expect_continue;
use crate::http::connections::limit::ConnectionLimit;
use crate::http::connections::stream::ConnectionStream;

/// Threads of the server.
pub struct Workers {
    pub count: usize,
    /// Of each worker.
    pub blocking_threads: usize,
}

/// A socket, what the application is told about it, and how many connections it takes.
pub struct Served<W> {
    pub listener: TcpListener,
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
        let address = listener.local_addr()?;
        let (shutdown, application) = (shutdown.clone(), application.clone());
        builder = builder.listen("http", listener, move || {
            let (limit, shutdown) = (limit.clone(), shutdown.clone());
            let application = application(what).into_factory().map_err(HttpResponse::from_error);
            let service = HttpService::build()
                .graceful_shutdown_signal(move || {
                    let signal = shutdown.clone();
                    async move { signal.notified().await }
                })
                .client_request_timeout(Duration::from_secs(10))
                .client_disconnect_timeout(Duration::from_secs(5))
                .keep_alive(Duration::from_secs(60))
                // A client that closes its connection cancels its request; without this its write would still be done.
                .h1_allow_half_closed(false)
                .local_addr(address)
                .on_connect_ext(|stream: &ConnectionStream, data| {
                    data.insert(stream.handle().clone());
                })
                .expect(fn_service(expect_continue))
                .finish(map_config(application, |()| AppConfig::default()));
            fn_service(move |stream: TcpStream| {
                let admitted = admit(&limit, stream);
                async move { admitted }
            })
            .and_then(service)
        })?;
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
fn admit(limit: &ConnectionLimit, stream: TcpStream) -> Result<Admitted, actix_http::error::DispatchError> {
    let peer = prepare(&stream)?;
    match limit.admit(peer.ip()) {
        Some(permit) => Ok((ConnectionStream::new(stream, permit), Protocol::Http1, Some(peer))),
        None => {
            tracing::debug!("closed a connection over its address's limit");
            Err(std::io::Error::from(std::io::ErrorKind::ConnectionRefused).into())
        }
    }
}

/// Sends small packets at once and returns the peer's address. Else the bytes of a file wait until the client acknowledges the
/// head before them, which its kernel puts off by up to 40 ms.
fn prepare(stream: &TcpStream) -> std::io::Result<std::net::SocketAddr> {
    stream.set_nodelay(true)?;
    stream.peer_addr()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn an_admitted_connection_sends_small_packets_at_once() -> std::io::Result<()> {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
        let client = TcpStream::connect(listener.local_addr()?).await?;
        let (stream, _) = listener.accept().await?;
        assert!(
            !stream.nodelay()?,
            "the system's default changed: this test shows nothing"
        );
        assert_eq!(prepare(&stream)?, client.local_addr()?);
        assert!(stream.nodelay()?);
        Ok(())
    }
}
