//! Every store on both databases, through the rules that use it.

mod accounts;
mod attempts;
mod audit;
mod backup;
mod courses;
mod discord;
mod engine;
mod live;
mod mail;
mod orders;
mod page_errors;
mod practice;
mod progress;
mod purchase_keys;
mod replay;
