//! Words as the search compares them: one rule for what is indexed and what is asked, on both databases.
//!
//! A text is folded ([`kernel::fold`]). A word is a run of letters and digits; everything
//! else separates. A point or comma between two digits belongs to the number and is a point (`12,50` is `12.50`). What stands without
//! a space between is also one word (`stop-loss` is `stop`, `loss` and `stoploss`), so that `EURUSD` finds `EUR/USD`.
//!
//! Chinese, Japanese, Thai and their neighbours are written without spaces between words. Decision: there each letter, with the signs above
//! and below it, is a word, and the index also has each two neighbours as one. A phrase of a query is then found inside a sentence by its
//! pairs, on both databases, without a dictionary for each language. Cost: a text of such a script has twice as many words as letters.

use std::ops::Range;

use kernel::{Folded, fold};
use unicode_normalization::char::is_combining_mark;

/// Changes with every change of what [`words`] or [`super::passage`] make of a text; then all courses are indexed again.
pub const INDEX_VERSION: i32 = 2;

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
    pub spacing: Spacing,
}

/// How a word is separated from the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Spacing {
    /// Of a script with spaces between its words.
    #[default]
    Spaced,
    /// A letter of a script without spaces.
    Unspaced,
    /// The same, right after another such letter; white space, as a line break brings it, does not count.
    Follows,
}

