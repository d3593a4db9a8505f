//! The HTTP server: as actix-web's own `HttpServer` assembles it, but over connections that are counted and never wait for ever.

use std::{net::TcpListener, time::Duration};

use actix_http::{HttpService, Protocol, Request, Response, body::MessageBody};
use actix_server::{Server, ServerBuilder};
use actix_service::{IntoServiceFactory, ServiceFactory, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::{Error, HttpResponse, dev::AppConfig, rt::net::TcpStream};

use crate::http::body::expect_continue;
use crate::http::connection_limit::ConnectionLimit;
use crate::http::connection_stream::ConnectionStream;

/// Threads of the server.
pub struct Workers {
    pub count: usize,
    /// Of each worker.
    pub blocking_threads: usize,
}

/// Starts to serve an application; it runs until the process is told to end.
///
/// # Errors
/// Where the listener cannot be used.
pub fn start<F, I, S, B>(
    listener: TcpListener,
    limit: &ConnectionLimit,
    workers: &Workers,
    application: F,
) -> std::io::Result<Server>
where
    F: Fn() -> I + Send + Clone + 'static,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig, Error = Error> + 'static,
    S::Future: 'static,
    S::InitError: std::fmt::Debug,
    S::Response: Into<Response<B>> + 'static,
    S::Service: 'static,
    <S::Service as actix_service::Service<Request>>::Future: 'static,
    B: MessageBody + 'static,
{
    let address = listener.local_addr()?;
    let limit = limit.clone();
    let builder = ServerBuilder::new();
    let shutdown = builder.graceful_shutdown_signal();
    let builder = builder.listen("http", listener, move || {
        let (limit, shutdown) = (limit.clone(), shutdown.clone());
        let application = application().into_factory().map_err(HttpResponse::from_error);
        let service = HttpService::build()
            .graceful_shutdown_signal(move || {
                let signal = shutdown.clone();
                async move { signal.notified().await }
            })
            .client_request_timeout(Duration::from_secs(10))
            .client_disconnect_timeout(Duration::from_secs(5))
            .keep_alive(Duration::from_secs(60))
            // Who closes their connection takes their request along; without this a gone client's write would still be done.
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
    Ok(builder
        .workers(workers.count)
        .worker_max_blocking_threads(workers.blocking_threads)
        .shutdown_timeout(10)
        .run())
}

type Admitted = (ConnectionStream, Protocol, Option<std::net::SocketAddr>);

/// A connection that may be served; one over its address's limit is closed by the error.
fn admit(limit: &ConnectionLimit, stream: TcpStream) -> Result<Admitted, actix_http::error::DispatchError> {
    let peer = stream.peer_addr()?;
    match limit.admit(peer.ip()) {
        Some(permit) => Ok((ConnectionStream::new(stream, permit), Protocol::Http1, Some(peer))),
        None => {
            tracing::debug!("closed a connection over its address's limit");
            Err(std::io::Error::from(std::io::ErrorKind::ConnectionRefused).into())
        }
    }
}
