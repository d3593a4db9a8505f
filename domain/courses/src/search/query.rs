//! What a member asks: words only. There are no operators; quotes, brackets and the like separate words as in a text.

use super::words::{Spacing, Words, words};

pub const SHORTEST_QUERY: usize = 2;
pub const LONGEST_QUERY: usize = 100;

/// The beginning of a word finds the word from this length on.
const SHORTEST_BEGINNING: usize = 2;
/// By so many letters at the most: SQLite's index has entries for beginnings of 2 to 6 letters, and collects those of longer ones anew
/// with each search.
const LONGEST_BEGINNING: usize = 6;

/// A question with its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchQuery {
    pub(super) terms: Vec<Term>,
}

/// What stands in a query without a space between.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Term {
    pub(super) parts: Vec<String>,
    /// The parts as one word, where there are several.
    pub(super) joined: Option<String>,
    /// Each part is a letter of a script without spaces.
    pub(super) is_unspaced: bool,
    /// The last of a query also finds words that begin with it, because it may not be typed to its end; not where it ends with one
    /// letter of its own, as `S&P` does.
    pub(super) is_beginning: bool,
}

/// A word to look up in the index.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct IndexWord {
    /// Letters, digits and points between them.
    pub text: String,
    /// Whether words that begin with it count.
    pub is_beginning: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    #[error("Type at least {SHORTEST_QUERY} characters.")]
    TooShort,
    #[error("Type at most {LONGEST_QUERY} characters.")]
    TooLong,
}

impl SearchQuery {
    /// Reads a query. One without letters and digits is a query that finds nothing.
    ///
    /// # Errors
    /// [`QueryError`] by its length in characters, without the spaces around it.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        let text = text.trim();
        match text.chars().take(LONGEST_QUERY + 1).count() {
            ..SHORTEST_QUERY => Err(QueryError::TooShort),
            SHORTEST_QUERY..=LONGEST_QUERY => Ok(Self {
                terms: terms(&words(text), text),
            }),
            _ => Err(QueryError::TooLong),
        }
    }

    #[must_use]
    pub fn has_words(&self) -> bool {
        !self.terms.is_empty()
    }

    /// The sets of words by which candidates are looked up; a candidate has all words of a set. What stands without a space between is
    /// one word first, and then its parts. The last word is first a whole word, and then a beginning, whose first letters the index has:
    /// so the many words that begin alike never hide the word that was asked for.
    #[must_use]
    pub fn index_words(&self) -> Vec<Vec<IndexWord>> {
        let mut sets: Vec<Vec<IndexWord>> = Vec::new();
        for is_beginning in [false, true] {
            for as_one in [true, false] {
                let set = self.index_set(as_one, is_beginning);
                if !set.is_empty() && !sets.contains(&set) {
                    sets.push(set);
                }
            }
        }
        sets
    }

    fn index_set(&self, as_one: bool, is_beginning: bool) -> Vec<IndexWord> {
        let mut set = Vec::new();
        for term in &self.terms {
            let joined = term.joined.as_ref().filter(|_| as_one);
            let texts = joined.map_or_else(|| term.looked_up(), |word| vec![word.clone()]);
            let last = texts.len() - 1;
            set.extend(texts.into_iter().enumerate().map(|(index, text)| {
                let is_beginning = is_beginning && term.is_beginning && index == last;
                let length = if is_beginning {
                    LONGEST_BEGINNING
                } else {
                    usize::MAX
                };
                IndexWord {
                    text: text.chars().take(length).collect(),
                    is_beginning,
                }
            }));
        }
        set.sort();
        set.dedup();
        set
    }
}

impl Term {
    /// The words of the index that its parts are found by: of a script without spaces each two neighbours.
    fn looked_up(&self) -> Vec<String> {
        if self.is_unspaced && self.parts.len() > 1 {
            self.parts.windows(2).map(|pair| pair.concat()).collect()
        } else {
            self.parts.clone()
        }
    }
}

/// Whether a word is long enough to be looked up as a beginning.
fn can_begin(word: &str) -> bool {
    word.chars().nth(SHORTEST_BEGINNING - 1).is_some()
}

fn terms(words: &Words, text: &str) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    let mut end = 0;
    for word in &words.parts {
        let part = word.text.clone();
        let between = text.get(end..word.at.start).unwrap_or_default();
        let is_new = between.contains(|c: char| c.is_whitespace() || c.is_control())
            || word.spacing == Spacing::Unspaced;
        let is_unspaced = word.spacing.is_unspaced();
        match terms
            .last_mut()
            .filter(|term| !is_new && term.is_unspaced == is_unspaced)
        {
            Some(term) => term.parts.push(part),
            None => terms.push(Term {
                parts: vec![part],
                joined: None,
                is_unspaced,
                is_beginning: false,
            }),
        }
        end = word.at.end;
    }
    let mut first = 0;
    for term in &mut terms {
        let range = first..first + term.parts.len();
        let joined = words.joined.iter().find(|joined| joined.parts == range);
        term.joined = joined.map(|joined| joined.text.clone());
        first = range.end;
    }
    if let Some(last) = terms.last_mut() {
        last.is_beginning = !last.is_unspaced && last.parts.last().is_some_and(|part| can_begin(part));
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn sets(text: &str) -> Vec<String> {
        let shown = |word: IndexWord| format!("{}{}", word.text, if word.is_beginning { "*" } else { "" });
        let sets = SearchQuery::parse(text).unwrap().index_words().into_iter();
        sets.map(|set| set.into_iter().map(shown).collect::<Vec<_>>().join(" "))
            .collect()
    }

    #[rstest]
    #[case("", Some(QueryError::TooShort))]
    #[case(" é ", Some(QueryError::TooShort))]
    #[case("🚀🚀", None)]
    #[case(&"é".repeat(100), None)]
    #[case(&format!("  {}\n", "x".repeat(100)), None)]
    #[case(&"🚀".repeat(101), Some(QueryError::TooLong))]
    fn a_query_has_2_to_100_characters(#[case] text: &str, #[case] error: Option<QueryError>) {
        assert_eq!(SearchQuery::parse(text).err(), error);
    }

    #[rstest]
    #[case("Stop loss", &["loss stop", "loss* stop"])]
    #[case("stop-loss orders", &["orders stoploss", "loss orders stop", "orders* stoploss", "loss orders* stop"])]
    #[case("EUR/USD", &["eurusd", "eur usd", "eurusd*", "eur usd*"])]
    #[case("management", &["management", "manage*"])]
    #[case("12,50", &["12.50", "12.50*"])]
    #[case("S&P 5", &["5 sp", "5 p s"])]
    #[case("S&P", &["sp", "p s"])]
    #[case("loss loss", &["loss", "loss loss*"])]
    #[case("(\"AND\" OR NOT*)", &["and not or", "and not* or"])]
    #[case("a\0b", &["a b"])]
    #[case("开盘区间", &["区间 开盘 盘区"])]
    #[case("高 EUR", &["eur 高", "eur* 高"])]
    #[case("5日線", &["5 日線"])]
    fn a_query_is_looked_up_by_these_words(#[case] text: &str, #[case] expected: &[&str]) {
        assert_eq!(sets(text), expected);
    }

    #[rstest]
    #[case("🚀🚀")]
    #[case("*(\"")]
    #[case("\0\0\0")]
    fn a_query_without_words_looks_nothing_up(#[case] text: &str) {
        let query = SearchQuery::parse(text).unwrap();
        assert!(!query.has_words() && query.index_words().is_empty());
    }
}
