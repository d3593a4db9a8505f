//! The real server binary over HTTP, on both databases.

mod accounts;
mod audit;
mod courses;
mod discord;
mod http;
mod mail;
mod orders;
mod practice;
mod progress;
mod purchase_keys;
mod replay;
mod server;
mod site;
mod staff;
