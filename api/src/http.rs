//! What serves every feature: connections, bodies, cookies, limits, problems. It looks at no feature.

pub mod answer_cache;
pub mod body;
pub mod byte_range;
pub mod client_address;
pub mod conditional;
pub mod connections;
pub mod content_coding;
pub mod health;
pub mod keyed_hash;
pub mod limits;
pub mod middleware;
pub mod pending_writes;
pub mod problem;
pub mod server;
pub mod sessions;
