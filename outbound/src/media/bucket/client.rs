//! What every request to the bucket shares.

use std::{
    collections::HashMap,
    fmt,
    path::PathBuf,
    sync::{Arc, Mutex, atomic::AtomicBool},
};

use courses::{MediaLocation, MediaLocks};
use rusty_s3::{Bucket, Credentials};

/// A bucket, or what lies below a prefix of one. A clone is the same bucket.
#[derive(Clone)]
pub struct MediaBucket(pub(super) Arc<Inner>);

pub(super) struct Inner {
    /// For messages.
    pub(super) address: String,
    pub(super) prefix: String,
    pub(super) bucket: Bucket,
    pub(super) credentials: Credentials,
    pub(super) client: reqwest::blocking::Client,
    pub(super) streaming: reqwest::Client,
    /// Whether players are sent here, and so need each segment as an object of its own.
    pub(super) keeps_segments: bool,
    /// A folder of this machine: the lock, and the uploads that are not finished.
    pub(super) uploads: PathBuf,
    /// What keeps the machines apart that share the bucket; none where it is used from one machine.
    pub(super) locks: Option<Arc<dyn MediaLocks>>,
    pub(super) lengths: Mutex<HashMap<MediaLocation, u64>>,
    /// Whether the store answered the last request of a server.
    pub(super) answers: AtomicBool,
}

impl fmt::Debug for MediaBucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MediaBucket").field(&self.0.address).finish()
    }
}
