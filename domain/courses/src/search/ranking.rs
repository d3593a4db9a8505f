//! Which places of the candidates match, and which of them are shown first.

use std::{cmp::Reverse, collections::HashMap};

use super::{
    matching::{TermMatch, term_matches},
    passage::{Passage, PassageSource},
    query::SearchQuery,
    store::Candidate,
    words::words,
};
use crate::VideoId;

/// Places of one lesson that are nearer than this are one place.
const SAME_PLACE_MS: u32 = 10_000;

/// All that is asked for is in one line, or in two lines one after the other, or somewhere in the passage.
const IN_LINE: i64 = 400;
const IN_TWO_LINES: i64 = 300;
const IN_PASSAGE: i64 = 0;
/// The words stand one after the other, as they were asked.
const AS_A_PHRASE: i64 = 100;
/// All words are there as they were asked, none only by its beginning.
const WHOLE_WORDS: i64 = 80;
/// For each time that something of it is said, up to so many times.
const OFTEN: (i64, usize) = (4, 5);
/// Subtracted for each further place of a lesson, so that places in other lessons come before it.
const FURTHER_PLACE: i64 = 30;

/// A place that matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// Of the candidates.
    pub(super) candidate: usize,
    /// The line where it begins.
    pub(super) line: usize,
    /// Whether it goes on in the next line.
    pub(super) goes_on: bool,
    score: i64,
}

/// The best places, best first. The order depends on nothing but the arguments: equal ones are in the order of the index.
pub(super) fn best_places(query: &SearchQuery, candidates: &[Candidate], limit: usize) -> Vec<Place> {
    let mut places: Vec<Place> = candidates
        .iter()
        .enumerate()
        .flat_map(|(index, candidate)| places_of(query, index, &candidate.passage))
        .collect();
    let order = |place: &Place| (Reverse(place.score), candidates[place.candidate].id, place.line);
    places.sort_by_key(order);
    let mut taken: HashMap<VideoId, Vec<PlaceKey>> = HashMap::new();
    places.retain_mut(|place| {
        let passage = &candidates[place.candidate].passage;
        let here = (passage.question, passage.lines[place.line].start_ms);
        let taken = taken.entry(passage.lesson).or_default();
        if taken.iter().any(|other| is_same_place(*other, here)) {
            return false;
        }
        place.score -= FURTHER_PLACE * i64::try_from(taken.len()).unwrap_or(i64::MAX / FURTHER_PLACE);
        taken.push(here);
        true
    });
    places.sort_by_key(order);
    places.truncate(limit);
    places
}

/// What a place of a lesson is known by: the question that is answered, and when the line is said, in milliseconds.
type PlaceKey = (Option<i32>, Option<u32>);

/// Whether two places of one lesson are one: by the question that is answered, and without a question by what is said. What is said nowhere
/// leads to the lesson as a whole, whichever words of it matched.
fn is_same_place((question, one): PlaceKey, (other_question, other): PlaceKey) -> bool {
    if question.is_some() || other_question.is_some() {
        return question == other_question;
    }
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => one.abs_diff(other) < SAME_PLACE_MS,
        _ => false,
    }
}

/// What a line has: for each term its places, and one bit for each term that it has.
struct LineMatches {
    terms: Vec<Vec<TermMatch>>,
    has: u64,
}

fn places_of(query: &SearchQuery, candidate: usize, passage: &Passage) -> Vec<Place> {
    let lines: Vec<LineMatches> = passage
        .lines
        .iter()
        .map(|line| {
            let terms = term_matches(query, &words(&line.text));
            let bits = terms.iter().enumerate().filter(|(_, found)| !found.is_empty());
            // A query has at most 50 terms.
            let has = bits.fold(0, |has, (term, _)| has | 1_u64 << (term % 64));
            LineMatches { terms, has }
        })
        .collect();
    let all = query
        .terms
        .iter()
        .enumerate()
        .fold(0, |all, (term, _)| all | 1_u64 << (term % 64));
    if lines.iter().fold(0, |has, line| has | line.has) != all {
        return Vec::new();
    }
    let has = |index: usize| lines.get(index).map_or(0, |line| line.has);
    let place = |line: usize, goes_on: bool, coverage: i64| Place {
        candidate,
        line,
        goes_on,
        score: score(passage, &lines, line, goes_on, coverage),
    };
    let own = passage.own_lines.min(lines.len());
    let mut places: Vec<Place> = (0..own)
        .filter_map(|line| {
            if has(line) == all {
                Some(place(line, false, IN_LINE))
            } else if has(line) != 0 && has(line) | has(line + 1) == all && has(line + 1) != all {
                Some(place(line, true, IN_TWO_LINES))
            } else {
                None
            }
        })
        .collect();
    if places.is_empty() {
        let best = (0..own)
            .filter(|line| has(*line) != 0)
            .max_by_key(|line| ((has(*line) | has(line + 1)).count_ones(), Reverse(*line)));
        places.extend(best.map(|line| place(line, has(line + 1) & !has(line) != 0, IN_PASSAGE)));
    }
    places
}

