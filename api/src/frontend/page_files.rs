//! A file of the frontend as an answer: encoded, validated and stored as it should be.
//!
//! Decision: written here. `actix-files` serves a folder, and the files are in the binary, compressed at the build; a library that embeds
//! them chooses no encoding and knows neither the page's policy nor the origin that is written into a page.

use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        StatusCode,
        header::{self, ContentEncoding, ETag, EntityTag, HeaderValue},
    },
};
use bytes::Bytes;

use crate::frontend::site_file::SiteFile;
use crate::http::conditional::is_known;
use crate::http::content_coding::wanted;
use crate::http::problem::Problem;

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

/// Answers a file in an encoding that the browser takes; 304 where it has the same already.
pub fn serve(
    request: &HttpRequest,
    file: &SiteFile,
    storing: Storing,
    status: StatusCode,
) -> Result<HttpResponse, Problem> {
    let (brotli, gzip) = (file.brotli.clone(), file.gzip.clone());
    let varies = gzip.is_some();
    let (coding, coded) = match (wanted(request, brotli.is_some(), gzip.is_some()), brotli, gzip) {
        (Some(ContentEncoding::Brotli), Some(body), _) => (Some("br"), Some(body)),
        (Some(ContentEncoding::Gzip), _, Some(body)) => (Some("gzip"), Some(body)),
        _ => (None, None),
    };
    // Each encoding is another representation, so it has a validator of its own (RFC 9110 section 8.8.3.3).
    let etag = EntityTag::new_strong(format!("{}-{}", file.etag, coding.unwrap_or("id")));
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
        let body = match coded {
            Some(body) => body,
            None => plain(file)?,
        };
        response.content_type(file.content_type).body(body)
    };
    let _ = response.extensions_mut().insert(file.inline_styles.clone());
    if file.path == SERVICE_WORKER {
        response.headers_mut().insert(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(SERVICE_WORKER_POLICY),
        );
    }
    Ok(response)
}

/// A file without a coding.
pub fn plain(file: &SiteFile) -> Result<Bytes, Problem> {
    file.plain().map_err(|error| {
        tracing::error!(path = %file.path, %error, "a file of the frontend in this program is damaged");
        Problem::internal()
    })
}

pub fn redirect(to: &str, status: StatusCode) -> HttpResponse {
    HttpResponse::build(status)
        .insert_header((header::LOCATION, to))
        .finish()
}
