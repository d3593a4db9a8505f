//! A large file in parts: what was sent before is not sent again, and the object comes into being with the last of them.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use md5::{Digest as _, Md5};
use reqwest::{
    Method,
    header::{CONTENT_TYPE, HeaderMap, HeaderValue},
};
use rusty_s3::{
    S3Action,
    actions::{AbortMultipartUpload, CompleteMultipartUpload, CreateMultipartUpload, ListParts, UploadPart},
};
use sha2::Sha256;

use super::{
    client::MediaBucket,
    requests::{Failure, Request, SIGNED_FOR},
    upload_records::{SentPart, UploadRecord, UploadRecords},
    uploads::{Content, WHOLE, insert, unavailable},
};
use crate::media::MediaError;

/// Bytes of a part.
const PART: u64 = 16 * 1024 * 1024;
/// The most that an object can have (Amazon S3 User Guide, "Multipart upload limits").
const MOST_PARTS: u16 = 10_000;

/// Why a file was not put in parts.
enum PartsFailure {
    /// On this machine.
    Here(MediaError),
    Store(Failure),
}

impl MediaBucket {
    /// Puts a file in parts. After a failure the parts that the store has stay there, for the next try.
    pub(super) fn put_parts(
        &self,
        source: &Path,
        key: &str,
        content: &Content,
        content_type: &'static str,
    ) -> Result<(), MediaError> {
        let records = UploadRecords(&self.0.uploads);
        let begun = records
            .find(&content.digest)
            .filter(|record| record.key == key && record.address == self.0.address);
        if let Some(mut record) = begun {
            let known = self.check_upload(&record).map_err(PartsFailure::Store);
            match known.and_then(|()| self.go_on(source, content, &mut record)) {
                // A store may have dropped an old upload, and says so in different ways.
                Err(PartsFailure::Store(Failure::Missing | Failure::Refused(_))) => {
                    self.give_up(&content.digest, &record);
                }
                // It may also refuse a part while that is sent, and close the connection: its answer is lost. An upload of which
                // nothing more was taken is given up where another one can be begun.
                Err(PartsFailure::Store(failure @ Failure::Passing(_))) if record.taken == 0 => {
                    let Ok(another) = self.begin(key, content_type) else {
                        return Err(self.listing_error(failure));
                    };
                    self.give_up(&content.digest, &record);
                    return self.put_all(source, content, another);
                }
                other => return other.map_err(|failure| self.parts_error(failure)),
            }
        }
        let record = self
            .begin(key, content_type)
            .map_err(|failure| self.listing_error(failure))?;
        self.put_all(source, content, record)
    }

    /// Sends all of a file by an upload that was just begun.
    fn put_all(&self, source: &Path, content: &Content, mut record: UploadRecord) -> Result<(), MediaError> {
        UploadRecords(&self.0.uploads).keep(&content.digest, &record)?;
        self.go_on(source, content, &mut record)
            .map_err(|failure| self.parts_error(failure))
    }

    /// Sends what is still to be sent, and has the parts put together.
    fn go_on(&self, source: &Path, content: &Content, record: &mut UploadRecord) -> Result<(), PartsFailure> {
        let digest = self.send_parts(source, content, record)?;
        if digest != content.digest {
            self.give_up(&content.digest, record);
            let changed = io::Error::other("it was changed while it was stored");
            return Err(PartsFailure::Here(unavailable(source)(changed)));
        }
        self.complete(record).map_err(PartsFailure::Store)?;
        UploadRecords(&self.0.uploads).remove(&content.digest);
        Ok(())
    }

    /// Asks for an upload that was begun earlier. A store that refuses a part closes the connection while the part is sent, and its answer is lost.
    fn check_upload(&self, record: &UploadRecord) -> Result<(), Failure> {
        let credentials = Some(&self.0.credentials);
        let list = ListParts::new(&self.0.bucket, credentials, &record.key, &record.upload_id);
        self.sent(Request::new(Method::GET, list.sign(SIGNED_FOR)))
            .map(drop)
    }

    fn parts_error(&self, failure: PartsFailure) -> MediaError {
        match failure {
            PartsFailure::Here(error) => error,
            PartsFailure::Store(failure) => self.listing_error(failure),
        }
    }

