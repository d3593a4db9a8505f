//! Words as the search compares them: one rule for what is indexed and what is asked, on both databases.
//!
//! A text is decomposed (Unicode NFKD), put in lower case and freed of accents. A word is a run of letters and digits; everything
//! else separates. A point or comma between two digits belongs to the number and is a point (`12,50` is `12.50`). What stands without
//! a space between is also one word (`stop-loss` is `stop`, `loss` and `stoploss`), so that `EURUSD` finds `EUR/USD`.

use std::ops::Range;

use unicode_normalization::char::{canonical_combining_class, decompose_compatible};

/// Changes with every change of what [`words`] or [`super::passage`] make of a text; then all courses are indexed again.
pub const INDEX_VERSION: i32 = 1;

/// What is longer is compared by its beginning. PostgreSQL takes words of up to 2 kB.
const MAX_WORD_CHARS: usize = 64;
/// More parts than this are an address or a path, which is not searched as one word.
const MAX_JOINED_PARTS: usize = 4;

/// The words of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// In the order of the text.
    pub parts: Vec<Word>,
    /// Parts between which no space is, as one word.
    pub joined: Vec<JoinedWord>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    /// Bytes of the original text.
    pub at: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinedWord {
    pub text: String,
    /// Of [`Words::parts`].
    pub parts: Range<usize>,
}

impl Words {
    /// The bytes of the original text that some neighbouring parts take.
    #[must_use]
    pub fn span(&self, parts: &Range<usize>) -> Range<usize> {
        let parts = self.parts.get(parts.clone()).unwrap_or_default();
        let start = parts.first().map_or(0, |part| part.at.start);
        start..parts.last().map_or(start, |part| part.at.end)
    }
}

/// A piece of the text after folding.
struct Folded {
    piece: Piece,
    at: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Char(char),
    /// An accent or an invisible character: belongs to the word that it stands in, and is not compared.
    Silent,
}

/// The words of a text.
#[must_use]
pub fn words(text: &str) -> Words {
    let mut folded = Vec::with_capacity(text.len());
    for (start, c) in text.char_indices() {
        fold(c, start..start + c.len_utf8(), &mut folded);
    }
    let mut reader = Reader::default();
    for (index, Folded { piece, at }) in folded.iter().enumerate() {
        match *piece {
            Piece::Silent => reader.extend(at),
            Piece::Char(c) if c.is_alphanumeric() => reader.push(c, at),
            Piece::Char('.' | ',')
                if reader.ends_with_digit() && starts_with_digit(folded.get(index + 1)) =>
            {
                reader.push('.', at);
            }
            Piece::Char(c) => {
                reader.end_word();
                if c.is_whitespace() || c.is_control() {
                    reader.end_run();
                }
            }
        }
    }
    reader.end_word();
    reader.end_run();
    reader.words
}

fn starts_with_digit(folded: Option<&Folded>) -> bool {
    folded.is_some_and(|next| matches!(next.piece, Piece::Char(c) if c.is_ascii_digit()))
}

#[derive(Default)]
struct Reader {
    words: Words,
    word: String,
    chars: usize,
    at: Range<usize>,
    /// The first part since the last space.
    run: usize,
}

impl Reader {
    fn ends_with_digit(&self) -> bool {
        self.word.ends_with(|c: char| c.is_ascii_digit())
    }

    fn push(&mut self, c: char, at: &Range<usize>) {
        if self.chars == 0 {
            self.at.start = at.start;
        }
        self.at.end = at.end;
        self.chars += 1;
        if self.chars <= MAX_WORD_CHARS {
            self.word.push(c);
        }
    }

    fn extend(&mut self, at: &Range<usize>) {
        if self.chars > 0 {
            self.at.end = at.end;
        }
    }

    fn end_word(&mut self) {
        if self.chars > 0 {
            self.words.parts.push(Word {
                text: std::mem::take(&mut self.word),
                at: self.at.clone(),
            });
            self.chars = 0;
        }
    }

    fn end_run(&mut self) {
        let run = self.run..self.words.parts.len();
        if (2..=MAX_JOINED_PARTS).contains(&run.len()) {
            let parts = self.words.parts[run.clone()].iter();
            let text = parts.flat_map(|part| part.text.chars()).take(MAX_WORD_CHARS);
            self.words.joined.push(JoinedWord {
                text: text.collect(),
                parts: run.clone(),
            });
        }
        self.run = run.end;
    }
}

