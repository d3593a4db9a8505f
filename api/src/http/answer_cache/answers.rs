//! The answers that a worker keeps: under one version, as long as each is valid, and bounded.

use std::{
    collections::{HashMap, hash_map::RandomState},
    hash::BuildHasher as _,
    rc::Rc,
    time::{Duration, Instant},
};

use actix_web::{
    dev::RequestHead,
    http::{
        Method,
        header::{self, HeaderValue},
    },
};
use chrono::{DateTime, Utc};
use kernel::Validity;

use crate::http::answer_cache::json_answer::JsonAnswer;

/// Of one worker. One more drops all of them.
const MAX_ANSWERS: usize = 10_000;
/// Of the bodies of one worker's answers and of what was asked.
const MAX_BYTES: usize = 16 * 1024 * 1024;
/// What is asked for again within this time is kept.
const AGAIN: Duration = Duration::from_secs(10);

/// What a request asks for, and as whom: its path and its cookies as they were sent.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key(Box<[u8]>);

impl Key {
    /// None for a request whose answer depends on more, or that has nothing of a call: another method, a query, several headers of
    /// cookies.
    pub fn of(request: &RequestHead) -> Option<Self> {
        let mut cookies = request.headers.get_all(header::COOKIE);
        let (cookie, another) = (cookies.next(), cookies.next());
        if request.method != Method::GET || request.uri.query().is_some() || another.is_some() {
            return None;
        }
        let path = request.uri.path().as_bytes();
        let cookie = cookie.map(HeaderValue::as_bytes).unwrap_or_default();
        // A line's end is in neither.
        Some(Self([path, b"\n", cookie].concat().into()))
    }

    fn size(&self) -> usize {
        self.0.len()
    }
}

/// An answer, and for how long it holds.
pub struct Entry {
    pub answer: JsonAnswer,
    /// The route that gave it.
    pub route: Rc<str>,
    pub validity: Validity,
}

/// The answers under one version of what they were read from.
pub struct Answers<V> {
    version: Option<V>,
    entries: HashMap<Key, Entry>,
    bytes: usize,
    /// What was asked for and not kept, by its hash, and when.
    asked: HashMap<u64, Instant>,
    hasher: RandomState,
}

impl<V> Default for Answers<V> {
    fn default() -> Self {
        Self {
            version: None,
            entries: HashMap::new(),
            bytes: 0,
            asked: HashMap::new(),
            hasher: RandomState::new(),
        }
    }
}

impl<V: PartialEq + Clone> Answers<V> {
    /// Sets the version; the answers of another one are dropped.
    pub fn advance(&mut self, version: &V) {
        if self.version.as_ref() != Some(version) {
            self.version = Some(version.clone());
            self.clear();
        }
    }

    /// Whether the same was asked for a short time ago; notes that it is asked for now.
    pub fn is_asked_again(&mut self, key: &Key, now: Instant) -> bool {
        if self.asked.len() >= MAX_ANSWERS {
            self.asked.clear();
        }
        let before = self.asked.insert(self.hasher.hash_one(key), now);
        before.is_some_and(|before| now.saturating_duration_since(before) < AGAIN)
    }

    fn clear(&mut self) {
        self.entries.clear();
        self.bytes = 0;
    }

    /// The version that the answers are kept under.
    pub fn version(&self) -> Option<&V> {
        self.version.as_ref()
    }

    /// The answer, and its route.
    pub fn get(&self, key: &Key, now: DateTime<Utc>) -> Option<(JsonAnswer, Rc<str>)> {
        let entry = self.entries.get(key)?;
        let is_valid = entry.validity.contains(now);
        is_valid.then(|| (entry.answer.clone(), Rc::clone(&entry.route)))
    }

    /// Keeps an answer, unless the version has changed since, which another request of the worker has seen.
    pub fn put(&mut self, version: V, key: Key, entry: Entry) {
        let bytes = key.size() + entry.answer.size();
        if self.version != Some(version) || entry.validity.is_empty() || bytes > MAX_BYTES {
            return;
        }
        if let Some(old) = self.entries.remove(&key) {
            self.bytes -= key.size() + old.answer.size();
        }
        if self.entries.len() >= MAX_ANSWERS || self.bytes + bytes > MAX_BYTES {
            self.clear();
        }
        self.bytes += bytes;
        self.entries.insert(key, entry);
    }
}

#[cfg(test)]
mod tests {
    use actix_web::{http::header::EntityTag, test::TestRequest};
    use chrono::TimeDelta;

    use super::*;

