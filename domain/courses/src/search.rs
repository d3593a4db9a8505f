//! Search in the titles, descriptions, texts and transcripts of the courses that a member has access to now.
//!
//! Decision: the database only finds candidates, by words that [`words`] made, from an index of passages ([`passage`]); which of them
//! match, how well, and what is shown is decided here. So SQLite and PostgreSQL answer alike, though their own searches differ.
//! Candidates are bounded for each course, in the order of the index: titles first, then lesson by lesson. Cost: of a word that is in
//! most passages of a course, only the first places are looked at.

pub mod find;
pub mod index;
mod matching;
pub mod passage;
pub mod query;
mod ranking;
mod snippet;
pub mod store;
pub mod words;
