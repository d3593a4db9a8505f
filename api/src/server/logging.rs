//! What the operator reads: lines on standard error, for people or for machines.
//!
//! Decision: a thread of its own writes them, from a queue that never blocks the caller. A log on a full disk, a collector that
//! went away and a collector that has stopped reading cost lines, and nothing else. What was lost to a full queue is counted and said.

use std::{
    ffi::OsString,
    io::{self, Write},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use crossbeam_channel::{Receiver, Sender, bounded};
use outbound::LogFormat;
use tracing_subscriber::{EnvFilter, fmt, fmt::MakeWriter};

use crate::server::StartError;

/// Lines that wait while standard error takes none.
const QUEUE: usize = 8_192;
/// For so long the end of the process waits for the last lines.
const LAST_LINES: Duration = Duration::from_secs(1);

enum Message {
    Line(Vec<u8>),
    Flush(Sender<()>),
}

/// The running log.
#[derive(Clone)]
pub struct Log {
    queue: Sender<Message>,
    lost: Arc<AtomicU64>,
}

/// Starts the log; `RUST_LOG` decides what is written, by default everything from `info` on. Panics become lines of it.
///
/// # Errors
/// A filter that cannot be read; where no thread can be started.
pub fn start_logging(format: LogFormat) -> Result<Log, StartError> {
    let filter = without_page_content(filter(std::env::var_os(EnvFilter::DEFAULT_ENV))?)?;
    let is_terminal = io::IsTerminal::is_terminal(&io::stderr());
    let log = Log::start(io::stderr()).map_err(StartError::from_any)?;
    let lines = fmt()
        .with_env_filter(filter)
        .with_writer(log.clone())
        // It would say so on standard error, by a macro that panics where that cannot be written either.
        .log_internal_errors(false)
        .with_ansi(is_terminal);
    match format {
        LogFormat::Json => lines.json().init(),
        LogFormat::Text => lines.with_target(false).init(),
    }
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        let thread = std::thread::current();
        tracing::error!(thread = thread.name().unwrap_or(""), "{text}");
    }));
    Ok(log)
}

/// The parser of HTML logs the texts that it reads, which are members'.
fn without_page_content(filter: EnvFilter) -> Result<EnvFilter, StartError> {
    let directive = "html5ever=off".parse().map_err(StartError::from_any)?;
    Ok(filter.add_directive(directive))
}

/// An empty value counts as unset, as for every setting.
fn filter(value: Option<OsString>) -> Result<EnvFilter, StartError> {
    match value {
        Some(value) if !value.is_empty() => {
            let parsed = value.to_str().and_then(|value| EnvFilter::try_new(value).ok());
            parsed.ok_or_else(|| {
                let value = value.to_string_lossy();
                StartError(format!(
                    "RUST_LOG is not a valid log filter: {value:?}; for example info or info,persistence=debug"
                ))
            })
        }
        _ => Ok(EnvFilter::new("info,actix_server=warn,actix_web=warn")),
    }
}

impl Log {
    fn start(to: impl Write + Send + 'static) -> io::Result<Self> {
        let (queue, messages) = bounded(QUEUE);
        let lost = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&lost);
        std::thread::Builder::new()
            .name(String::from("log"))
            .spawn(move || run(to, &messages, &counted))?;
        Ok(Self { queue, lost })
    }

    /// Waits shortly until what was logged is written, or could not be; whether that came about.
    pub fn flush(&self) -> bool {
        let (written, wait) = bounded(1);
        let asked = self.queue.send_timeout(Message::Flush(written), LAST_LINES);
        asked.is_ok() && wait.recv_timeout(LAST_LINES).is_ok()
    }
}

fn run(mut to: impl Write, messages: &Receiver<Message>, lost: &AtomicU64) {
    while let Ok(message) = messages.recv() {
        match message {
            // There is nowhere to say that the log cannot be written.
            Message::Line(line) => {
                let _ = to.write_all(&line);
            }
            Message::Flush(written) => {
                let _ = to.flush();
                let _ = written.try_send(());
            }
        }
        if messages.is_empty() {
            let lines = lost.swap(0, Ordering::Relaxed);
            if lines > 0 {
                tracing::warn!(
                    lines,
                    "lines of the log were lost: standard error took them too slowly"
                );
            }
        }
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Line;

    fn make_writer(&'a self) -> Line {
        Line {
            bytes: Vec::new(),
            log: self.clone(),
        }
    }
}

/// One line on its way to the queue.
pub struct Line {
    bytes: Vec<u8>,
    log: Log,
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let line = std::mem::take(&mut self.bytes);
        if !line.is_empty() && self.log.queue.try_send(Message::Line(line)).is_err() {
            self.log.lost.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes nothing until it is released.
    struct Stuck(Receiver<()>);

    impl Write for Stuck {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_parser_of_html_logs_nothing_at_any_level() {
        for level in ["trace", "html5ever=trace", "info,html5ever=debug", ""] {
            let filter = without_page_content(filter(Some(OsString::from(level))).unwrap()).unwrap();
            let directives = filter.to_string();
            assert!(directives.contains("html5ever=off"), "{level}: {directives}");
            assert!(
                !directives.replace("html5ever=off", "").contains("html5ever"),
                "{level}: {directives}"
            );
        }
    }

    #[test]
    fn a_log_that_takes_nothing_loses_lines_and_blocks_no_caller() {
        let (let_go, stuck) = bounded(1);
        let log = Log::start(Stuck(stuck)).unwrap();
        for _ in 0..QUEUE + 100 {
            log.make_writer().write_all(b"a line\n").unwrap();
        }
        let lost = log.lost.load(Ordering::Relaxed);
        // One line may be in the thread's hands.
        assert!((99..=100).contains(&lost), "{lost}");
        drop(let_go);
        assert!(log.flush());
    }

    /// A full disk, as a log knows it.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::from(io::ErrorKind::StorageFull))
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(io::Error::from(io::ErrorKind::StorageFull))
        }
    }

    #[test]
    fn a_log_that_cannot_be_written_goes_on() {
        let log = Log::start(Full).unwrap();
        for _ in 0..3 {
            log.make_writer().write_all(b"a line\n").unwrap();
            assert!(log.flush(), "the log's thread has ended");
        }
    }
}
