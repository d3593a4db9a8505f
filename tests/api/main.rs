//! The real server binary over HTTP, on both databases.

mod accounts;
mod audit;
mod courses;
mod discord;
mod http;
mod live;
mod mail;
mod moving_in;
mod orders;
mod practice;
mod progress;
mod purchase_keys;
mod questions;
mod replay;
mod server;
mod site;
mod staff;
