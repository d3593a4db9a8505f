//! Every store on both databases, through the rules that use it.

mod accounts;
mod courses;
mod discord;
mod engine;
mod mail;
mod orders;
mod progress;
mod purchase_keys;