fn score(passage: &Passage, lines: &[LineMatches], line: usize, goes_on: bool, coverage: i64) -> i64 {
    let Some(first) = lines.get(line) else {
        return 0;
    };
    let second = lines.get(line + 1).filter(|_| goes_on);
    let terms = first.terms.len();
    let found = |term: usize| {
        let second = second.into_iter().flat_map(move |line| &line.terms[term]);
        first.terms[term].iter().chain(second)
    };
    let whole = (0..terms)
        .filter(|term| found(*term).any(|found| found.is_whole))
        .count();
    let follows = |term: usize| {
        let ends = first.terms[term - 1].iter().map(|found| found.parts.end);
        ends.into_iter()
            .any(|end| first.terms[term].iter().any(|next| next.parts.start == end))
    };
    let phrases = (1..terms).filter(|term| follows(*term)).count();
    let often = (0..terms)
        .map(|term| found(term).count())
        .sum::<usize>()
        .min(OFTEN.1);
    coverage
        + share(AS_A_PHRASE, phrases, terms.saturating_sub(1))
        + share(WHOLE_WORDS, whole, terms)
        + OFTEN.0 * i64::try_from(often).unwrap_or(0)
        + weight(passage, line)
}

fn share(of: i64, part: usize, whole: usize) -> i64 {
    let (part, whole) = (
        i64::try_from(part).unwrap_or(0),
        i64::try_from(whole).unwrap_or(0),
    );
    if whole == 0 { 0 } else { of * part / whole }
}

