//! The real server binary over HTTP, on both databases.

mod accounts;
mod courses;
mod discord;
mod http;
mod mail;
mod orders;
mod progress;
mod purchase_keys;
mod server;
