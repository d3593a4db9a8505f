//! Bare addresses of the web in a text: `https://…`, `http://…` and `www.…` (GitHub Flavored Markdown, "Autolinks (extension)").

use std::ops::Range;

const STARTS: [&str; 3] = ["https://", "http://", "www."];

/// A bare address.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Autolink {
    /// Bytes of the text.
    pub(super) at: Range<usize>,
    pub(super) destination: String,
}

/// The bare addresses of a text, in order.
pub(super) fn autolinks(text: &str) -> Vec<Autolink> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some((start, mark)) = next_start(text, from) {
        let end = start + address_length(&text[start..]);
        let address = &text[start..end];
        if is_address(address, mark) {
            let destination = match mark {
                "www." => format!("https://{address}"),
                _ => address.to_owned(),
            };
            found.push(Autolink {
                at: start..end,
                destination,
            });
            from = end;
        } else {
            from = start + mark.len();
        }
    }
    found
}

/// Where the next address can begin, and with which mark: not within a word or another address.
fn next_start(text: &str, from: usize) -> Option<(usize, &'static str)> {
    let rest = text.get(from..)?;
    rest.char_indices()
        .filter(|(_, c)| matches!(c, 'h' | 'H' | 'w' | 'W'))
        .map(|(at, _)| from + at)
        .find_map(|at| {
            let mark = STARTS.into_iter().find(|mark| {
                let begin = text.get(at..at + mark.len());
                begin.is_some_and(|begin| begin.eq_ignore_ascii_case(mark))
            })?;
            let before = text[..at].chars().next_back();
            let is_free = before.is_none_or(|c| !c.is_ascii_alphanumeric() && !"@/.:-+=".contains(c));
            is_free.then_some((at, mark))
        })
}

/// Up to white space, an angle bracket, a quote or a sign that ends a clause in Chinese or Japanese; without the signs that end the
/// sentence around it, and without a bracket that is not opened in it.
fn address_length(text: &str) -> usize {
    let ends = |c: char| {
        c.is_whitespace()
            || c.is_control()
            || matches!(
                c,
                '<' | '>'
                    | '"'
                    | '\u{3001}'
                    | '\u{3002}'
                    | '\u{ff01}'
                    | '\u{ff08}'
                    | '\u{ff09}'
                    | '\u{ff0c}'
                    | '\u{ff1a}'
                    | '\u{ff1b}'
                    | '\u{ff1f}'
                    | '\u{300a}'..='\u{3011}' | '\u{201c}' | '\u{201d}'
            )
    };
    let mut address = text.split(ends).next().unwrap_or_default();
    let count = |address: &str, sign: char| address.matches(sign).count();
    let mut round = (count(address, '('), count(address, ')'));
    while let Some(last) = address.chars().next_back() {
        let is_end = match last {
            '?' | '!' | '.' | ',' | ':' | ';' | '*' | '_' | '~' | '\'' | '\u{2019}' | '|' | ']' | '}' => true,
            ')' if round.1 > round.0 => {
                round.1 -= 1;
                true
            }
            _ => false,
        };
        if !is_end {
            break;
        }
        address = &address[..address.len() - last.len_utf8()];
    }
    address.len()
}

/// Whether a host with a dot follows the mark.
fn is_address(address: &str, mark: &str) -> bool {
    let Some(rest) = address.get(mark.len()..) else {
        return false;
    };
    let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let is_part = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
    };
    host.split('.').all(is_part) && (mark == "www." || host.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("See https://www.tradingview.com/chart/ and www.example.com for more.", &["https://www.tradingview.com/chart/", "www.example.com"])]
    #[case("(https://example.com/a_(b)).", &["https://example.com/a_(b)"])]
    #[case("HTTP://EXAMPLE.COM/?a=1&b=2, and", &["HTTP://EXAMPLE.COM/?a=1&b=2"])]
    #[case("见https://例子.测试/开盘。然后", &["https://例子.测试/开盘"])]
    #[case("www.example.com:8080/a#b!", &["www.example.com:8080/a#b"])]
    #[case("https://", &[])]
    #[case("https://localhost", &[])]
    #[case("www. and www..com", &[])]
    #[case("xhttps://example.com, a@www.example.com", &[])]
    #[case("javascript:alert(1)//https://example.com", &[])]
    fn bare_addresses_are_found(#[case] text: &str, #[case] expected: &[&str]) {
        let found: Vec<_> = autolinks(text).into_iter().map(|link| &text[link.at]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn an_address_without_a_scheme_gets_one() {
        assert_eq!(
            autolinks("www.example.com")[0].destination,
            "https://www.example.com"
        );
    }
}
