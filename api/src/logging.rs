//! What the operator reads: lines on standard error, for people or for machines.

use outbound::LogFormat;
use tracing_subscriber::{EnvFilter, fmt};

/// Starts the log; `RUST_LOG` decides what is written, by default everything from `info` on.
pub fn start_logging(format: LogFormat) {
    // The session library warns about every cookie that it cannot verify; any visitor can send one.
    let filter = EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| EnvFilter::new("info,actix_session=error,actix_server=warn,actix_web=warn"));
    let is_terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let lines = fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(is_terminal);
    match format {
        LogFormat::Json => lines.json().init(),
        LogFormat::Text => lines.with_target(false).init(),
    }
}