    fn noon() -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::days(20_000)
    }

    /// Of twenty bytes.
    fn key(number: i32) -> Key {
        key_of(TestRequest::with_uri(&format!("/test/{number:06}")).insert_header(("cookie", "a=token")))
            .unwrap()
    }

    fn key_of(request: TestRequest) -> Option<Key> {
        Key::of(request.to_http_request().head())
    }

    /// Of `bytes` bytes, until a minute after noon.
    fn entry(bytes: usize) -> Entry {
        let tag = EntityTag::new_strong(String::from("tag"));
        Entry {
            answer: JsonAnswer::tagged(vec![b' '; bytes].into(), None, &tag),
            route: Rc::from("/test/{id}"),
            validity: Validity::starting(noon()).ending(noon() + TimeDelta::minutes(1)),
        }
    }

    /// With version 1 and an answer to 0.
    fn answers() -> Answers<u8> {
        let mut answers = Answers::default();
        answers.advance(&1);
        answers.put(1, key(0), entry(10));
        answers
    }

    fn has(answers: &Answers<u8>, number: i32) -> bool {
        answers.get(&key(number), noon()).is_some()
    }

    #[test]
    fn an_answer_is_given_again_for_the_same_path_and_cookies_alone() {
        let answers = answers();
        assert!(has(&answers, 0));
        assert!(!has(&answers, 1));
        for cookie in ["a=other", "a=token; b=1", ""] {
            let other = TestRequest::with_uri("/test/000000").insert_header(("cookie", cookie));
            assert!(answers.get(&key_of(other).unwrap(), noon()).is_none(), "{cookie}");
        }
        let none = TestRequest::with_uri("/test/000000");
        assert!(answers.get(&key_of(none).unwrap(), noon()).is_none());
    }

    #[test]
    fn what_depends_on_more_than_path_and_cookies_has_no_key() {
        assert!(key_of(TestRequest::with_uri("/test?a=1")).is_none());
        assert!(key_of(TestRequest::post().uri("/test")).is_none());
        assert!(key_of(TestRequest::default().method(Method::HEAD)).is_none());
        let twice = TestRequest::default()
            .append_header(("cookie", "a=1"))
            .append_header(("cookie", "a=2"));
        assert!(key_of(twice).is_none());
    }

    #[test]
    fn a_path_that_ends_like_a_cookie_is_another_key() {
        let split =
            |path: &str, cookie: &str| key_of(TestRequest::with_uri(path).insert_header(("cookie", cookie)));
        assert_ne!(split("/test/a", "b"), split("/test/", "ab"));
    }

    #[test]
    fn an_answer_is_given_as_long_as_it_is_valid() {
        let answers = answers();
        let at = |seconds| {
            let now = noon() + TimeDelta::seconds(seconds);
            answers.get(&key(0), now).is_some()
        };
        assert!(at(0) && at(59));
        assert!(!at(60), "what has ended is answered as if it had not");
        assert!(!at(-1), "the clock was set back to before it was read");
    }

    #[test]
    fn another_version_drops_every_answer() {
        let mut answers = answers();
        answers.advance(&1);
        assert!(has(&answers, 0));
        answers.advance(&2);
        assert!(!has(&answers, 0));
        assert_eq!(answers.bytes, 0);
        answers.advance(&1);
        assert!(!has(&answers, 0), "an answer came back");
    }

    #[test]
    fn what_was_read_before_a_change_that_was_seen_meanwhile_is_not_kept() {
        let mut answers = answers();
        answers.advance(&2);
        answers.put(1, key(0), entry(10));
        assert!(!has(&answers, 0));
        answers.put(2, key(0), entry(10));
        assert!(has(&answers, 0));
    }

    #[test]
    fn what_is_valid_at_no_moment_is_not_kept() {
        let mut answers = answers();
        let mut ended = entry(10);
        ended.validity = ended.validity.ending(noon());
        answers.put(1, key(1), ended);
        assert_eq!(answers.entries.len(), 1);
    }

    #[test]
    fn what_is_asked_for_twice_within_a_short_time_is_asked_for_again() {
        let (mut answers, start) = (Answers::<u8>::default(), Instant::now());
        assert!(!answers.is_asked_again(&key(0), start));
        assert!(!answers.is_asked_again(&key(1), start));
        let soon = start + AGAIN - Duration::from_millis(1);
        assert!(answers.is_asked_again(&key(0), soon));
        assert!(!answers.is_asked_again(&key(1), start + AGAIN));
        for number in 2..30_000 {
            let _ = answers.is_asked_again(&key(number), soon);
            assert!(answers.asked.len() <= MAX_ANSWERS);
        }
    }

    #[test]
    fn their_number_is_bounded() {
        let mut answers = answers();
        for number in 0..25_000 {
            answers.put(1, key(number), entry(10));
            assert!(answers.entries.len() <= MAX_ANSWERS);
            assert_eq!(answers.bytes, answers.entries.len() * (20 + 10));
        }
        assert!(has(&answers, 24_999), "the newest is not kept");
        assert!(!has(&answers, 0), "nothing was dropped");
    }

    #[test]
    fn their_size_is_bounded_and_an_answer_that_is_read_again_counts_once() {
        let mut answers = answers();
        for number in 1..100 {
            answers.put(1, key(number), entry(MAX_BYTES / 10));
            assert!(answers.bytes <= MAX_BYTES);
        }
        assert!(has(&answers, 99), "the newest is not kept");
        answers.clear();
        for _ in 0..100 {
            answers.put(1, key(0), entry(MAX_BYTES / 2));
            assert_eq!(answers.bytes, 20 + MAX_BYTES / 2);
        }
        answers.put(1, key(1), entry(MAX_BYTES + 1));
        assert!(has(&answers, 0) && !has(&answers, 1));
    }
}