/// What a line is worth by where it stands.
fn weight(passage: &Passage, line: usize) -> i64 {
    let is_title = passage.first_line + line == 0;
    match passage.source {
        PassageSource::Lesson if is_title => 150,
        PassageSource::Chapters | PassageSource::Section | PassageSource::Answer if is_title => 70,
        PassageSource::Chapters => 70,
        PassageSource::Course if is_title => 50,
        PassageSource::Lesson => 40,
        PassageSource::Text | PassageSource::Captions | PassageSource::Answer => 20,
        PassageSource::Section | PassageSource::Course => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        CourseId,
        search::{
            index::{PublicAnswer, answer_passages},
            passage::{Line, passages},
        },
    };
    use PassageSource::{Captions, Chapters, Lesson, Text};

    /// Lines of lessons, ten seconds apart from the start of each list.
    fn candidates(lists: &[(i32, PassageSource, &[&str])]) -> Vec<Candidate> {
        let mut found = Vec::new();
        for (lesson, source, lines) in lists {
            let lines = lines.iter().zip(0..).map(|(text, number)| {
                let start = matches!(source, Captions | Chapters).then_some(number * 10_000);
                Line::new(text, start)
            });
            for passage in passages(CourseId(1), VideoId(*lesson), *source, lines) {
                let id = i32::try_from(found.len()).unwrap();
                found.push(Candidate { id, passage });
            }
        }
        found
    }

    fn shown(query: &str, lists: &[(i32, PassageSource, &[&str])]) -> Vec<(i32, String)> {
        let candidates = candidates(lists);
        best_places(&SearchQuery::parse(query).unwrap(), &candidates, 20)
            .into_iter()
            .map(|place| {
                let passage = &candidates[place.candidate].passage;
                (passage.lesson.0, passage.lines[place.line].text.clone())
            })
            .collect()
    }

    fn found(expected: &[(i32, &str)]) -> Vec<(i32, String)> {
        expected
            .iter()
            .map(|(lesson, line)| (*lesson, (*line).to_owned()))
            .collect()
    }

    #[test]
    fn a_title_comes_before_what_is_said_and_a_phrase_before_its_words_apart() {
        let lists: [(i32, PassageSource, &[&str]); 4] = [
            (
                1,
                Captions,
                &["a loss is where you stop", "nothing", "now a stop loss"],
            ),
            (2, Lesson, &["Stop loss", "Where to get out"]),
            (3, Text, &["The stop loss is an order"]),
            (4, Captions, &["you stop", "at a loss", "nothing"]),
        ];
        let expected = [
            (2, "Stop loss"),
            (3, "The stop loss is an order"),
            (1, "now a stop loss"),
            (1, "a loss is where you stop"),
            (4, "you stop"),
        ];
        let mut shown = shown("stop loss", &lists);
        // Equal in everything but their order in the index.
        shown[1..3].sort_by_key(|(lesson, _)| Reverse(*lesson));
        assert_eq!(shown, found(&expected));
    }

    #[test]
    fn words_far_from_each_other_in_a_passage_come_last_and_such_in_two_passages_not_at_all() {
        let far: &[&str] = &["margin", "x", "x", "x", "x", "call"];
        let apart: &[&str] = &["margin", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x", "call"];
        let near: &[&str] = &["margin", "call", "x"];
        let lists = [(1, Captions, far), (2, Captions, apart), (3, Captions, near)];
        assert_eq!(
            shown("margin call", &lists),
            found(&[(3, "margin"), (1, "margin")])
        );
    }

    #[test]
    fn a_break_between_two_passages_hides_nothing() {
        let lines: &[&str] = &[
            "x",
            "x",
            "x",
            "x",
            "x",
            "x",
            "x",
            "x",
            "x",
            "the margin",
            "call is",
            "x",
        ];
        assert_eq!(
            shown("margin call", &[(1, Captions, lines)]),
            found(&[(1, "the margin")])
        );
        assert_eq!(shown("call", &[(1, Captions, lines)]), found(&[(1, "call is")]));
    }

    #[test]
    fn a_lesson_has_one_hit_for_a_place_and_gives_way_to_others() {
        let mut first = candidates(&[(1, Captions, &["tick", "tick", "tick", "tick"])]);
        // The same in another language, and the same second as a chapter.
        first.extend(candidates(&[
            (1, Captions, &["tick", "tick"]),
            (1, Chapters, &["tick"]),
            (2, Captions, &["ticks"]),
        ]));
        for (candidate, id) in first.iter_mut().zip(0..) {
            candidate.id = id;
        }
        let query = SearchQuery::parse("tick").unwrap();
        let places = best_places(&query, &first, 20);
        let shown: Vec<_> = places
            .iter()
            .map(|place| {
                let passage = &first[place.candidate].passage;
                (passage.lesson.0, passage.lines[place.line].start_ms.unwrap())
            })
            .collect();
        assert_eq!(shown, [(1, 0), (1, 10_000), (1, 20_000), (2, 0), (1, 30_000)]);
        assert_eq!(best_places(&query, &first, 2).len(), 2);
        let titles: &[&str] = &["Ticks", "What a tick is"];
        let text: &[&str] = &["A tick is a step."];
        let one = [(1, Lesson, titles), (1, Text, text)];
        assert_eq!(super::tests::shown("tick", &one), found(&[(1, "Ticks")]));
    }

    #[test]
    fn every_answer_is_a_place_of_its_own_and_hides_none_of_the_lesson() {
        let mut all = candidates(&[(1, Captions, &["a tick"])]);
        for (question, answer) in [
            (5, "A tick is a step.\n\nA tick has a value."),
            (6, "See the tick."),
        ] {
            all.extend(
                answer_passages(&PublicAnswer {
                    course: CourseId(1),
                    lesson: VideoId(1),
                    question,
                    seconds: 2,
                    text: "What is a tick?",
                    answer,
                })
                .into_iter()
                .map(|passage| Candidate {
                    id: question,
                    passage,
                }),
            );
        }
        let places = best_places(&SearchQuery::parse("tick").unwrap(), &all, 20);
        let mut shown: Vec<_> = places
            .iter()
            .map(|place| (all[place.candidate].passage.question, place.line))
            .collect();
        shown.sort_unstable();
        assert_eq!(shown, [(None, 0), (Some(5), 0), (Some(6), 0)]);
    }

    #[test]
    fn a_word_that_is_there_as_it_was_asked_comes_before_one_that_begins_so() {
        let lists: [(i32, PassageSource, &[&str]); 2] =
            [(1, Captions, &["spreads"]), (2, Captions, &["spread"])];
        assert_eq!(shown("spread", &lists), found(&[(2, "spread"), (1, "spreads")]));
        assert_eq!(shown("preads", &lists), []);
    }
}
