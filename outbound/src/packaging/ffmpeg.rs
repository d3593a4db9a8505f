//! One run of ffmpeg or ffprobe: its output goes to a writer, its progress and its words are read meanwhile.

use std::{
    ffi::OsStr,
    io::{self, BufRead, BufReader, Read, Write},
    path::Path,
    process::{Child, Command, Stdio},
};

/// Lines of a run that are kept, and characters of each.
const KEPT_LINES: usize = 4_096;
const KEPT_CHARS: usize = 300;

#[derive(Debug, thiserror::Error)]
pub(crate) enum RunError {
    /// The program says so, or cannot be started; one line.
    #[error("{0}")]
    Failed(String),
    /// What it writes cannot be kept.
    #[error("{0}")]
    Write(io::Error),
}

/// Runs a program to its end. `progress` gets the seconds of output that are done; the lines that it wrote are returned.
///
/// # Errors
/// [`RunError`]; then the program has ended too.
pub(crate) fn run<A: AsRef<OsStr>>(
    program: &Path,
    arguments: &[A],
    into: &mut dyn Write,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<Vec<String>, RunError> {
    let name = program
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let cannot = |cause: io::Error| RunError::Failed(format!("{name} cannot be run: {cause}"));
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(cannot)?;
    let (Some(mut output), Some(words)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(cannot(io::Error::other("no pipes")));
    };
    let (copied, lines) = std::thread::scope(|scope| {
        let reading = scope.spawn(|| read_lines(words, progress));
        let copied = copy(&mut output, into);
        if copied.is_err() {
            end(&mut child);
        }
        drop(output);
        (copied, reading.join().unwrap_or_default())
    });
    let status = child.wait().map_err(cannot)?;
    copied?;
    if status.success() {
        return Ok(lines);
    }
    let last = lines.iter().rev().find(|line| !line.trim().is_empty());
    Err(RunError::Failed(match last {
        Some(line) => format!("{name}: {}", without_address(line)),
        None => format!("{name} ended with {status}"),
    }))
}

fn end(child: &mut Child) {
    // It may have ended by itself.
    let _ = child.kill();
}

fn copy(from: &mut impl Read, into: &mut dyn Write) -> Result<(), RunError> {
    let mut buffer = vec![0; 256 * 1024];
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(count) => into
                .write_all(buffer.get(..count).unwrap_or_default())
                .map_err(RunError::Write)?,
            Err(again) if again.kind() == io::ErrorKind::Interrupted => {}
            Err(cause) => return Err(RunError::Failed(format!("its output cannot be read: {cause}"))),
        }
    }
}

fn read_lines(words: impl Read, progress: &(dyn Fn(f64) + Sync)) -> Vec<String> {
    let mut lines = std::collections::VecDeque::new();
    let mut words = BufReader::new(words);
    let mut line = Vec::new();
    while words.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end();
        match text.split_once('=') {
            Some(("out_time_us", time)) => {
                if let Ok(microseconds) = time.parse::<f64>() {
                    progress(microseconds / 1_000_000.0);
                }
            }
            Some((key, _)) if is_progress(key) => {}
            _ => {
                if lines.len() == KEPT_LINES {
                    lines.pop_front();
                }
                lines.push_back(text.chars().take(KEPT_CHARS).collect());
            }
        }
        line.clear();
    }
    lines.into()
}

/// The other keys of `-progress`.
fn is_progress(key: &str) -> bool {
    const KEYS: [&str; 10] = [
        "frame",
        "fps",
        "bitrate",
        "total_size",
        "out_time_ms",
        "out_time",
        "dup_frames",
        "drop_frames",
        "speed",
        "progress",
    ];
    KEYS.contains(&key) || key.starts_with("stream_")
}

/// Without the part of memory that ffmpeg names: `[mov @ 0x55d0] moov atom not found`.
fn without_address(line: &str) -> String {
    match line.split_once("] ") {
        Some((before, after)) if before.starts_with('[') && before.contains(" @ 0x") => after.to_owned(),
        _ => line.to_owned(),
    }
}
