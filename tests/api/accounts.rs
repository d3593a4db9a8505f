//! Accounts over HTTP: sign-in, settings, mails, resets.

mod contact;
mod deletion;
mod enumeration;
mod mails;
mod passkeys;
mod passwords;
mod reminders;
mod resets;
mod second_factor;
mod settings;
mod sign_in;
mod sign_in_time;
mod streams;
mod verification;
