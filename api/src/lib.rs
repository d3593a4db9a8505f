//! The HTTP side: a thin actix-web adapter over the domain.
//!
//! A handler extracts, parses, makes one domain call in one blocking call of the database, and responds. Status codes, `code` words and
//! public sentences are decided in the feature's file here and nowhere below. `routes` shows the whole site on one page.

mod accounts;
mod app;
mod audit;
mod courses;
mod discord;
mod frontend;
mod http;
mod live;
mod monitoring;
mod orders;
mod page_errors;
mod pools;
mod practice;
mod progress;
mod purchase_keys;
mod questions;
mod replay;
mod routes;
mod server;
mod staff;
mod workers;

pub use frontend::assets::{Asset, AssetContent, FrontendBuild, PageRoute, Renderer};
// What reads headers and bodies of requests: the fuzz targets call it.
pub use accounts::passkeys::shapes::NewPasskeyBody;
pub use frontend::renderer::RenderError;
pub use http::{
    client_address::client_address,
    conditional::{AskedRange, asked_range},
    sessions::{
        SessionCookies,
        known_device::{DeviceId, KnownDevices},
    },
};
pub use routes::openapi::document;
pub use server::logging::{Log, start_logging};
pub use server::{Program, StartError, serve};
