//! What a mail server said, fit for staff and the log: one short line without an address or a link, which may carry a token.

use std::{error::Error as _, io};

use lettre::transport::smtp::Error;

const MAX_CHARS: usize = 300;

pub(crate) fn words(error: &Error) -> String {
    let said = error.source().map(ToString::to_string).unwrap_or_default();
    let line = match error.status() {
        Some(code) => format!("{code} {said}"),
        None if is_late(error) => String::from("it took too long to answer"),
        None => error.to_string(),
    };
    plain(&line)
}

/// Whether a time limit ended the wait; a socket's limit shows as "would block".
fn is_late(error: &Error) -> bool {
    let mut cause = error.source();
    while let Some(beneath) = cause {
        if let Some(io) = beneath.downcast_ref::<io::Error>() {
            return matches!(io.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock);
        }
        cause = beneath.source();
    }
    false
}

/// Leaves out every word that holds an address, a link or a purchase key, and every character that is not visible.
fn plain(line: &str) -> String {
    let words: Vec<&str> = line
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .map(|word| if tells_too_much(word) { "..." } else { word })
        .collect();
    words.join(" ").chars().take(MAX_CHARS).collect()
}

fn tells_too_much(word: &str) -> bool {
    let looks_like_a_secret = word
        .split(|c: char| !(c.is_ascii_alphanumeric() || "-_".contains(c)))
        .any(|run| run.len() >= 25);
    word.contains('@') || word.contains("://") || word.contains("token=") || looks_like_a_secret
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_server_says_tells_no_address_link_or_key() {
        let said = "550 5.1.1 <trader@example.com>: spam\r\nsee http://portal.example/reset-password?token=abc \
                    BWMVA-1PJ30-1VQ6M-J8YZE-C8X5K refused";
        assert_eq!(plain(said), "550 5.1.1 ... spam see ... ... refused");
    }

    #[test]
    fn a_long_answer_is_cut() {
        assert_eq!(plain(&"word ".repeat(1_000)).chars().count(), MAX_CHARS);
    }
}
