//! The frontend's files, put into the binary by the build, compressed there once.

/// One file of the frontend.
pub struct Asset {
    /// Within the site, with a leading slash.
    pub path: &'static str,
    pub content_type: &'static str,
    /// Whether its name changes with its content, so that it may be kept for ever.
    pub immutable: bool,
    pub plain: &'static [u8],
    pub brotli: Option<&'static [u8]>,
    pub gzip: Option<&'static [u8]>,
    /// A strong validator of the plain content, without quotes.
    pub etag: &'static str,
}

/// An address of the site and the page that it answers, by the frontend's own table.
pub struct PageRoute {
    /// A segment that starts with a colon stands for any one segment; a path without one is preferred.
    pub path: &'static str,
    /// Of [`ASSETS`].
    pub file: &'static str,
    /// The address carries a secret, so that neither a browser nor a proxy may store the page.
    pub no_store: bool,
}

include!(concat!(env!("OUT_DIR"), "/assets.rs"));
