//! Discord's REST API: the bot's calls, and those with a member's consent.
//!
//! `client` speaks in the product's types over `transport`, which keeps the `limits` and reads each `answer`.

pub(crate) mod answer;
pub(crate) mod client;
mod events;
pub(crate) mod guild;
mod invites;
mod limits;
pub(crate) mod member;
pub(crate) mod messages;
mod transport;
