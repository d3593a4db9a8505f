//! The frontend's files, put into the binary by the build, compressed there once.
//!
//! Decision: in a crate of their own with the program, so that a change of the frontend compiles this crate again and not the whole API.

use portal_api::{Asset, FrontendBuild, PageRoute, Renderer};

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// What was in `frontend/dist` when this program was built; empty where there was nothing.
pub const FRONTEND: FrontendBuild = FrontendBuild {
    assets: ASSETS,
    page_routes: PAGE_ROUTES,
    renderer: RENDERER,
};
