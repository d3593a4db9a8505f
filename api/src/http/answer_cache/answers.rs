//! The answers that a worker keeps: under one version, as long as each is valid, and bounded.

use std::collections::HashMap;

use accounts::SessionTokenHash;
use chrono::{DateTime, Utc};
use kernel::Validity;

use crate::http::answer_cache::json_answer::JsonAnswer;

/// Of one worker. One more drops all of them.
const MAX_ANSWERS: usize = 10_000;
/// Of the bodies of one worker's answers.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// A call, and the number in its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Question {
    call: &'static str,
    number: i32,
}

impl Question {
    /// A call without a number.
    pub fn of(call: &'static str) -> Self {
        Self::about(call, 0)
    }

    pub fn about(call: &'static str, number: i32) -> Self {
        Self { call, number }
    }
}

/// Whose answer to what. Of a session only the hash of its token is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    pub question: Question,
    pub token: Option<SessionTokenHash>,
}

/// An answer, and for how long it holds.
pub struct Entry {
    pub answer: JsonAnswer,
    pub validity: Validity,
    /// Whether the caller's session was looked up and found alive when it was read.
    pub is_signed_in: bool,
}

/// The answers under one version of what they were read from.
pub struct Answers<V> {
    version: Option<V>,
    entries: HashMap<Key, Entry>,
    bytes: usize,
}

impl<V> Default for Answers<V> {
    fn default() -> Self {
        Self {
            version: None,
            entries: HashMap::new(),
            bytes: 0,
        }
    }
}

impl<V: PartialEq> Answers<V> {
    /// Sets the version; the answers of another one are dropped.
    pub fn advance(&mut self, version: V) {
        let version = Some(version);
        if self.version != version {
            self.version = version;
            self.clear();
        }
    }

    fn clear(&mut self) {
        self.entries.clear();
        self.bytes = 0;
    }

    pub fn get(&self, key: &Key, now: DateTime<Utc>) -> Option<&Entry> {
        let entry = self.entries.get(key)?;
        entry.validity.contains(now).then_some(entry)
    }

    /// Keeps an answer, unless the version has changed since, which another request of the worker has seen.
    pub fn put(&mut self, version: V, key: Key, entry: Entry) {
        let bytes = entry.answer.size();
        if self.version != Some(version) || entry.validity.is_empty() || bytes > MAX_BYTES {
            return;
        }
        if let Some(old) = self.entries.remove(&key) {
            self.bytes -= old.answer.size();
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
    use actix_web::http::header::EntityTag;
    use chrono::TimeDelta;

    use super::*;

    fn noon() -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::days(20_000)
    }

    fn key(number: i32) -> Key {
        Key {
            question: Question::about("/test/{id}", number),
            token: Some(SessionTokenHash([7; 32])),
        }
    }

    /// Of `bytes` bytes, until a minute after noon.
    fn entry(bytes: usize) -> Entry {
        let tag = EntityTag::new_strong(String::from("tag"));
        Entry {
            answer: JsonAnswer::tagged(vec![b' '; bytes].into(), tag),
            validity: Validity::starting(noon()).ending(noon() + TimeDelta::minutes(1)),
            is_signed_in: false,
        }
    }

    /// With version 1 and an answer to 0.
    fn answers() -> Answers<u8> {
        let mut answers = Answers::default();
        answers.advance(1);
        answers.put(1, key(0), entry(10));
        answers
    }

    fn has(answers: &Answers<u8>, number: i32) -> bool {
        answers.get(&key(number), noon()).is_some()
    }

    #[test]
    fn an_answer_is_given_again_to_the_same_session_and_question_alone() {
        let answers = answers();
        assert!(has(&answers, 0));
        assert!(!has(&answers, 1));
        for token in [None, Some(SessionTokenHash([8; 32]))] {
            assert!(answers.get(&Key { token, ..key(0) }, noon()).is_none());
        }
        let question = Question::about("/other/{id}", 0);
        assert!(answers.get(&Key { question, ..key(0) }, noon()).is_none());
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
        answers.advance(1);
        assert!(has(&answers, 0));
        answers.advance(2);
        assert!(!has(&answers, 0));
        assert_eq!(answers.bytes, 0);
        answers.advance(1);
        assert!(!has(&answers, 0), "an answer came back");
    }

    #[test]
    fn what_was_read_before_a_change_that_was_seen_meanwhile_is_not_kept() {
        let mut answers = answers();
        answers.advance(2);
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
    fn their_number_is_bounded() {
        let mut answers = answers();
        for number in 0..25_000 {
            answers.put(1, key(number), entry(10));
            assert!(answers.entries.len() <= MAX_ANSWERS);
            assert_eq!(answers.bytes, answers.entries.len() * 10);
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
            assert_eq!(answers.bytes, MAX_BYTES / 2);
        }
        answers.put(1, key(1), entry(MAX_BYTES + 1));
        assert!(has(&answers, 0) && !has(&answers, 1));
    }
}
