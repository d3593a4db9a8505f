//! Files on their way into the bucket, in parts where they are large. An object is there only when all of it is.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use courses::MediaLocation;
use object_store::{
    PutPayload,
    multipart::{MultipartStore as _, PartId},
    path::Path as Key,
};
use sha2::{Digest as _, Sha256};

use super::{client::MediaBucket, failure::Failure};
use crate::media::MediaError;

/// The largest file that is sent whole, and a part of a larger one; so much of a file is in memory.
const PART: u64 = 16 * 1024 * 1024;
/// The most that an object can have (Amazon S3 User Guide, "Multipart upload limits").
const MOST_PARTS: u64 = 10_000;
const BUFFER: usize = 256 * 1024;

/// What a file holds.
struct Content {
    digest: [u8; 32],
    length: u64,
}

impl MediaBucket {
    pub(in crate::media) fn put(
        &self,
        source: &Path,
        prefix: &str,
        extension: &str,
    ) -> Result<MediaLocation, MediaError> {
        let content = read_content(source).map_err(unavailable(source))?;
        let location = MediaLocation(format!("{prefix}/{}.{extension}", hex::encode(content.digest)));
        let key = self.key(&location)?;
        match self.length_of(&key) {
            // A file of the right length under its content's name is that content; anything else there is damaged, and replaced.
            Ok(length) if length == content.length => return Ok(location),
            Ok(_) | Err(Failure::Missing) => {}
            Err(other) => return Err(self.bucket_error(other)),
        }
        if content.length <= PART {
            let bytes = std::fs::read(source).map_err(unavailable(source))?;
            content.check(&Sha256::digest(&bytes).into(), source)?;
            self.put_bytes(&key, bytes)?;
        } else if content.length > PART * MOST_PARTS {
            let cause = io::Error::other("it is larger than 156 GiB, the most that is stored");
            return Err(unavailable(source)(cause));
        } else {
            self.put_parts(source, &key, &content)?;
        }
        match self.length_of(&key) {
            Ok(length) if length == content.length => Ok(location),
            Ok(_) | Err(Failure::Missing) => Err(self.problem("it does not hold what it was given")),
            Err(other) => Err(self.bucket_error(other)),
        }
    }

    /// Puts a file in parts. After a failure the store is asked to drop them; if that fails, a record of the upload stays.
    fn put_parts(&self, source: &Path, key: &Key, content: &Content) -> Result<(), MediaError> {
        let begun = self.wait(0, self.0.store.create_multipart(key));
        let id = begun.map_err(|failure| self.bucket_error(failure))?;
        let record = self.record_upload(key, &id)?;
        let sent = self.send_parts(source, key, &id, content);
        match &sent {
            Ok(()) => record.remove(),
            Err(_) => self.abandon(record),
        }
        sent
    }

    fn send_parts(&self, source: &Path, key: &Key, id: &String, content: &Content) -> Result<(), MediaError> {
        let failed = unavailable(source);
        let mut file = File::open(source).map_err(failed)?;
        let mut hash = Sha256::new();
        let mut parts: Vec<PartId> = Vec::new();
        loop {
            let mut bytes = Vec::new();
            let mut part = Read::by_ref(&mut file).take(PART);
            let length = part.read_to_end(&mut bytes).map_err(failed)? as u64;
            if bytes.is_empty() {
                break;
            }
            hash.update(&bytes);
            let put = self
                .0
                .store
                .put_part(key, id, parts.len(), PutPayload::from(bytes));
            let put = self.wait(length, put);
            parts.push(put.map_err(|failure| self.bucket_error(failure))?);
        }
        content.check(&hash.finalize().into(), source)?;
        // Putting the parts together may take a store minutes.
        let complete = self.0.store.complete_multipart(key, id, parts);
        let complete = self.wait(content.length, complete);
        complete.map(drop).map_err(|failure| self.bucket_error(failure))
    }
}

impl Content {
    /// That what was sent is what the name says.
    fn check(&self, sent: &[u8; 32], source: &Path) -> Result<(), MediaError> {
        if *sent == self.digest {
            return Ok(());
        }
        Err(unavailable(source)(io::Error::other(
            "it was changed while it was stored",
        )))
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
    let mut hash = Sha256::new();
    let mut buffer = vec![0; BUFFER];
    let mut length = 0;
    loop {
        match file.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => {
                hash.update(buffer.get(..count).unwrap_or_default());
                length += count as u64;
            }
            Err(again) if again.kind() == io::ErrorKind::Interrupted => {}
            Err(cause) => return Err(cause),
        }
    }
    Ok(Content {
        digest: hash.finalize().into(),
        length,
    })
}