impl Spacing {
    #[must_use]
    pub fn is_unspaced(self) -> bool {
        self != Self::Spaced
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinedWord {
    pub text: String,
    /// Of [`Words::parts`].
    pub parts: Range<usize>,
}

impl Words {
    /// The words by which a text is found.
    pub fn index_words(&self) -> impl Iterator<Item = String> {
        let parts = self.parts.iter().map(|part| part.text.clone());
        let joined = self.joined.iter().map(|word| word.text.clone());
        let neighbours = self.parts.windows(2).filter_map(|pair| match pair {
            [one, next] if next.spacing == Spacing::Follows => Some(format!("{}{}", one.text, next.text)),
            _ => None,
        });
        parts.chain(joined).chain(neighbours)
    }

    /// The bytes of the original text that some neighbouring parts take.
    #[must_use]
    pub fn span(&self, parts: &Range<usize>) -> Range<usize> {
        let parts = self.parts.get(parts.clone()).unwrap_or_default();
        let start = parts.first().map_or(0, |part| part.at.start);
        start..parts.last().map_or(start, |part| part.at.end)
    }
}

/// A part of the text after folding.
struct Piece {
    folded: Folded,
    at: Range<usize>,
}

/// The words of a text.
#[must_use]
pub fn words(text: &str) -> Words {
    let mut pieces = Vec::with_capacity(text.len());
    for (start, c) in text.char_indices() {
        let at = start..start + c.len_utf8();
        fold(c, |folded| {
            pieces.push(Piece {
                folded,
                at: at.clone(),
            })
        });
    }
    let mut reader = Reader::default();
    for (index, Piece { folded, at }) in pieces.iter().enumerate() {
        match *folded {
            Folded::Silent => reader.extend(at),
            Folded::Letter(c) if is_unspaced(c) && c.is_alphanumeric() => reader.push_unspaced(c, at),
            // A sign above a letter that is no vowel, such as the one that silences it in Thai.
            Folded::Letter(c) if is_unspaced(c) && is_combining_mark(c) => reader.extend(at),
            Folded::Letter(c) if c.is_alphanumeric() => reader.push_spaced(c, at),
            Folded::Letter('.' | ',')
                if reader.ends_with_digit() && starts_with_digit(pieces.get(index + 1)) =>
            {
                reader.push('.', at);
            }
            Folded::Letter(c) => {
                reader.end_word();
                if c.is_whitespace() || c.is_control() {
                    reader.end_run();
                } else {
                    reader.follows = false;
                }
            }
        }
    }
    reader.end_word();
    reader.end_run();
    reader.words
}

fn starts_with_digit(piece: Option<&Piece>) -> bool {
    piece.is_some_and(|next| matches!(next.folded, Folded::Letter(c) if c.is_ascii_digit()))
}

#[derive(Default)]
struct Reader {
    words: Words,
    word: String,
    chars: usize,
    at: Range<usize>,
    /// The first part since the last space.
    run: usize,
    /// Of the word that is read.
    spacing: Spacing,
    /// Whether nothing but white space was read since the last letter of a script without spaces.
    follows: bool,
}

impl Reader {
    fn ends_with_digit(&self) -> bool {
        self.word.ends_with(|c: char| c.is_ascii_digit())
    }

    fn push_spaced(&mut self, c: char, at: &Range<usize>) {
        if self.spacing.is_unspaced() {
            self.end_word();
        }
        self.follows = false;
        self.push(c, at);
    }

    /// A letter is a word; a sign above or below it, such as a vowel of Thai, belongs to it.
    fn push_unspaced(&mut self, c: char, at: &Range<usize>) {
        if !(is_combining_mark(c) && self.chars > 0 && self.spacing.is_unspaced()) {
            self.end_word();
            self.end_run();
            self.spacing = if self.follows {
                Spacing::Follows
            } else {
                Spacing::Unspaced
            };
        }
        self.follows = true;
        self.push(c, at);
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
                spacing: self.spacing,
            });
            self.chars = 0;
            if std::mem::take(&mut self.spacing).is_unspaced() {
                // Is no part of a joined word.
                self.run = self.words.parts.len();
            }
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

/// Letters and signs of scripts without spaces between words (Unicode UAX 14, classes ID, CJ and SA): Thai, Lao, Burmese, Khmer and the
/// Tai scripts; Han, Kana and Bopomofo.
fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{e01}'..='\u{e3a}' | '\u{e40}'..='\u{e4e}' | '\u{e81}'..='\u{ece}' | '\u{edc}'..='\u{edf}'
        | '\u{1000}'..='\u{103f}' | '\u{1050}'..='\u{108f}' | '\u{109a}'..='\u{109d}' | '\u{a9e0}'..='\u{a9ef}'
        | '\u{a9fa}'..='\u{a9fe}' | '\u{aa60}'..='\u{aac2}' | '\u{1780}'..='\u{17d3}' | '\u{17dc}' | '\u{17dd}'
        | '\u{1950}'..='\u{1974}' | '\u{1980}'..='\u{19c9}' | '\u{1a20}'..='\u{1a7c}'
        | '\u{2e80}'..='\u{2fd5}' | '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{3029}' | '\u{3038}'..='\u{303b}'
        | '\u{3041}'..='\u{30ff}' | '\u{3105}'..='\u{312f}' | '\u{31a0}'..='\u{31bf}' | '\u{31f0}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{1b000}'..='\u{1b16f}'
        | '\u{20000}'..='\u{3ffff}')
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

    #[rstest]
    #[case("开盘S&P高点", &["开", "盘", "s", "p", "高", "点"], &["sp", "开盘", "高点"])]
    #[case("开盘、区间", &["开", "盘", "区", "间"], &["开盘", "区间"])]
    #[case("高\n点", &["高", "点"], &["高点"])]
    #[case("5日線", &["5", "日", "線"], &["日線"])]
    #[case("ﾊﾞｰ", &["ハ", "ー"], &["ハー"])]
    #[case("กิน", &["กิ", "น"], &["กิน"])]
    #[case("เก็บ", &["เ", "ก", "บ"], &["เก", "กบ"])]
    #[case("高", &["高"], &[])]
    fn a_script_without_spaces_has_its_letters_and_their_pairs(
        #[case] text: &str,
        #[case] expected: &[&str],
        #[case] more: &[&str],
    ) {
        let found: Vec<_> = words(text).index_words().collect();
        assert_eq!(found, [expected, more].concat());
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
