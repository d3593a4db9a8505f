//! The signals that end the process: SIGTERM lets the requests under way be answered, SIGINT and SIGQUIT end at once.

use std::time::Duration;

use actix_web::dev::ServerHandle;
use tokio::signal::unix::{SignalKind, signal};

use crate::server::listeners::OwnSocket;

/// Connections that were accepted before the end, and reach their worker later than it, would be closed without an answer. For so long
/// none is accepted any more and all go on; new ones wait in the socket that the service manager holds.
const HAND_OVER: Duration = Duration::from_millis(250);

/// The accepting thread has read by then that none is accepted any more; on a busy machine it has not, and logs the closed socket as an error.
const PAUSED: Duration = Duration::from_millis(10);

/// Ends the server on one of these signals.
///
/// A socket of its own is closed first, and idle connections after it: a client whose connection ends then, and that connects once more, is
/// refused here and reaches another server. In the other order its second connection could be accepted, and closed without an answer.
///
/// # Errors
/// Where a signal cannot be listened for.
pub fn stop_with_the_process(server: &ServerHandle, own: Option<OwnSocket>) -> std::io::Result<()> {
    let (mut signals, ending) = (signal(SignalKind::terminate())?, server.clone());
    actix_web::rt::spawn(async move {
        if signals.recv().await.is_none() {
            return;
        }
        ending.pause().await;
        match own {
            Some(socket) => {
                tokio::time::sleep(PAUSED).await;
                socket.close();
            }
            None => tokio::time::sleep(HAND_OVER).await,
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
