//! A stored file for commands, piece by piece.

use std::{
    io::{self, Read},
    pin::Pin,
};

use bytes::{Buf as _, Bytes};
use courses::MediaLocation;
use futures_core::{Stream, stream::BoxStream};
use object_store::{ObjectStoreExt as _, Result};

use super::client::MediaBucket;
use crate::media::MediaError;

/// For how many bytes a piece is waited for.
const PIECE: u64 = 1024 * 1024;

struct ObjectReader {
    bucket: MediaBucket,
    pieces: BoxStream<'static, Result<Bytes>>,
    piece: Bytes,
}

impl MediaBucket {
    pub(in crate::media) fn open(
        &self,
        location: &MediaLocation,
    ) -> Result<(Box<dyn Read + Send>, u64), MediaError> {
        let key = self.key(location)?;
        let object = self.wait(0, self.0.store.get(&key));
        let object = object.map_err(|failure| self.error(failure, location))?;
        let length = object.meta.size;
        let reader = ObjectReader {
            bucket: self.clone(),
            pieces: object.into_stream(),
            piece: Bytes::new(),
        };
        Ok((Box::new(reader), length))
    }
}

impl Read for ObjectReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() {
            let piece = self.bucket.wait(PIECE, next(&mut self.pieces));
            match piece.map_err(|failure| io::Error::other(self.bucket.bucket_error(failure)))? {
                Some(piece) => self.piece = piece,
                None => return Ok(0),
            }
        }
        let count = self.piece.as_ref().read(buffer)?;
        self.piece.advance(count);
        Ok(count)
    }
}

/// The next item; `None` after the last.
pub(super) async fn next<T>(items: &mut BoxStream<'static, Result<T>>) -> Result<Option<T>> {
    let items: &mut Pin<Box<dyn Stream<Item = Result<T>> + Send>> = items;
    std::future::poll_fn(|context| items.as_mut().poll_next(context))
        .await
        .transpose()
}
