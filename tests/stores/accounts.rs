//! Stores of accounts.

mod names;
mod passkeys;
mod resets;
mod second_factor;
mod sessions;
mod sign_in;
mod staff_records;
mod streams;
mod verification;
