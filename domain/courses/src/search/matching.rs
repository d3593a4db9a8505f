//! Where a line has what a query asks for.

use std::ops::Range;

use super::{
    query::{SearchQuery, Term},
    words::Words,
};

/// One place where a line has a term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TermMatch {
    /// Of [`Words::parts`].
    pub(super) parts: Range<usize>,
    /// False where the line's word only begins with the term.
    pub(super) is_whole: bool,
}

/// The places of each term of a query, in the order of the terms.
pub(super) fn term_matches(query: &SearchQuery, words: &Words) -> Vec<Vec<TermMatch>> {
    query.terms.iter().map(|term| matches_of(term, words)).collect()
}

fn matches_of(term: &Term, words: &Words) -> Vec<TermMatch> {
    let mut found = Vec::new();
    let one_word = match (&term.joined, &term.parts[..]) {
        (Some(joined), _) => Some(joined),
        (None, [only]) => Some(only),
        (None, _) => None,
    };
    if let Some(one_word) = one_word {
        for (index, part) in words.parts.iter().enumerate() {
            note(&mut found, index..index + 1, compare(term, one_word, &part.text));
        }
    }
    if term.parts.len() > 1 {
        for start in 0..(words.parts.len() + 1).saturating_sub(term.parts.len()) {
            let range = start..start + term.parts.len();
            note(&mut found, range.clone(), compare_all(term, words, range));
        }
    }
    if let Some(one_word) = one_word {
        for joined in &words.joined {
            // What is found as one of its parts is not found once more.
            let is_new = |found: &TermMatch| {
                found.parts.end <= joined.parts.start || joined.parts.end <= found.parts.start
            };
            if found.iter().all(is_new) {
                note(
                    &mut found,
                    joined.parts.clone(),
                    compare(term, one_word, &joined.text),
                );
            }
        }
    }
    found
}

fn note(found: &mut Vec<TermMatch>, parts: Range<usize>, is_whole: Option<bool>) {
    found.extend(is_whole.map(|is_whole| TermMatch { parts, is_whole }));
}

/// Whether a word is what is asked for, as a whole or by its beginning.
fn compare(term: &Term, asked: &str, word: &str) -> Option<bool> {
    if word == asked {
        Some(true)
    } else {
        (term.is_beginning && word.starts_with(asked)).then_some(false)
    }
}

/// The same for all parts of a term, one after the other.
fn compare_all(term: &Term, words: &Words, range: Range<usize>) -> Option<bool> {
    let (last, before) = term.parts.split_last()?;
    let (last_word, words) = words.parts.get(range)?.split_last()?;
    let is_same = before.iter().zip(words).all(|(asked, word)| *asked == word.text);
    is_same.then(|| compare(term, last, &last_word.text)).flatten()
}

#[cfg(test)]
mod tests {
    use super::{super::words::words, *};
    use rstest::rstest;

    #[rstest]
    #[case("stop", "a stop-loss", &["stop"])]
    #[case("stop-loss", "stop-loss, stop loss, stoploss, loss stop", &["stoploss", "stop-loss", "stop loss"])]
    #[case("stoploss", "a stop-loss", &["stop-loss"])]
    #[case("stop-lo", "Stop Losses and stop", &["Stop Losses"])]
    #[case("EURUSD", "EUR/USD and eur usd", &["EUR/USD"])]
    #[case("eur/usd", "EUR/USD and eur usd", &["EUR/USD", "eur usd"])]
    #[case("12.5", "12,50 or 112.5", &["12,50"])]
    #[case("s&p", "it's, S&P; p s, a spread", &["S&P"])]
    #[case("its", "it's", &["it's"])]
    #[case("café", "CAFE\u{301}S", &["CAFE\u{301}S"])]
    #[case("a", "a ab", &["a"])]
    fn a_term_is_found_there(#[case] query: &str, #[case] line: &str, #[case] expected: &[&str]) {
        let query = SearchQuery {
            terms: SearchQuery::parse(&format!("{query} ")).map_or_else(
                |_| SearchQuery::parse(&format!("{query}!!")).unwrap().terms,
                |query| query.terms,
            ),
        };
        let words = words(line);
        let mut found: Vec<_> = term_matches(&query, &words).remove(0);
        found.sort_by_key(|found| std::cmp::Reverse(found.parts.len() == 1));
        let found: Vec<_> = found
            .iter()
            .map(|found| &line[words.span(&found.parts)])
            .collect();
        assert_eq!(found, expected);
    }
}
