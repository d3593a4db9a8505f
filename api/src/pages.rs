//! The pages and files of the frontend, from the binary.

use std::{
    collections::HashMap,
    io::Write as _,
    sync::{LazyLock, OnceLock},
};

use ::courses::{CourseId, CourseStore};
use actix_web::{
    HttpRequest, HttpResponse,
    http::{Method, StatusCode, header},
};
use bytes::Bytes;

use crate::{
    assets::{ASSETS, Asset},
    courses::path_number,
    problem::Problem,
    site::SharedSite,
};

/// What the build writes where the site's own origin belongs, which only the running server knows.
const ORIGIN: &str = "https://public-url.invalid";
/// The shell that the browser turns into a portal page.
const SHELL: &str = "/app.html";
const HEAD_START: &str = "<!--head-->";
const HEAD_END: &str = "<!--/head-->";

/// Routes that the shell serves; the portal's pages guard themselves by the calls they make.
const SHELL_ROUTES: [&str; 9] = [
    "/checkout/complete",
    "/checkout/sandbox",
    "/portal",
    "/portal/auth",
    "/portal/courses",
    "/portal/account",
    "/portal/discord-verify",
    "/portal/discord/callback",
    "/reset-password",
];

static BY_PATH: LazyLock<HashMap<&'static str, &'static Asset>> =
    LazyLock::new(|| ASSETS.iter().map(|asset| (asset.path, asset)).collect());

/// A file as it is served, in each encoding that a browser may take.
struct Served {
    content_type: &'static str,
    etag: String,
    plain: Bytes,
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
}

/// Text files that name the site's own address, filled in when first asked for.
static FILLED: OnceLock<HashMap<&'static str, Served>> = OnceLock::new();

/// Answers whatever is no call: a page, a file, or the not-found page.
pub async fn page(site: SharedSite, request: HttpRequest) -> Result<HttpResponse, Problem> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(Problem::method_not_allowed("GET, HEAD"));
    }
    let path = request.path();
    // What begins with two slashes, or with what some clients take for the second, would lead to another site.
    if path.len() > 1 && path.ends_with('/') && !path.starts_with("//") && !path.contains('\\') {
        return Ok(redirect(
            path.trim_end_matches('/'),
            StatusCode::PERMANENT_REDIRECT,
        ));
    }
    let origin = site.settings.public_url.origin();
    if let Some(id) = path.strip_prefix("/courses/")
        && !BY_PATH.contains_key(format!("{path}/index.html").as_str())
        && !id.contains('/')
    {
        return course_page(&site, &request, id).await;
    }
    let shell = SHELL_ROUTES.contains(&path)
        || path
            .strip_prefix("/portal/course/")
            .is_some_and(|id| !id.is_empty() && !id.contains('/'));
    let index = if path == "/" {
        String::from("/index.html")
    } else {
        format!("{path}/index.html")
    };
    let is_page = path.ends_with(".html");
    let found = match (shell, is_page) {
        (true, _) => BY_PATH.get(SHELL),
        // Pages have one address each, and it has no ending.
        (false, true) => None,
        (false, false) => BY_PATH.get(path).or_else(|| BY_PATH.get(index.as_str())),
    };
    match found {
        Some(asset) => Ok(serve(&request, asset, origin, StatusCode::OK)),
        None => match BY_PATH.get("/404.html") {
            Some(asset) => Ok(serve(&request, asset, origin, StatusCode::NOT_FOUND)),
            None if ASSETS.is_empty() => Err(Problem::unavailable(
                "frontend_missing",
                "This server was built without its pages; run: make run",
                3600,
            )),
            None => Err(Problem::not_found("404 Page Not Found")),
        },
    }
}

fn redirect(to: &str, status: StatusCode) -> HttpResponse {
    HttpResponse::build(status)
        .insert_header((header::LOCATION, to))
        .finish()
}

