//! A file of the frontend as an answer: encoded, validated and stored as it should be.
//!
//! Decision: written here. `actix-files` serves a folder, and the files are in the binary, compressed at the build; a library that embeds
//! them chooses no encoding and knows neither the page's policy nor the origin that is written into a page.

use std::{borrow::Cow, collections::HashMap, sync::OnceLock};

use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        StatusCode,
        header::{self, ContentEncoding, ETag, EntityTag, HeaderValue},
    },
};
use bytes::Bytes;

use crate::frontend::assets::{Asset, AssetContent};
use crate::frontend::page_policy::InlineStyles;
use crate::http::conditional::is_known;
use crate::http::content_coding::{brotli, gzip, wanted};
use crate::http::problem::Problem;
use crate::site::Site;

/// What the build writes where the site's own origin belongs, which only the running server knows.
pub const ORIGIN: &str = "https://public-url.invalid";

/// The script that lets the portal's pages be reloaded without a connection.
const SERVICE_WORKER: &str = "/sw.js";
/// A service worker is held to the policy of its own script, not of the page: it asks this site, and does nothing else.
const SERVICE_WORKER_POLICY: &str =
    "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

/// What a browser may do with an answer that it has received.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Storing {
    Forever,
    Revalidated,
    Never,
}

impl Storing {
    fn cache_control(self) -> &'static str {
        match self {
            Self::Forever => "public, max-age=31536000, immutable",
            Self::Revalidated => "no-cache",
            Self::Never => "no-store",
        }
    }
}

/// A text with the site's origin in it.
struct Filled {
    etag: String,
    plain: Bytes,
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
}

/// Text files that name the site's own address, filled in when first asked for.
static FILLED: OnceLock<HashMap<&'static str, Filled>> = OnceLock::new();

/// Answers a file in an encoding that the browser takes; 304 where it has the same already.
pub fn serve(
    site: &Site,
    request: &HttpRequest,
    asset: &'static Asset,
    storing: Storing,
    status: StatusCode,
) -> Result<HttpResponse, Problem> {
    let filled = filled(site).get(asset.path);
    let (brotli, gzip) = match (filled, &asset.content) {
        (Some(filled), _) => (filled.brotli.clone(), filled.gzip.clone()),
        (None, AssetContent::Plain(_)) => (None, None),
        (None, AssetContent::Compressed { brotli, gzip }) => {
            (Some(Bytes::from_static(brotli)), Some(Bytes::from_static(gzip)))
        }
    };
    let varies = brotli.is_some();
    let (coding, coded) = match (wanted(request, brotli.is_some(), gzip.is_some()), brotli, gzip) {
        (Some(ContentEncoding::Brotli), Some(body), _) => (Some("br"), Some(body)),
        (Some(ContentEncoding::Gzip), _, Some(body)) => (Some("gzip"), Some(body)),
        _ => (None, None),
    };
    // Each encoding is another representation, so it has a validator of its own (RFC 9110 section 8.8.3.3).
    let etag = filled.map_or(asset.etag, |filled| &filled.etag);
    let etag = EntityTag::new_strong(format!("{etag}-{}", coding.unwrap_or("id")));
    let fresh = status == StatusCode::OK && storing != Storing::Never && is_known(request, &etag);
    let mut response = HttpResponse::build(if fresh { StatusCode::NOT_MODIFIED } else { status });
    response.insert_header((header::CACHE_CONTROL, storing.cache_control()));
    if storing != Storing::Never {
        response.insert_header(ETag(etag));
    }
    if varies {
        response.insert_header((header::VARY, "Accept-Encoding"));
    }
    let mut response = if fresh {
        response.finish()
    } else {
        if let Some(coding) = coding {
            response.insert_header((header::CONTENT_ENCODING, coding));
        }
        let body = match (coded, filled) {
            (Some(body), _) => body,
            (None, Some(filled)) => filled.plain.clone(),
            (None, None) => plain(asset)?,
        };
        response.content_type(asset.content_type).body(body)
    };
    let _ = response
        .extensions_mut()
        .insert(InlineStyles(asset.inline_styles));
    if asset.path == SERVICE_WORKER {
        response.headers_mut().insert(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(SERVICE_WORKER_POLICY),
        );
    }
    Ok(response)
}

/// A file without a coding.
pub fn plain(asset: &Asset) -> Result<Bytes, Problem> {
    match asset.plain() {
        Ok(Cow::Borrowed(bytes)) => Ok(Bytes::from_static(bytes)),
        Ok(Cow::Owned(bytes)) => Ok(Bytes::from(bytes)),
        Err(error) => {
            tracing::error!(path = asset.path, %error, "a file of the frontend in this program is damaged");
            Err(Problem::internal())
        }
    }
}

fn filled(site: &Site) -> &'static HashMap<&'static str, Filled> {
    FILLED.get_or_init(|| {
        let origin = site.settings.public_url.origin();
        let texts = site.frontend.build().assets.iter().filter(|asset| {
            [".html", ".xml", ".txt"]
                .iter()
                .any(|ending| asset.path.ends_with(ending))
        });
        texts
            .filter_map(|asset| {
                let bytes = plain(asset).ok()?;
                let text = std::str::from_utf8(&bytes).ok()?;
                text.contains(ORIGIN).then(|| {
                    let plain = Bytes::from(text.replace(ORIGIN, origin));
                    let filled = Filled {
                        etag: format!("{}-{:x}", asset.etag, short_hash(origin)),
                        brotli: brotli(&plain),
                        gzip: gzip(&plain),
                        plain,
                    };
                    (asset.path, filled)
                })
            })
            .collect()
    })
}

/// FNV-1a: tells one origin's pages from another's in their validators.
fn short_hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
