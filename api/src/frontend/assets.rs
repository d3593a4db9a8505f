//! What the server is given of a built frontend, and how its files are found.

use std::{
    borrow::Cow,
    collections::HashMap,
    io::{self, Read as _},
};

use flate2::read::GzDecoder;

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

impl Asset {
    /// The file without a coding.
    ///
    /// # Errors
    ///
    /// The program's own bytes are damaged.
    pub fn plain(&self) -> io::Result<Cow<'static, [u8]>> {
        match self.content {
            AssetContent::Plain(bytes) => Ok(Cow::Borrowed(bytes)),
            AssetContent::Compressed { gzip, .. } => {
                let mut bytes = Vec::new();
                GzDecoder::new(gzip).read_to_end(&mut bytes)?;
                Ok(Cow::Owned(bytes))
            }
        }
    }
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

/// A built frontend; everything is empty where the program was built without one.
#[derive(Clone, Copy)]
pub struct FrontendBuild {
    /// By path, sorted.
    pub assets: &'static [Asset],
    /// In the order of the frontend's table.
    pub page_routes: &'static [PageRoute],
}

/// The frontend that is served.
pub struct Frontend {
    build: FrontendBuild,
    by_path: HashMap<&'static str, &'static Asset>,
}

impl Frontend {
    #[must_use]
    pub fn new(build: FrontendBuild) -> Self {
        let by_path = build.assets.iter().map(|asset| (asset.path, asset)).collect();
        Self { build, by_path }
    }

    pub const fn build(&self) -> &FrontendBuild {
        &self.build
    }

    pub fn file(&self, path: &str) -> Option<&'static Asset> {
        self.by_path.get(path).copied()
    }
}
