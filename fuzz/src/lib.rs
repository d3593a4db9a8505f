//! What must hold for any bytes from outside, a module for each parser: `check` ends with a panic where it does not.
//!
//! The files of `fuzz_targets` hand each module the fuzzer's bytes; a test of the workspace (`tests/fuzz`) hands it the committed
//! seeds, so that a change of a parser's name or rule is noticed without the fuzzer.

pub mod captions;
pub mod charts;
pub mod cookies;
pub mod discord;
pub mod exercises;
pub mod forms;
pub mod forwarded;
pub mod keys;
pub mod manifests;
pub mod markdown;
pub mod passkeys;
pub mod ranges;
pub mod replays;
pub mod smtp;
pub mod videos;
pub mod webhooks;

/// Checks any bytes.
pub type Check = fn(&[u8]);

/// Every target by its name.
pub const TARGETS: [(&str, Check); 16] = [
    ("captions", captions::check),
    ("charts", charts::check),
    ("cookies", cookies::check),
    ("discord", discord::check),
    ("exercises", exercises::check),
    ("forms", forms::check),
    ("forwarded", forwarded::check),
    ("keys", keys::check),
    ("manifests", manifests::check),
    ("markdown", markdown::check),
    ("passkeys", passkeys::check),
    ("ranges", ranges::check),
    ("replays", replays::check),
    ("smtp", smtp::check),
    ("videos", videos::check),
    ("webhooks", webhooks::check),
];
