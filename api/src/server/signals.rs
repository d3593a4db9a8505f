//! The signals that end the process: SIGTERM lets the requests under way be answered, SIGINT and SIGQUIT end at once.

use std::time::Duration;

use actix_web::dev::ServerHandle;
use tokio::signal::unix::{SignalKind, signal};

use crate::server::listeners::SocketOwner;

/// Connections that were accepted before the end, and reach their worker later than it, would be closed without an answer. For so long
/// none is accepted any more and all go on; new ones wait in the socket that the service manager holds.
const HAND_OVER: Duration = Duration::from_millis(250);

/// Ends the server on one of these signals.
///
/// A socket of its own is closed at once instead, so that a proxy's new connections are refused, and go to another server.
///
/// # Errors
/// Where a signal cannot be listened for.
pub fn stop_with_the_process(server: &ServerHandle, owner: SocketOwner) -> std::io::Result<()> {
    let (mut signals, ending) = (signal(SignalKind::terminate())?, server.clone());
    actix_web::rt::spawn(async move {
        if signals.recv().await.is_none() {
            return;
        }
        if owner == SocketOwner::Manager {
            ending.pause().await;
            tokio::time::sleep(HAND_OVER).await;
        }
        ending.stop(true).await;
    });
    for kind in [SignalKind::interrupt(), SignalKind::quit()] {
        let (mut signals, ending) = (signal(kind)?, server.clone());
        actix_web::rt::spawn(async move {
            if signals.recv().await.is_some() {
                ending.stop(false).await;
            }
        });
    }
    Ok(())
}
