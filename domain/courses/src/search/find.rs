//! The search of a member.

use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};

use super::{
    query::SearchQuery,
    ranking::best_places,
    snippet::{Snippet, snippet},
    store::{Candidate, SearchedCourse},
};
use crate::{CourseId, CourseStore, VideoId, access_now};

/// How many places are shown.
pub const MOST_HITS: usize = 20;
/// How many passages are looked at, of all courses together, and the bounds for one course.
const MOST_CANDIDATES: usize = 240;
const CANDIDATES_OF_A_COURSE: (usize, usize) = (12, 96);
/// With so many that have the last word as a whole, words that begin with it are not looked up.
const ENOUGH_CANDIDATES: usize = 60;

/// What was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HitKind {
    /// A place in a lesson.
    Lesson,
    /// A question beside a lesson, or the answer to it.
    Answer,
}

/// A place in a lesson, or beside it, where the words of a query are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchHit {
    pub kind: HitKind,
    pub lesson: VideoId,
    pub lesson_title: String,
    pub course: CourseId,
    pub course_title: String,
    /// Milliseconds, where it is said, a chapter begins or the question was asked.
    pub start_ms: Option<u32>,
    pub snippet: Snippet,
}

/// Finds the best places in the courses to which the user has access now, best first.
///
/// # Errors
/// [`StoreError`]
pub fn search(
    store: &mut dyn CourseStore,
    user: UserId,
    query: &SearchQuery,
    now: DateTime<Utc>,
) -> Result<Vec<SearchHit>, StoreError> {
    if !query.has_words() {
        return Ok(Vec::new());
    }
    let mut courses = store.searched_courses(user)?;
    courses.retain(|course| access_now(Some(&course.grant), now).is_open());
    let candidates = candidates(store, query, &courses)?;
    let places = best_places(query, &candidates, MOST_HITS);
    let mut lessons: Vec<_> = places
        .iter()
        .map(|place| candidates[place.candidate].passage.lesson)
        .collect();
    lessons.sort();
    lessons.dedup();
    let titles = store.lesson_titles(&lessons)?;
    let hits = places.iter().filter_map(|place| {
        let passage = &candidates[place.candidate].passage;
        // `None` if the course was imported again a moment ago.
        let (_, lesson_title) = titles.iter().find(|(lesson, _)| *lesson == passage.lesson)?;
        let course = courses.iter().find(|course| course.id == passage.course)?;
        Some(SearchHit {
            kind: passage.question.map_or(HitKind::Lesson, |_| HitKind::Answer),
            lesson: passage.lesson,
            lesson_title: lesson_title.clone(),
            course: course.id,
            course_title: course.title.clone(),
            start_ms: passage.lines[place.line].start_ms,
            snippet: snippet(query, passage, place),
        })
    });
    Ok(hits.collect())
}

/// Each candidate once, in the order of the index.
fn candidates(
    store: &mut dyn CourseStore,
    query: &SearchQuery,
    courses: &[SearchedCourse],
) -> Result<Vec<Candidate>, StoreError> {
    if courses.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<_> = courses.iter().map(|course| course.id).collect();
    let (fewest, most) = CANDIDATES_OF_A_COURSE;
    let for_each_course = (MOST_CANDIDATES / ids.len()).clamp(fewest, most);
    let mut found: Vec<Candidate> = Vec::new();
    for words in query.index_words() {
        if found.len() >= ENOUGH_CANDIDATES && words.iter().any(|word| word.is_beginning) {
            break;
        }
        found.extend(store.candidates(&ids, &words, for_each_course)?);
    }
    found.sort_by_key(|candidate| candidate.id);
    found.dedup_by_key(|candidate| candidate.id);
    Ok(found)
}