/// The shell with a course's own title and description; a number that is none, or no course's, goes home.
async fn course_page(site: &SharedSite, request: &HttpRequest, id: &str) -> Result<HttpResponse, Problem> {
    let Some(id) = path_number(id).map(CourseId) else {
        return Ok(redirect("/", StatusCode::FOUND));
    };
    let Some(course) = site.read(move |store, _| Ok(store.course(id)?)).await? else {
        return Ok(redirect("/", StatusCode::FOUND));
    };
    let Some(shell) = BY_PATH.get(SHELL) else {
        return Err(Problem::not_found("404 Page Not Found"));
    };
    let text = String::from_utf8_lossy(shell.plain).replace(ORIGIN, site.settings.public_url.origin());
    let (Some((before, rest)), title, description) = (
        text.split_once(HEAD_START),
        escape(&course.title),
        escape(&course.description),
    ) else {
        return Ok(serve(
            request,
            shell,
            site.settings.public_url.origin(),
            StatusCode::OK,
        ));
    };
    let after = rest.split_once(HEAD_END).map_or(rest, |(_, after)| after);
    let address = format!("{}/courses/{}", site.settings.public_url.origin(), course.id.0);
    let html = format!(
        "{before}{HEAD_START}<title>{title}</title><meta name=\"description\" content=\"{description}\">\
         <link rel=\"canonical\" href=\"{address}\"><meta property=\"og:title\" content=\"{title}\">\
         <meta property=\"og:description\" content=\"{description}\"><meta property=\"og:url\" content=\"{address}\">\
         {HEAD_END}{after}"
    );
    Ok(HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(html))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

fn serve(request: &HttpRequest, asset: &'static Asset, origin: &str, status: StatusCode) -> HttpResponse {
    match filled(origin).get(asset.path) {
        Some(served) => answer(
            request,
            status,
            asset.immutable,
            served.content_type,
            &served.etag,
            served.plain.clone(),
            served.brotli.clone(),
            served.gzip.clone(),
        ),
        None => answer(
            request,
            status,
            asset.immutable,
            asset.content_type,
            asset.etag,
            Bytes::from_static(asset.plain),
            asset.brotli.map(Bytes::from_static),
            asset.gzip.map(Bytes::from_static),
        ),
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "the two kinds of file meet here and nowhere else"
)]
fn answer(
    request: &HttpRequest,
    status: StatusCode,
    immutable: bool,
    content_type: &'static str,
    etag: &str,
    plain: Bytes,
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
) -> HttpResponse {
    let accepted = request
        .headers()
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .unwrap_or("");
    let varies = brotli.is_some();
    let (body, encoding) = match (brotli, gzip) {
        (Some(body), _) if accepts(accepted, "br") => (body, Some("br")),
        (_, Some(body)) if accepts(accepted, "gzip") => (body, Some("gzip")),
        _ => (plain, None),
    };
    // Each encoding is another representation, so it has a validator of its own (RFC 9110 section 8.8.3.3).
    let etag = format!("\"{etag}-{}\"", encoding.unwrap_or("id"));
    let known = request
        .headers()
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok());
    let fresh = status == StatusCode::OK
        && known.is_some_and(|tags| {
            tags.split(',')
                .any(|tag| tag.trim().trim_start_matches("W/") == etag)
        });
    let mut response = HttpResponse::build(if fresh { StatusCode::NOT_MODIFIED } else { status });
    response.insert_header((header::ETAG, etag));
    response.insert_header((
        header::CACHE_CONTROL,
        if immutable {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        },
    ));
    if varies {
        response.insert_header((header::VARY, "Accept-Encoding"));
    }
    if fresh {
        return response.finish();
    }
    if let Some(encoding) = encoding {
        response.insert_header((header::CONTENT_ENCODING, encoding));
    }
    response.content_type(content_type).body(body)
}

/// Whether an `Accept-Encoding` takes a coding (RFC 9110 section 12.5.3): named and not at quality zero.
fn accepts(header: &str, coding: &str) -> bool {
    header.split(',').any(|item| {
        let mut parts = item.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding));
        named && !parts.any(|part| matches!(part, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

fn filled(origin: &str) -> &'static HashMap<&'static str, Served> {
    FILLED.get_or_init(|| {
        let texts = ASSETS.iter().filter(|asset| {
            [".html", ".xml", ".txt"]
                .iter()
                .any(|ending| asset.path.ends_with(ending))
        });
        texts
            .filter_map(|asset| {
                let text = std::str::from_utf8(asset.plain).ok()?;
                text.contains(ORIGIN).then(|| {
                    let plain = Bytes::from(text.replace(ORIGIN, origin));
                    let served = Served {
                        content_type: asset.content_type,
                        etag: format!("{}-{:x}", asset.etag, short_hash(origin)),
                        brotli: brotli(&plain),
                        gzip: gzip(&plain),
                        plain,
                    };
                    (asset.path, served)
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

fn brotli(plain: &[u8]) -> Option<Bytes> {
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: 6,
        ..Default::default()
    };
    let mut small = Vec::new();
    brotli::BrotliCompress(&mut &plain[..], &mut small, &parameters).ok()?;
    Some(small.into())
}

fn gzip(plain: &[u8]) -> Option<Bytes> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(plain).ok()?;
    Some(encoder.finish().ok()?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coding_is_taken_when_named_and_not_refused() {
        assert!(accepts("gzip, deflate, br", "br"));
        assert!(accepts("br;q=0.8", "br"));
        assert!(!accepts("br;q=0, gzip", "br"));
        assert!(!accepts("brotli", "br"));
    }

    #[test]
    fn a_title_cannot_leave_its_place() {
        assert_eq!(
            escape("</title><script>'\"&"),
            "&lt;/title&gt;&lt;script&gt;&#39;&quot;&amp;"
        );
    }
}
