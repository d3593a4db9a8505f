//! A page and its files in each content coding (RFC 9110 section 12.5.3): the same bytes, each with a validator of its own.

use std::{collections::BTreeSet, io::Read};

use brotli_decompressor::Decompressor;
use flate2::read::GzDecoder;
use support::{Server, Sqlite};

/// Bytes; what is smaller is sent as it is (`frontend/scripts/compress.mjs`).
const COMPRESSED_FROM: usize = 512;

/// The scripts and styles that a page names.
fn files_of(html: &str) -> BTreeSet<&str> {
    let named = html.split('"').filter(|text| text.starts_with("/assets/"));
    named
        .filter(|path| path.ends_with(".js") || path.ends_with(".css"))
        .collect()
}

fn read(mut from: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes).unwrap();
    bytes
}

#[test]
fn every_coding_of_a_file_is_the_same_file() {
    let server = Server::start(Sqlite);
    let mut visitor = server.visitor();
    let home = String::from_utf8(visitor.get("/").body.clone()).unwrap();
    let files = files_of(&home);
    let files = files
        .into_iter()
        .filter(|path| visitor.get(path).body.len() >= COMPRESSED_FROM);
    let files: Vec<_> = files.collect();
    assert!(files.len() > 3, "is the frontend built? {files:?}");
    // Pages name the site's own address, which the server fills in; it compresses in gzip alone.
    let pages = ["/", "/pricing"];
    for path in pages.into_iter().chain(["/sw.js"]).chain(files) {
        let mut fetch = |accepted| {
            let answer = visitor.send("GET", path, &[("accept-encoding", accepted)], None);
            assert_eq!(answer.status, 200, "{path} as {accepted}");
            assert_eq!(
                answer.header("vary"),
                Some("Accept-Encoding"),
                "{path} as {accepted}"
            );
            answer
        };
        let answers = [fetch("identity"), fetch("gzip"), fetch("gzip;q=0.9, br")];
        let best = if pages.contains(&path) { "gzip" } else { "br" };
        let codings = answers.each_ref().map(|answer| answer.header("content-encoding"));
        assert_eq!(codings, [None, Some("gzip"), Some(best)], "{path}");
        let [plain, gzip, other] = &answers;
        assert!(other.body.len() < plain.body.len() && gzip.body.len() < plain.body.len());
        assert_eq!(read(GzDecoder::new(&gzip.body[..])), plain.body, "{path}");
        if best == "br" {
            assert_eq!(
                read(Decompressor::new(&other.body[..], 4096)),
                plain.body,
                "{path}"
            );
        }
        let tags = answers.each_ref().map(|answer| answer.header("etag").unwrap());
        let different = codings.iter().collect::<BTreeSet<_>>().len();
        assert_eq!(BTreeSet::from(tags).len(), different, "{path}: {tags:?}");
        for tag in tags {
            let headers = [("accept-encoding", "identity"), ("if-none-match", tag)];
            let status = visitor.send("GET", path, &headers, None).status;
            assert_eq!(status, if tag == tags[0] { 304 } else { 200 }, "{path}");
        }
    }
}
