//! Accounts over HTTP: sign-in, settings, mails, resets.

mod contact;
mod enumeration;
mod mails;
mod resets;
mod settings;
mod sign_in;