    fn begin(&self, key: &str, content_type: &'static str) -> Result<UploadRecord, Failure> {
        let mut create = CreateMultipartUpload::new(&self.0.bucket, Some(&self.0.credentials), key);
        create.headers_mut().insert("content-type", content_type);
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
        let request = Request::new(Method::POST, create.sign(SIGNED_FOR)).with_headers(headers);
        let answer = CreateMultipartUpload::parse_response(self.text(request)?);
        let answer = answer.map_err(|_| unreadable_answer())?;
        Ok(UploadRecord {
            address: self.0.address.clone(),
            key: key.to_owned(),
            upload_id: answer.upload_id().to_owned(),
            parts: Vec::new(),
            taken: 0,
        })
    }

    /// Sends the parts that the store does not have; answers the digest of what was read.
    fn send_parts(
        &self,
        source: &Path,
        content: &Content,
        record: &mut UploadRecord,
    ) -> Result<String, PartsFailure> {
        let failed = |cause| PartsFailure::Here(unavailable(source)(cause));
        let mut file = File::open(source).map_err(failed)?;
        let mut hash = Sha256::new();
        for number in 1..=MOST_PARTS {
            let mut bytes = Vec::new();
            Read::by_ref(&mut file)
                .take(PART)
                .read_to_end(&mut bytes)
                .map_err(failed)?;
            if bytes.is_empty() {
                record.parts.truncate(usize::from(number) - 1);
                return Ok(hex::encode(hash.finalize()));
            }
            hash.update(&bytes);
            let md5: [u8; 16] = Md5::digest(&bytes).into();
            let place = usize::from(number) - 1;
            if record
                .parts
                .get(place)
                .is_some_and(|part| part.md5 == hex::encode(md5))
            {
                continue;
            }
            let tag = self.send_part(record, number, bytes.into(), &md5);
            record.parts.truncate(place);
            record.parts.push(SentPart {
                md5: hex::encode(md5),
                tag: tag.map_err(PartsFailure::Store)?,
            });
            record.taken += 1;
            UploadRecords(&self.0.uploads)
                .keep(&content.digest, record)
                .map_err(PartsFailure::Here)?;
        }
        Err(failed(io::Error::other(
            "it is larger than 156 GiB, the most that is stored",
        )))
    }

    fn send_part(
        &self,
        record: &UploadRecord,
        number: u16,
        bytes: Bytes,
        md5: &[u8; 16],
    ) -> Result<String, Failure> {
        let credentials = Some(&self.0.credentials);
        let mut part = UploadPart::new(
            &self.0.bucket,
            credentials,
            &record.key,
            number,
            &record.upload_id,
        );
        let text = STANDARD.encode(md5);
        part.headers_mut().insert("content-md5", text.clone());
        let mut headers = HeaderMap::new();
        insert(&mut headers, "content-md5", &text);
        let request = Request::new(Method::PUT, part.sign(SIGNED_FOR));
        let answer = self.sent(request.with_headers(headers).with_body(bytes))?;
        let tag = answer.headers().get("etag").and_then(|tag| tag.to_str().ok());
        tag.map(str::to_owned).ok_or_else(unreadable_answer)
    }

    fn complete(&self, record: &UploadRecord) -> Result<(), Failure> {
        let complete = CompleteMultipartUpload::new(
            &self.0.bucket,
            Some(&self.0.credentials),
            &record.key,
            &record.upload_id,
            record.parts.iter().map(|part| part.tag.as_str()),
        );
        let url = complete.sign(SIGNED_FOR);
        let request = Request::new(Method::POST, url).with_body(complete.body().into());
        // Putting the parts together may take a store minutes.
        let text = self.text(request.of_bytes(WHOLE))?;
        if text.contains("<Error>") {
            return Err(Failure::Passing(String::from(
                "it cannot put the parts of a file together",
            )));
        }
        Ok(())
    }

    fn give_up(&self, digest: &str, record: &UploadRecord) {
        let credentials = Some(&self.0.credentials);
        let abort = AbortMultipartUpload::new(&self.0.bucket, credentials, &record.key, &record.upload_id);
        if let Err(failure) = self.sent(Request::new(Method::DELETE, abort.sign(SIGNED_FOR)))
            && !matches!(failure, Failure::Missing)
        {
            tracing::warn!(?failure, "parts of a file stay in the bucket");
        }
        UploadRecords(&self.0.uploads).remove(digest);
    }

    pub(in crate::media) fn remove_unfinished(&self) -> Result<(), MediaError> {
        for (digest, record) in UploadRecords(&self.0.uploads).abandoned() {
            self.give_up(&digest, &record);
        }
        Ok(())
    }
}

fn unreadable_answer() -> Failure {
    Failure::Refused(String::from("its answer to a part of a file cannot be read"))
}
