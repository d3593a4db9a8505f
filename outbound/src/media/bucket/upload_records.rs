//! Large uploads that are not finished, each a small file of this machine, so that the next import goes on with it.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use serde::{Deserialize, Serialize};

use crate::{media::MediaError, private_folder::make_private_folder};

const ENDING: &str = ".upload.json";
/// After this time an upload is given up: the parts cost room in the store.
const KEPT: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// An upload that was begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct UploadRecord {
    /// The bucket and prefix that it was begun in.
    pub(super) address: String,
    pub(super) key: String,
    pub(super) upload_id: String,
    /// What the store has of it, from the first part on.
    pub(super) parts: Vec<SentPart>,
    /// How many parts the store took since the record was read.
    #[serde(skip)]
    pub(super) taken: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SentPart {
    pub(super) md5: String,
    /// The store's own name for the part.
    pub(super) tag: String,
}

pub(super) struct UploadRecords<'a>(pub(super) &'a Path);

impl UploadRecords<'_> {
    fn path(&self, digest: &str) -> PathBuf {
        self.0.join(format!("{digest}{ENDING}"))
    }

    /// The upload of a content that was begun before.
    pub(super) fn find(&self, digest: &str) -> Option<UploadRecord> {
        let text = fs::read(self.path(digest)).ok()?;
        serde_json::from_slice(&text).ok()
    }

    pub(super) fn keep(&self, digest: &str, record: &UploadRecord) -> Result<(), MediaError> {
        let failed = |cause: io::Error| MediaError::Unavailable {
            path: self.0.to_path_buf(),
            cause,
        };
        make_private_folder(self.0).map_err(failed)?;
        let text = serde_json::to_vec(record).map_err(|error| failed(error.into()))?;
        let mut file = tempfile::NamedTempFile::new_in(self.0).map_err(failed)?;
        file.write_all(&text).map_err(failed)?;
        file.persist(self.path(digest))
            .map_err(|error| failed(error.error))?;
        Ok(())
    }

    pub(super) fn remove(&self, digest: &str) {
        // One that stays is found to be of no use the next time.
        let _ = fs::remove_file(self.path(digest));
    }

    /// The digests and uploads that were begun too long ago.
    pub(super) fn abandoned(&self) -> Vec<(String, UploadRecord)> {
        let now = SystemTime::now();
        let entries = fs::read_dir(self.0).into_iter().flatten().flatten();
        entries
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let digest = name.strip_suffix(ENDING)?.to_owned();
                let begun = entry.metadata().ok()?.modified().ok()?;
                let is_old = now.duration_since(begun).is_ok_and(|age| age > KEPT);
                is_old.then_some(())?;
                Some((digest.clone(), self.find(&digest)?))
            })
            .collect()
    }
}
