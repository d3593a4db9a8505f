//! Stores of accounts.

mod names;
mod resets;
mod sessions;
mod staff_records;
