//! Files on their way into the bucket: whole, or in parts where they are large. An object is there only when all of it is.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use courses::MediaLocation;
use md5::{Digest as _, Md5};
use reqwest::{
    Method,
    blocking::Body,
    header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue},
};
use rusty_s3::S3Action;
use sha2::Sha256;

use super::{
    client::MediaBucket,
    requests::{Failure, Request, SIGNED_FOR},
};
use crate::media::MediaError;

/// The largest file that is sent whole (contract, "where it leaves room").
pub(super) const WHOLE: u64 = 100 * 1024 * 1024;
const BUFFER: usize = 256 * 1024;

/// What a file holds.
pub(super) struct Content {
    pub(super) digest: String,
    md5: [u8; 16],
    length: u64,
}

impl MediaBucket {
    pub(in crate::media) fn put(
        &self,
        source: &Path,
        prefix: &str,
        extension: &str,
    ) -> Result<MediaLocation, MediaError> {
        let failed = unavailable(source);
        let content = read_content(source).map_err(failed)?;
        let location = MediaLocation(format!("{prefix}/{}.{extension}", content.digest));
        let key = self.key(&location)?;
        match self.length_of(&key) {
            // A file of the right length under its content's name is that content; anything else there is damaged, and replaced.
            Ok(length) if length == content.length => return Ok(location),
            Ok(_) | Err(Failure::Missing) => {}
            Err(other) => return Err(self.listing_error(other)),
        }
        if content.length <= WHOLE {
            self.put_whole(source, &key, &content, content_type(extension))?;
        } else {
            self.put_parts(source, &key, &content, content_type(extension))?;
        }
        match self.length_of(&key) {
            Ok(length) if length == content.length => Ok(location),
            Ok(_) | Err(Failure::Missing) => Err(self.problem("it does not hold what it was given")),
            Err(other) => Err(self.listing_error(other)),
        }
    }

    fn put_whole(
        &self,
        source: &Path,
        key: &str,
        content: &Content,
        content_type: &'static str,
    ) -> Result<(), MediaError> {
        let mut put = self.0.bucket.put_object(Some(&self.0.credentials), key);
        let headers = signed_headers(&mut put, content_type, &content.md5);
        let request = Request::new(Method::PUT, put.sign(SIGNED_FOR))
            .with_headers(headers)
            .of_bytes(content.length);
        let mut unreadable = None;
        let sent = self.sent_from(&request, content.length, &mut || match File::open(source) {
            Ok(file) => Ok(Body::sized(file, content.length)),
            Err(cause) => {
                let problem = Failure::Refused(cause.to_string());
                unreadable = Some(cause);
                Err(problem)
            }
        });
        match (sent, unreadable) {
            (_, Some(cause)) => Err(unavailable(source)(cause)),
            (Err(failure), None) => Err(self.listing_error(failure)),
            (Ok(_), None) => Ok(()),
        }
    }

    /// Puts bytes that are in memory.
    pub(super) fn put_bytes(
        &self,
        key: &str,
        bytes: Bytes,
        content_type: &'static str,
    ) -> Result<(), Failure> {
        let mut put = self.0.bucket.put_object(Some(&self.0.credentials), key);
        let headers = signed_headers(&mut put, content_type, &Md5::digest(&bytes).into());
        let request = Request::new(Method::PUT, put.sign(SIGNED_FOR));
        self.sent(request.with_headers(headers).with_body(bytes))?;
        Ok(())
    }
}

fn signed_headers<'a>(
    action: &mut impl S3Action<'a>,
    content_type: &'static str,
    md5: &[u8; 16],
) -> HeaderMap {
    let md5 = STANDARD.encode(md5);
    let mut headers = HeaderMap::new();
    insert(&mut headers, "content-md5", &md5);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    action.headers_mut().insert("content-md5", md5);
    action.headers_mut().insert("content-type", content_type);
    headers
}

pub(super) fn insert(headers: &mut HeaderMap, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(HeaderName::from_static(name), value);
    }
}

/// What a player that is redirected to the store is told.
fn content_type(extension: &str) -> &'static str {
    match extension {
        "mp4" | "m4s" => "video/mp4",
        "mov" => "video/quicktime",
        "webm" => "video/webm",
        "jpg" => "image/jpeg",
        "json" => "application/json",
        // Pictures of an import too: a browser must not run what is in them.
        _ => "application/octet-stream",
    }
}

pub(super) fn unavailable(path: &Path) -> impl Fn(io::Error) -> MediaError + Copy {
    move |cause| MediaError::Unavailable {
        path: path.to_path_buf(),
        cause,
    }
}

fn read_content(source: &Path) -> io::Result<Content> {
    let mut file = File::open(source)?;
    let (mut sha, mut md5, mut length) = (Sha256::new(), Md5::new(), 0);
    let mut buffer = vec![0; BUFFER];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => {
                let part = buffer.get(..count).unwrap_or_default();
                sha.update(part);
                md5.update(part);
                length += count as u64;
            }
            Err(again) if again.kind() == io::ErrorKind::Interrupted => {}
            Err(cause) => return Err(cause),
        }
    }
    Ok(Content {
        digest: hex::encode(sha.finalize()),
        md5: md5.finalize().into(),
        length,
    })
}
