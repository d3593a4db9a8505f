//! Stores of courses and of access to them.

mod access_notices;
mod access_terms;
mod imports;
mod lesson_access;
mod lesson_statements;
mod lessons;
mod media_locks;
mod packages;
mod search;
