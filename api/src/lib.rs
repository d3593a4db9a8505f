//! The HTTP side: a thin actix-web adapter over the domain.
//!
//! A handler extracts, parses, makes one domain call in one hop to the database, and responds. Status codes, `code` words and
//! public sentences are decided in the feature's file here and nowhere below. `routes` shows the whole site on one page.

mod access_notices;
mod accounts;
mod accounts_change;
mod accounts_reset;
mod accounts_sessions;
mod assets;
mod body;
mod catalogue_cache;
mod cleanup;
mod client_address;
mod clock_guard;
mod connection_limit;
mod connection_stream;
mod contact;
mod courses;
mod discord;
mod discord_desk;
mod discord_invite;
mod discord_link;
mod discord_turns;
mod discord_worker;
mod download;
mod hasher;
mod health;
mod http_server;
mod keyed_hash;
mod known_device;
mod limits;
mod limits_buckets;
mod limits_rules;
mod logging;
mod mail_pause;
mod mail_worker;
mod media;
mod middleware;
mod openapi;
mod order_views;
mod orders;
mod orders_quote;
mod orders_webhook;
mod page_files;
mod pages;
mod panics;
mod payments;
mod pending_writes;
mod price_list;
mod problem;
mod progress;
mod purchase_keys;
mod range_body;
mod request_metrics;
mod routes;
mod sandbox;
mod server;
mod sessions;
mod site;

pub use logging::{Log, start_logging};
pub use openapi::document;
pub use server::{StartError, serve};
