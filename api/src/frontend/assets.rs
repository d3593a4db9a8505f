//! What the server is given of a built frontend.

/// One file of the frontend.
pub struct Asset {
    /// Within the site, with a leading slash.
    pub path: &'static str,
    pub content_type: &'static str,
    /// Whether its name changes with its content, so that it may be kept for ever.
    pub immutable: bool,
    pub content: AssetContent,
    /// A strong validator of the plain content, without quotes.
    pub etag: &'static str,
    /// Of each `<style>` element of a page, the SHA-256 in base64.
    pub inline_styles: &'static [&'static str],
}

/// The bytes of a file, as the program has them.
pub enum AssetContent {
    Plain(&'static [u8]),
    /// In both codings alone: as it is, it would be half of all that is embedded, and hardly any caller asks for that.
    Compressed {
        brotli: &'static [u8],
        gzip: &'static [u8],
    },
}

/// An address of the site and the page that it answers, by the frontend's own table.
pub struct PageRoute {
    /// A segment that starts with a colon stands for any one segment; a path without one is preferred.
    pub path: &'static str,
    /// Of [`FrontendBuild::assets`].
    pub file: &'static str,
    /// The address carries a secret, so that neither a browser nor a proxy may store the page.
    pub no_store: bool,
}

/// The pages' code, which writes the pages anew with the owner's values, and what the frontend's build knows of each page. Both in
/// gzip.
#[derive(Clone, Copy)]
pub struct Renderer {
    /// A module of ECMAScript.
    pub script: &'static [u8],
    /// JSON.
    pub parts: &'static [u8],
}

/// A built frontend; everything is empty where the program was built without one.
#[derive(Clone, Copy)]
pub struct FrontendBuild {
    /// By path, sorted.
    pub assets: &'static [Asset],
    /// In the order of the frontend's table.
    pub page_routes: &'static [PageRoute],
    pub renderer: Option<Renderer>,
}
