//! The sockets that the server serves on: its own, or the socket that the service manager holds for it.
//!
//! Decision: a socket that is passed on (systemd's `LISTEN_FDS`) is served instead of `PORTAL_LISTEN`. The manager keeps it open
//! while one server ends and the next one starts, so that connections wait in its queue and none is refused. It may be a unix socket:
//! then the manager makes its file, with owner and mode.

use std::net::{Shutdown, SocketAddr, TcpListener};

use listenfd::ListenFd;
use outbound::Settings;
use socket2::SockRef;

use crate::http::server::Listener;

/// One line.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    #[error(
        "{variable}: cannot serve on {address}: {problem}; end what holds it, or choose another such as 127.0.0.1:{other}"
    )]
    Taken {
        variable: &'static str,
        address: SocketAddr,
        problem: std::io::Error,
        other: u16,
    },
    #[error(
        "LISTEN_FDS: {0} sockets were passed on, and the site is served on one; pass on one ListenStream="
    )]
    TooMany(usize),
    #[error("LISTEN_FDS: what was passed on cannot be served: {0}; pass on one ListenStream= with Accept=no")]
    NotListening(String),
}

/// A handle to the site's socket, which the server opened itself.
pub struct OwnSocket(TcpListener);

impl OwnSocket {
    /// From now on the kernel refuses each new connection, also while others hold the socket.
    pub fn close(self) {
        if let Err(error) = SockRef::from(&self.0).shutdown(Shutdown::Read) {
            tracing::warn!(%error, "the socket of the site could not be closed before its connections");
        }
    }
}

/// The open sockets.
pub struct Listeners {
    pub site: Listener,
    /// `None` where the service manager holds the socket, and keeps it when the server ends.
    pub own: Option<OwnSocket>,
    /// Where metrics have one of their own.
    pub metrics: Option<TcpListener>,
}

impl Listeners {
    /// Opens the sockets, before anything else is.
    ///
    /// # Errors
    /// [`ListenError`]
    pub fn open(settings: &Settings) -> Result<Self, ListenError> {
        let (site, own) = match passed_on(&mut ListenFd::from_env())? {
            Some(site) => (site, None),
            None => {
                let (site, own) = bind("PORTAL_LISTEN", settings.listen, 8081)?;
                (Listener::Tcp(site), Some(own))
            }
        };
        let metrics = settings
            .metrics_listen
            .map(|address| bind("PORTAL_METRICS_LISTEN", address, 9465).map(|(socket, _)| socket))
            .transpose()?;
        Ok(Self { site, own, metrics })
    }
}

fn bind(
    variable: &'static str,
    address: SocketAddr,
    other: u16,
) -> Result<(TcpListener, OwnSocket), ListenError> {
    let bound = TcpListener::bind(address).and_then(|socket| {
        let own = OwnSocket(socket.try_clone()?);
        Ok((socket, own))
    });
    bound.map_err(|problem| ListenError::Taken {
        variable,
        address,
        problem,
        other,
    })
}

fn passed_on(sockets: &mut ListenFd) -> Result<Option<Listener>, ListenError> {
    if sockets.len() > 1 {
        return Err(ListenError::TooMany(sockets.len()));
    }
    let not_listening = |error: std::io::Error| ListenError::NotListening(error.to_string());
    let listener = match sockets.take_unix_listener(0) {
        Ok(listener) => listener.map(Listener::Unix),
        // It is left there, and the next one says what is wrong with it.
        Err(_) => sockets
            .take_tcp_listener(0)
            .map_err(not_listening)?
            .map(Listener::Tcp),
    };
    let Some(listener) = listener else {
        return Ok(None);
    };
    // With Accept=yes the manager passes on a connection.
    if SockRef::from(&listener).is_listener().map_err(not_listening)? {
        Ok(Some(listener))
    } else {
        Err(ListenError::NotListening(String::from("it does not listen")))
    }
}
