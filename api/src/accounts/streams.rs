//! Devices that watch: what is asked before any byte of a video is sent.

use accounts::{StreamError, Watcher, WatchingDevices, check_stream, claim_stream};
use actix_web::http::StatusCode;
use chrono::Utc;
use kernel::{StoreError, VideoId};

use crate::app::App;
use crate::http::problem::Problem;
use crate::monitoring::events::count_refused_stream;

impl App {
    /// Counts a member's device as watching a video, or refuses it with 403 `too_many_streams`. Every handler that sends bytes of a video
    /// calls this first, once access is decided; captions, pictures and attachments do not. A device with a young claim costs nothing.
    pub async fn watch(&self, watcher: Watcher, video: VideoId) -> Result<(), Problem> {
        let (limit, now) = (self.settings.streams_per_account, Utc::now());
        if limit.is_none() || watcher.has_claim(now) {
            return Ok(());
        }
        let claimed = self
            .database
            .write_blocking(move |store| claim_stream(store, &watcher, video, limit, now))
            .await;
        let watched = match claimed {
            // While nothing can be written, members go on watching: the devices are counted, and this one is not added.
            Err(StreamError::Store(
                StoreError::Unavailable(_) | StoreError::OutcomeUnknown(_) | StoreError::Busy(_),
            )) => {
                self.database
                    .read_blocking(move |store| check_stream(store, &watcher, limit, now))
                    .await
            }
            other => other,
        };
        Ok(watched?)
    }
}

impl From<StreamError> for Problem {
    fn from(error: StreamError) -> Self {
        match error {
            StreamError::TooMany(devices) => too_many_streams(&devices),
            StreamError::SessionEnded => Self::unauthenticated(),
            StreamError::Store(error) => error.into(),
        }
    }
}

/// The refusal of a request, which is counted.
pub fn too_many_streams(devices: &WatchingDevices) -> Problem {
    count_refused_stream();
    Problem::new(
        StatusCode::FORBIDDEN,
        "too_many_streams",
        format!(
            "Your account is already watching on {devices}. Stop it there for a minute, or sign a device out on your account page."
        ),
    )
}
