//! Segments as objects of their own, for players that are redirected: no signed address can ask for a part of an object.
//!
//! They are made from a rendition's file, named by it, and go with it. The catalogue does not name them: without them the server
//! passes segments on from the file.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::Path,
};

use courses::MediaLocation;

use super::{client::MediaBucket, failure::Failure, stream::StoreDeadline, uploads::unavailable};
use crate::media::MediaError;

/// A segment is read into memory; one of more than this is passed on by the server.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// The folder of a rendition's segments: its own name without the ending.
fn folder_of(rendition: &MediaLocation) -> Option<&str> {
    rendition
        .0
        .strip_suffix(".mp4")
        .filter(|name| name.starts_with("packages/"))
}

/// Where a segment of a rendition is stored by itself.
fn segment_of(rendition: &MediaLocation, number: usize) -> Option<MediaLocation> {
    folder_of(rendition).map(|folder| MediaLocation(format!("{folder}/{number}.m4s")))
}

impl MediaBucket {
    /// Whether packages are stored in segments too.
    #[must_use]
    pub fn keeps_segments(&self) -> bool {
        self.0.keeps_segments
    }

    /// Stores the segments of a rendition, each an offset and a length in its file; the last of them last.
    pub(crate) fn put_segments(
        &self,
        rendition: &MediaLocation,
        file: &Path,
        segments: &[(u64, u64)],
    ) -> Result<(), MediaError> {
        if !can_be_stored(segments) {
            return Ok(());
        }
        let mut from = File::open(file).map_err(unavailable(file))?;
        for (number, (offset, length)) in segments.iter().enumerate() {
            let Some(location) = segment_of(rendition, number) else {
                return Ok(());
            };
            let key = self.key(&location)?;
            match self.length_of(&key) {
                Ok(there) if there == *length => continue,
                Ok(_) | Err(Failure::Missing) => {}
                Err(other) => return Err(self.bucket_error(other)),
            }
            let bytes = read_part(&mut from, *offset, *length).map_err(unavailable(file))?;
            self.put_bytes(&key, bytes)?;
        }
        Ok(())
    }

    /// Whether the last segment of a rendition, and so perhaps others, is not stored.
    pub(crate) fn lacks_segments(
        &self,
        rendition: &MediaLocation,
        segments: &[(u64, u64)],
    ) -> Result<bool, MediaError> {
        let (Some((_, length)), true) = (segments.last(), can_be_stored(segments)) else {
            return Ok(false);
        };
        let Some(last) = segment_of(rendition, segments.len() - 1) else {
            return Ok(false);
        };
        match self.length(&last) {
            Ok(there) => Ok(there != *length),
            Err(MediaError::Missing(_)) => Ok(true),
            Err(other) => Err(other),
        }
    }

    /// Where a segment of a rendition is by itself.
    #[must_use]
    pub fn segment(&self, rendition: &MediaLocation, number: usize) -> Option<MediaLocation> {
        segment_of(rendition, number).filter(|_| self.0.keeps_segments)
    }

    /// Whether a rendition of so many segments, the last of them so long, is stored in segments.
    ///
    /// # Errors
    /// [`MediaError`] where the store cannot say.
    pub async fn has_segments(
        &self,
        rendition: &MediaLocation,
        (count, last_length): (usize, u64),
        deadline: StoreDeadline,
    ) -> Result<bool, MediaError> {
        let last = count
            .checked_sub(1)
            .and_then(|last| self.segment(rendition, last));
        let Some(last) = last else { return Ok(false) };
        match self.known_length(&last, deadline).await {
            Ok(length) => Ok(length == last_length),
            Err(MediaError::Missing(_)) => Ok(false),
            Err(other) => Err(other),
        }
    }

    pub(super) fn delete_segments(&self, rendition: &MediaLocation) -> Result<(), MediaError> {
        let Some(folder) = folder_of(rendition) else {
            return Ok(());
        };
        let folder = self.key(&MediaLocation(folder.to_owned()))?;
        for key in self.keys_below(folder.as_ref())? {
            let deleted = self.delete_key(&key);
            deleted.map_err(|failure| self.bucket_error(failure))?;
        }
        Ok(())
    }
}

fn can_be_stored(segments: &[(u64, u64)]) -> bool {
    segments.iter().all(|(_, length)| *length <= MOST_BYTES)
}

fn read_part(file: &mut File, offset: u64, length: u64) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(offset))?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length {
        Ok(bytes)
    } else {
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}
