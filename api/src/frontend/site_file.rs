//! A file of the site as it is sent: embedded by the build, or made by this server.

use std::{
    borrow::Cow,
    io::{self, Read as _},
    sync::Arc,
};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use bytes::Bytes;
use flate2::read::GzDecoder;
use sha2::{Digest as _, Sha256};

use crate::frontend::assets::{Asset, AssetContent};
use crate::http::content_coding::gzip;

/// Bytes; what is smaller is sent as it is.
const LEAST_COMPRESSED: usize = 512;

/// The SHA-256 in base64 of each `<style>` element of a page; with the answer that sends the page.
#[derive(Debug, Clone, Default)]
pub struct InlineStyles(pub Arc<[String]>);

/// One file of the site.
pub struct SiteFile {
    /// Within the site, with a leading slash.
    pub path: Cow<'static, str>,
    pub content_type: &'static str,
    /// Whether its name changes with its content, so that it may be kept for ever.
    pub immutable: bool,
    /// A strong validator of the plain content, without quotes.
    pub etag: Cow<'static, str>,
    pub inline_styles: InlineStyles,
    /// In at least one coding.
    pub plain: Option<Bytes>,
    /// Of the build alone: nothing here compresses in it.
    pub brotli: Option<Bytes>,
    pub gzip: Option<Bytes>,
}

impl SiteFile {
    pub fn embedded(asset: &'static Asset) -> Self {
        let (plain, brotli, gzip) = match asset.content {
            AssetContent::Plain(bytes) => (Some(Bytes::from_static(bytes)), None, None),
            AssetContent::Compressed { brotli, gzip } => (
                None,
                Some(Bytes::from_static(brotli)),
                Some(Bytes::from_static(gzip)),
            ),
        };
        Self {
            path: Cow::Borrowed(asset.path),
            content_type: asset.content_type,
            immutable: asset.immutable,
            etag: Cow::Borrowed(asset.etag),
            inline_styles: InlineStyles(asset.inline_styles.iter().map(ToString::to_string).collect()),
            plain,
            brotli,
            gzip,
        }
    }

    /// A file that this server has made; a text is compressed once, here.
    ///
    /// Decision: in gzip alone, without an encoder of brotli in the program. Cost: the home page is 15 kB instead of 13.5 kB.
    pub fn made(path: impl Into<Cow<'static, str>>, content_type: &'static str, content: Vec<u8>) -> Self {
        let is_text = !content_type.starts_with("image/png") && content.len() >= LEAST_COMPRESSED;
        let styles = match std::str::from_utf8(&content) {
            Ok(page) if content_type.starts_with("text/html") => inline_styles(page),
            _ => Vec::new(),
        };
        Self {
            path: path.into(),
            content_type,
            immutable: false,
            etag: Cow::Owned(hex::encode(&Sha256::digest(&content)[..10])),
            inline_styles: InlineStyles(styles.into()),
            brotli: None,
            gzip: gzip(&content).filter(|_| is_text),
            plain: Some(Bytes::from(content)),
        }
    }

    /// The file without a coding.
    ///
    /// # Errors
    /// The program's own bytes are damaged.
    pub fn plain(&self) -> io::Result<Bytes> {
        match (&self.plain, &self.gzip) {
            (Some(plain), _) => Ok(plain.clone()),
            (None, Some(gzip)) => {
                let mut bytes = Vec::new();
                GzDecoder::new(&gzip[..]).read_to_end(&mut bytes)?;
                Ok(Bytes::from(bytes))
            }
            (None, None) => Err(io::Error::from(io::ErrorKind::NotFound)),
        }
    }
}

/// The hash of each `<style>` element of a page, by which its policy knows it (Content Security Policy, level 3, section 2.3.1). The build
/// notes the same for the pages that it embeds.
fn inline_styles(page: &str) -> Vec<String> {
    page.split("<style>")
        .skip(1)
        .filter_map(|rest| rest.split_once("</style>"))
        .map(|(style, _)| BASE64_STANDARD.encode(Sha256::digest(style)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_made_page_names_its_styles_and_is_compressed_once() {
        let page = format!("<style>a{{}}</style><style></style>{}", "word ".repeat(200));
        let file = SiteFile::made("/a.html", "text/html; charset=utf-8", page.clone().into_bytes());
        assert_eq!(
            *file.inline_styles.0,
            [
                BASE64_STANDARD.encode(Sha256::digest("a{}")),
                String::from("47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
            ]
        );
        assert!(file.brotli.is_none() && file.gzip.is_some());
        assert_eq!(file.plain().unwrap(), page);
        let other = SiteFile::made("/a.html", "text/html; charset=utf-8", b"other".to_vec());
        assert!(other.etag != file.etag && other.gzip.is_none());
    }

    #[test]
    fn a_picture_is_sent_as_it_is() {
        let file = SiteFile::made("/a.png", "image/png", vec![0; 2000]);
        assert!(file.gzip.is_none() && file.inline_styles.0.is_empty());
    }
}
