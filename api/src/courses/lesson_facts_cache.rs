//! What decides whether callers may open the lessons that they watch, kept in the memory of a worker of the server.
//!
//! Decision: as with answers (`http::answer_cache`), facts are kept under the embedded database's data version, which is read before
//! they are, and again for each request. So every commit drops them, and an access that ends counts for each request that begins
//! after; the clock is looked at each time. On PostgreSQL nothing is kept: reading the version costs as much there as the facts.

use std::{
    cell::RefCell,
    collections::HashMap,
    future::{Future, Ready, ready},
    rc::Rc,
};

use ::courses::{VideoId, lesson::open::LessonFacts};
use accounts::SessionTokenHash;
use actix_web::{FromRequest, HttpRequest, dev::Payload};
use persistence::{DataVersion, DataVersionReader, Database};

use crate::http::problem::Problem;

/// Of one worker. One more drops all of them.
const MAX_FACTS: usize = 10_000;

/// What a worker keeps; by default nothing.
#[derive(Clone, Default)]
pub struct LessonFactsCache(Option<Rc<Memory>>);

struct Memory {
    reader: DataVersionReader,
    kept: RefCell<Kept<DataVersion, LessonFacts>>,
}

type Key = (Option<SessionTokenHash>, VideoId);

/// The facts under one version of what they were read from.
struct Kept<V, F> {
    version: Option<V>,
    facts: HashMap<Key, F>,
}

impl<V, F> Default for Kept<V, F> {
    fn default() -> Self {
        Self {
            version: None,
            facts: HashMap::new(),
        }
    }
}

impl FromRequest for LessonFactsCache {
    type Error = std::convert::Infallible;
    type Future = Ready<Result<Self, Self::Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(request.app_data::<Self>().cloned().unwrap_or_default()))
    }
}

impl LessonFactsCache {
    /// For one worker, on whose thread this is called.
    pub fn open(database: &Database) -> Self {
        let reader = database
            .data_version_reader()
            .filter(DataVersionReader::is_embedded);
        Self(reader.map(|reader| {
            Rc::new(Memory {
                reader,
                kept: RefCell::default(),
            })
        }))
    }

    /// The facts that are kept about a session and a lesson, or else those that `read` reads, which are kept.
    ///
    /// # Errors
    /// Those of `read`.
    pub async fn facts<F>(&self, key: Key, read: F) -> Result<Option<LessonFacts>, Problem>
    where
        F: Future<Output = Result<Option<LessonFacts>, Problem>>,
    {
        let Some(memory) = &self.0 else { return read.await };
        let Some(version) = memory.reader.read().await? else {
            return read.await;
        };
        let known = memory.kept.borrow_mut().get(&version, &key);
        if known.is_some() {
            return Ok(known);
        }
        let facts = read.await?;
        if let Some(facts) = &facts {
            memory.kept.borrow_mut().put(&version, key, facts.clone());
        }
        Ok(facts)
    }
}

impl<V: PartialEq + Clone, F: Clone> Kept<V, F> {
    /// Facts of another version are dropped.
    fn get(&mut self, version: &V, key: &Key) -> Option<F> {
        if self.version.as_ref() != Some(version) {
            self.version = Some(version.clone());
            self.facts.clear();
        }
        self.facts.get(key).cloned()
    }

    /// Keeps facts, unless the version has changed since, which another request of the worker has seen.
    fn put(&mut self, version: &V, key: Key, facts: F) {
        if self.version.as_ref() != Some(version) {
            return;
        }
        if self.facts.len() >= MAX_FACTS {
            self.facts.clear();
        }
        self.facts.insert(key, facts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(token: u8, lesson: i32) -> Key {
        (Some(SessionTokenHash([token; 32])), VideoId(lesson))
    }

    /// With version 1 and a fact about the first lesson for the first session.
    fn kept() -> Kept<u8, &'static str> {
        let mut kept = Kept::default();
        assert_eq!(kept.get(&1, &key(1, 1)), None);
        kept.put(&1, key(1, 1), "open");
        kept
    }

    #[test]
    fn facts_are_of_one_session_and_one_lesson() {
        let mut kept = kept();
        assert_eq!(kept.get(&1, &key(1, 1)), Some("open"));
        for other in [key(2, 1), key(1, 2), (None, VideoId(1))] {
            assert_eq!(kept.get(&1, &other), None);
        }
    }

    #[test]
    fn another_version_drops_all_facts() {
        let mut kept = kept();
        assert_eq!(kept.get(&2, &key(1, 1)), None);
        assert_eq!(kept.get(&1, &key(1, 1)), None, "facts came back");
    }

    #[test]
    fn what_was_read_before_a_change_that_was_seen_meanwhile_is_not_kept() {
        let mut kept = kept();
        assert_eq!(kept.get(&2, &key(1, 1)), None);
        kept.put(&1, key(1, 1), "open");
        assert_eq!(kept.get(&2, &key(1, 1)), None);
    }

    #[test]
    fn their_number_is_bounded() {
        let mut kept = kept();
        for lesson in 0..25_000 {
            kept.put(&1, key(1, lesson), "open");
            assert!(kept.facts.len() <= MAX_FACTS);
        }
        assert_eq!(
            kept.get(&1, &key(1, 24_999)),
            Some("open"),
            "the newest is not kept"
        );
    }
}
