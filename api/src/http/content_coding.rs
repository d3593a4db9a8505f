//! Content codings: compressed responses for a caller that accepts them (RFC 9110 section 12.5.3).

use std::io::Write as _;

use actix_web::{
    HttpRequest,
    http::header::{self, AcceptEncoding, ContentEncoding, Encoding, Header as _, HeaderValue},
};
use bytes::Bytes;

/// The available coding that the caller prefers; `None` for the body as it is.
pub fn wanted(request: &HttpRequest, brotli: bool, gzip: bool) -> Option<ContentEncoding> {
    let there = [
        (true, Encoding::identity()),
        (brotli, Encoding::brotli()),
        (gzip, Encoding::gzip()),
    ];
    let there = there.iter().filter(|(there, _)| *there).map(|(_, coding)| coding);
    match AcceptEncoding::parse(request).ok()?.negotiate(there)? {
        Encoding::Known(coding) => Some(coding),
        Encoding::Unknown(_) => None,
    }
}

/// Whether the caller prefers gzip to what is not compressed.
pub fn prefers_gzip(request: &HttpRequest) -> bool {
    let mut given = request.headers().get_all(header::ACCEPT_ENCODING);
    match (given.next().map(HeaderValue::to_str), given.next()) {
        (None, _) => false,
        // As browsers send it: names without weights.
        (Some(Ok(names)), None) if !names.contains([';', '*']) => {
            let mut names = names.split(',').map(str::trim);
            names.any(|name| name.eq_ignore_ascii_case("gzip"))
        }
        _ => wanted(request, false, true) == Some(ContentEncoding::Gzip),
    }
}

pub fn gzip(plain: &[u8]) -> Option<Bytes> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(plain).ok()?;
    Some(encoder.finish().ok()?.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn a_coding_is_taken_when_named_and_not_refused() {
        let coding = |accepted: &str, brotli, gzip| {
            let request = TestRequest::default().insert_header(("accept-encoding", accepted));
            wanted(&request.to_http_request(), brotli, gzip)
                .filter(|coding| *coding != ContentEncoding::Identity)
        };
        assert_eq!(
            coding("gzip, deflate, br", true, true),
            Some(ContentEncoding::Brotli)
        );
        assert_eq!(
            coding("gzip, deflate, br", false, true),
            Some(ContentEncoding::Gzip)
        );
        assert_eq!(coding("br;q=0.8", true, true), Some(ContentEncoding::Brotli));
        assert_eq!(coding("br;q=0, gzip", true, true), Some(ContentEncoding::Gzip));
        for accepted in ["", "brotli", "br;q=0", "identity", "zstd, compress"] {
            assert_eq!(coding(accepted, true, true), None, "{accepted}");
        }
        assert_eq!(coding("br, gzip", false, false), None);
        assert_eq!(
            wanted(&TestRequest::default().to_http_request(), true, true),
            Some(ContentEncoding::Identity)
        );
    }

    #[test]
    fn gzip_is_preferred_where_it_is_named_or_meant() {
        let prefers = |accepted: &str| {
            let request = TestRequest::default().insert_header(("accept-encoding", accepted));
            prefers_gzip(&request.to_http_request())
        };
        for accepted in [
            "gzip",
            "gzip, deflate, br, zstd",
            "br,GZIP",
            "gzip;q=0.8",
            "identity;q=0.5, gzip;q=1",
        ] {
            assert!(prefers(accepted), "{accepted}");
        }
        for accepted in [
            "",
            "*",
            "br",
            "gzipped",
            "identity",
            "gzip;q=0",
            "*;q=0, identity",
            "identity;q=1, gzip;q=0.5",
        ] {
            assert!(!prefers(accepted), "{accepted}");
        }
        assert!(!prefers_gzip(&TestRequest::default().to_http_request()));
        let two = TestRequest::default()
            .append_header(("accept-encoding", "br"))
            .append_header(("accept-encoding", "gzip"));
        assert!(prefers_gzip(&two.to_http_request()));
    }
}
