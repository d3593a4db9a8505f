//! What serves every feature: connections, bodies, cookies, limits, problems. It looks at no feature.

pub mod body;
pub mod checks;
pub mod client_address;
pub mod conditional;
pub mod connections;
pub mod content_coding;
pub mod headers;
pub mod keyed_hash;
pub mod limits;
pub mod problem;
pub mod server;
pub mod sessions;
pub mod tagged_body;
