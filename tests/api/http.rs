//! What holds for every request: bodies, headers, cookies, limits, the API's description.

mod authorization;
mod bodies;
mod cookies;
mod cross_site;
mod description;
mod headers;
mod limits;
mod pages;
mod unavailable;