fn fold(c: char, at: Range<usize>, into: &mut Vec<Folded>) {
    let mut push = |piece| {
        into.push(Folded {
            piece,
            at: at.clone(),
        })
    };
    if c.is_ascii() {
        push(Piece::Char(c.to_ascii_lowercase()));
    } else if is_invisible(c) {
        push(Piece::Silent);
    } else {
        decompose_compatible(c, |part| {
            if canonical_combining_class(part) != 0 {
                push(Piece::Silent);
                return;
            }
            for c in part.to_lowercase() {
                match plain_letters(c) {
                    Some(letters) => letters.chars().for_each(|c| push(Piece::Char(c))),
                    None => push(Piece::Char(c)),
                }
            }
        });
    }
}

/// Soft hyphen, joiners, the byte order mark and variation selectors.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}')
}

/// Letters that Unicode does not decompose, as they are typed on a keyboard without them.
fn plain_letters(c: char) -> Option<&'static str> {
    Some(match c {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'þ' => "th",
        'ħ' => "h",
        'ı' => "i",
        'ŧ' => "t",
        'ς' => "σ",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    fn parts(text: &str) -> Vec<String> {
        words(text).parts.into_iter().map(|part| part.text).collect()
    }

    fn joined(text: &str) -> Vec<String> {
        words(text).joined.into_iter().map(|word| word.text).collect()
    }

    #[rstest]
    #[case("Stop-Loss", &["stop", "loss"], &["stoploss"])]
    #[case("EUR/USD", &["eur", "usd"], &["eurusd"])]
    #[case("S&P 500", &["s", "p", "500"], &["sp"])]
    #[case("at 12.50, or 12,50!", &["at", "12.50", "or", "12.50"], &[])]
    #[case("1.0845-1.0850", &["1.0845", "1.0850"], &["1.08451.0850"])]
    #[case("Café CAFÉ cafe\u{301}", &["cafe", "cafe", "cafe"], &[])]
    #[case("ﬁrst Ｆｕｌｌ straße Łódź œuvre", &["first", "full", "strasse", "lodz", "oeuvre"], &[])]
    #[case("it’s co\u{ad}operation", &["it", "s", "cooperation"], &["its"])]
    #[case("AND NOT * \" ( 🚀 \0", &["and", "not"], &[])]
    #[case("a.b.c.d.e/f", &["a", "b", "c", "d", "e", "f"], &[])]
    #[case("½ 3. ,5", &["1", "2", "3", "5"], &["12"])]
    #[case("", &[], &[])]
    fn a_text_has_these_words(#[case] text: &str, #[case] expected: &[&str], #[case] as_one: &[&str]) {
        assert_eq!(parts(text), expected);
        assert_eq!(joined(text), as_one);
    }

    #[test]
    fn a_word_knows_its_place_in_the_original_text() {
        let text = "🚀 Cafe\u{301}-ﬁn!";
        let found = words(text);
        let spans: Vec<_> = found.parts.iter().map(|part| &text[part.at.clone()]).collect();
        assert_eq!(spans, ["Cafe\u{301}", "ﬁn"]);
        assert_eq!(&text[found.span(&found.joined[0].parts)], "Cafe\u{301}-ﬁn");
    }

    #[test]
    fn a_word_of_any_length_is_compared_by_its_beginning() {
        let found = parts(&"é".repeat(5_000));
        assert_eq!(found, ["e".repeat(64)]);
    }

    proptest! {
        /// Both databases take words as they are, separated by spaces and within quotes.
        #[test]
        fn a_word_has_nothing_that_a_database_reads_otherwise(text in any::<String>()) {
            let found = words(&text);
            let all = found.parts.iter().map(|part| &part.text).chain(found.joined.iter().map(|word| &word.text));
            for word in all {
                prop_assert!(!word.is_empty() && word.chars().count() <= 64);
                prop_assert!(word.chars().all(|c| c == '.' || c.is_alphanumeric()), "{word}");
                prop_assert!(word.starts_with(char::is_alphanumeric));
            }
            for part in &found.parts {
                prop_assert!(text.get(part.at.clone()).is_some_and(|span| !span.is_empty()));
            }
            prop_assert!(found.parts.windows(2).all(|pair| pair[0].at.end <= pair[1].at.end));
        }
    }
}
