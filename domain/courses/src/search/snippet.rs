//! What is shown of a place: its original words, with the offsets of the words that match.

use std::ops::Range;

use super::{
    matching::term_matches, passage::Passage, passage::PassageSource, query::SearchQuery, ranking::Place,
    words::words,
};

/// Longer texts are cut on both sides of the first match.
const SNIPPET_CHARS: usize = 240;
/// How much precedes the first match of a cut text.
const BEFORE_CHARS: usize = 60;

/// A plain text, and the UTF-16 offsets in it (start, end) of what matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snippet {
    pub text: String,
    pub highlights: Vec<(u32, u32)>,
}

/// What is shown of a place; of what is said, also how it goes on.
pub(super) fn snippet(query: &SearchQuery, passage: &Passage, place: &Place) -> Snippet {
    let count = if place.goes_on || passage.source == PassageSource::Captions {
        2
    } else {
        1
    };
    let lines = passage.lines.iter().skip(place.line).take(count);
    let whole = lines.map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ");
    let first = matches(query, &whole).first().map_or(0, |at| at.start);
    let text = cut(&whole, first);
    let highlights = utf16(&text, &matches(query, &text));
    Snippet { text, highlights }
}

/// The bytes that match, in order, apart from each other.
fn matches(query: &SearchQuery, text: &str) -> Vec<Range<usize>> {
    let words = words(text);
    let terms = term_matches(query, &words);
    let mut spans: Vec<_> = terms
        .iter()
        .flatten()
        .map(|found| words.span(&found.parts))
        .collect();
    spans.sort_by_key(|span| (span.start, span.end));
    let mut merged: Vec<Range<usize>> = Vec::new();
    for span in spans {
        match merged.last_mut().filter(|last| span.start < last.end) {
            Some(last) => last.end = last.end.max(span.end),
            None => merged.push(span),
        }
    }
    merged
}

fn cut(text: &str, first: usize) -> String {
    if text.chars().count() <= SNIPPET_CHARS {
        return text.to_owned();
    }
    let (before, after) = text.split_at(first);
    let earliest = before
        .char_indices()
        .rev()
        .nth(BEFORE_CHARS)
        .map_or(0, |(at, _)| at);
    let start = if earliest == 0 {
        0
    } else {
        before[earliest..].find(' ').map_or(first, |at| earliest + at + 1)
    };
    let room = SNIPPET_CHARS - text[start..first].chars().count();
    let limit = after
        .char_indices()
        .nth(room)
        .map_or(text.len(), |(at, _)| first + at);
    let end = if limit == text.len() {
        limit
    } else {
        text[..limit]
            .rfind(' ')
            .filter(|end| *end > first)
            .unwrap_or(limit)
    };
    let mark = |is_cut: bool| if is_cut { "…" } else { "" };
    format!(
        "{}{}{}",
        mark(start > 0),
        &text[start..end],
        mark(end < text.len())
    )
}

/// Byte ranges as offsets in UTF-16 units, in which browsers count.
fn utf16(text: &str, spans: &[Range<usize>]) -> Vec<(u32, u32)> {
    let (mut units, mut at) = (0_u32, 0);
    let mut to = |end: usize| {
        let between = text.get(at..end).unwrap_or_default();
        units += between
            .chars()
            .map(|c| if c.len_utf16() == 2 { 2 } else { 1 })
            .sum::<u32>();
        at = end;
        units
    };
    spans.iter().map(|span| (to(span.start), to(span.end))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        CourseId, VideoId,
        search::{
            passage::{Line, passages},
            ranking::best_places,
            store::Candidate,
        },
    };
    use proptest::prelude::*;
    use rstest::rstest;

    fn shown(query: &str, source: PassageSource, lines: &[&str]) -> Option<(Snippet, Vec<String>)> {
        let query = SearchQuery::parse(query).ok()?;
        let lines = lines.iter().map(|line| Line::new(line, None));
        let candidates: Vec<_> = passages(CourseId(1), VideoId(1), source, lines)
            .into_iter()
            .zip(0..)
            .map(|(passage, id)| Candidate { id, passage })
            .collect();
        let place = best_places(&query, &candidates, 1).into_iter().next()?;
        let snippet = snippet(&query, &candidates[place.candidate].passage, &place);
        let units: Vec<u16> = snippet.text.encode_utf16().collect();
        let marked = snippet
            .highlights
            .iter()
            .map(|(start, end)| String::from_utf16(&units[*start as usize..*end as usize]).unwrap())
            .collect();
        Some((snippet, marked))
    }

    #[rstest]
    #[case("stop", &["🚀🚀 a Stop-loss"], "🚀🚀 a Stop-loss", &["Stop"])]
    #[case("stoploss", &["🚀 a Stop-loss"], "🚀 a Stop-loss", &["Stop-loss"])]
    #[case("finance cafe", &["𝐅inance in a Cafe\u{301}", "and more"], "𝐅inance in a Cafe\u{301} and more", &["𝐅inance", "Cafe\u{301}"])]
    #[case("eur usd", &["The EUR/", "USD rate"], "The EUR/ USD rate", &["EUR", "USD"])]
    #[case("lo loss", &["loss of lo"], "loss of lo", &["loss", "lo"])]
    fn what_matches_is_marked_in_the_original_text(
        #[case] query: &str,
        #[case] lines: &[&str],
        #[case] text: &str,
        #[case] marked: &[&str],
    ) {
        let (snippet, found) = shown(query, PassageSource::Captions, lines).unwrap();
        assert_eq!(
            (snippet.text.as_str(), &found[..]),
            (
                text,
                &marked.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()[..]
            )
        );
    }

    #[test]
    fn a_long_text_is_cut_at_spaces_around_the_first_match() {
        let text = format!("{} tick {}", "before ".repeat(20), "after ".repeat(60));
        let (snippet, marked) = shown("tick", PassageSource::Text, &[&text]).unwrap();
        assert_eq!(marked, ["tick"]);
        assert!(
            snippet.text.chars().count() <= SNIPPET_CHARS + 2,
            "{}",
            snippet.text
        );
        assert!(
            snippet.text.starts_with("…before ") && snippet.text.ends_with(" after…"),
            "{}",
            snippet.text
        );
    }

    proptest! {
        #[test]
        fn highlights_are_words_of_the_snippet(
            before in "[a-zA-Zé🚀 /.-]{0,300}", after in "[a-zA-Zé🚀 /.-]{0,300}", source in 0_usize..PassageSource::ALL.len(),
        ) {
            let line = format!("{before} Ｔíck {after}");
            let found = shown("tick", PassageSource::ALL[source], &[&line]);
            let (snippet, marked) = found.unwrap();
            prop_assert!(!marked.is_empty());
            prop_assert!(marked.iter().any(|word| word == "Ｔíck"), "{:?}", marked);
            prop_assert!(snippet.highlights.windows(2).all(|pair| pair[0].1 <= pair[1].0));
        }
    }
}
