//! Uploads in parts that are not finished, each a small file of this machine: the library lists none, and some stores list only what
//! they are asked for by name. An upload that is cut off begins again, and the parts of before are dropped.

use std::{
    fs::{self, Permissions},
    io::{self, Write as _},
    os::unix::fs::PermissionsExt as _,
    path::PathBuf,
};

use object_store::{multipart::MultipartStore as _, path::Path as Key};
use serde::{Deserialize, Serialize};

use super::{client::MediaBucket, failure::Failure, uploads::unavailable};
use crate::{media::MediaError, private_folder::make_private_folder};

const ENDING: &str = ".upload.json";

/// An upload that was begun. Its file stays when the process ends in the middle.
pub(super) struct UploadRecord {
    path: PathBuf,
    upload: Upload,
}

#[derive(Serialize, Deserialize)]
struct Upload {
    /// The bucket and prefix that it was begun in.
    address: String,
    key: String,
    upload_id: String,
}

impl UploadRecord {
    pub(super) fn remove(self) {
        // A file that stays names an upload that is no longer there, and goes with the next cleanup.
        let _ = fs::remove_file(self.path);
    }
}

impl MediaBucket {
    pub(super) fn record_upload(&self, key: &Key, upload_id: &str) -> Result<UploadRecord, MediaError> {
        let folder = &self.0.uploads;
        let upload = Upload {
            address: self.0.address.clone(),
            key: key.to_string(),
            upload_id: upload_id.to_owned(),
        };
        let write = || -> io::Result<PathBuf> {
            make_private_folder(folder)?;
            let mut file = tempfile::Builder::new()
                .suffix(ENDING)
                .permissions(Permissions::from_mode(0o600))
                .tempfile_in(folder)?;
            file.write_all(&serde_json::to_vec(&upload)?)?;
            let (_, path) = file.keep().map_err(|error| error.error)?;
            Ok(path)
        };
        match write() {
            Ok(path) => Ok(UploadRecord { path, upload }),
            Err(cause) => {
                let _ = self.abort(&upload);
                Err(unavailable(folder)(cause))
            }
        }
    }

    /// Has the store drop the parts of an upload. Its record stays where the store cannot be asked now.
    pub(super) fn abandon(&self, record: UploadRecord) {
        match self.abort(&record.upload) {
            Ok(()) => record.remove(),
            Err(failure) => tracing::warn!(?failure, "parts of a file stay in the bucket for now"),
        }
    }

    fn abort(&self, upload: &Upload) -> Result<(), Failure> {
        let key = Key::from(upload.key.as_str());
        let aborted = self.0.store.abort_multipart(&key, &upload.upload_id);
        match self.wait(0, aborted) {
            Err(Failure::Missing) => Ok(()),
            other => other,
        }
    }

    /// Drops the uploads of ended processes.
    pub(in crate::media) fn remove_unfinished(&self) -> Result<(), MediaError> {
        let entries = match fs::read_dir(&self.0.uploads) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(()),
            other => other.map_err(unavailable(&self.0.uploads))?,
        };
        for path in entries.flatten().map(|entry| entry.path()) {
            if !path.to_string_lossy().ends_with(ENDING) {
                continue;
            }
            let text = fs::read(&path).map_err(unavailable(&path))?;
            match serde_json::from_slice::<Upload>(&text) {
                Ok(upload) if upload.address == self.0.address => {
                    self.abandon(UploadRecord { path, upload });
                }
                // Of another bucket, whose keys are not known here.
                Ok(_) => {}
                // Its process ended while it was written, before the first part.
                Err(_) => fs::remove_file(&path).map_err(unavailable(&path))?,
            }
        }
        Ok(())
    }
}
