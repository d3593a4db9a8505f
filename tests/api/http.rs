//! What holds for every request: bodies, headers, cookies, limits, the API's description.

mod authorization;
mod bodies;
mod content_types;
mod cookies;
mod cross_site;
mod description;
mod generated;
mod headers;
mod hosts;
mod limits;
mod next_request;
mod page_errors;
mod pages;
mod probes;
mod unavailable;
