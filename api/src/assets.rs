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

include!(concat!(env!("OUT_DIR"), "/assets.rs"));
