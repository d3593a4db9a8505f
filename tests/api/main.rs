//! The real server binary over HTTP, on both databases.

mod access_over_time;
mod account_settings;
mod authorization;
mod bodies;
mod catalogue;
mod contact;
mod cookies;
mod cross_site;
mod description;
mod enumeration;
mod failing_database;
mod headers;
mod killed;
mod limits;
mod pages;
mod progress_calls;
mod purchase_keys;
mod ranges;
mod registration;
mod resets;
mod sign_in;
mod starting;
mod storms;
mod stripe_client;
mod unavailable;
