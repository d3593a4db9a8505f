//! What a request is refused for before its route is looked for.

pub mod cross_site;
pub mod known_host;
