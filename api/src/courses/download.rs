//! Videos under way: a download ends with the access that it was begun by.
//!
//! Access is looked up when it is due to end and every few seconds besides, whatever the number of chunks. When it has ended
//! (expired, revoked, signed out), the connection is aborted: the response's length was announced, so it cannot end earlier in
//! any other way.

use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use ::courses::{Access, AccessStore, CourseId, access_now};
use accounts::SessionTokenHash;
use actix_web::{
    ResponseError as _,
    body::{BodySize, MessageBody},
    http::StatusCode,
    rt::task::JoinHandle,
};
use bytes::Bytes;
use chrono::{DateTime, Utc};

use crate::http::connection_stream::ConnectionHandle;
use crate::http::problem::Problem;
use crate::pools::range_body::{CHUNK, RangeBody};
use crate::site::SharedSite;

/// A download ends within a minute of its access: after this time, and the longest that the database may take to answer.
const INTERVAL: Duration = Duration::from_secs(20);
/// Also where the access is about to end, so that a clock that is off by a little makes no busy loop.
const SHORTEST: Duration = Duration::from_millis(100);

/// What a download depends on.
pub struct Permission {
    pub session: Option<SessionTokenHash>,
    pub course: CourseId,
    /// When the access ends by itself, as far as is known.
    pub until: Option<DateTime<Utc>>,
}

/// A video's bytes, sent for as long as there is permission.
pub struct Download {
    body: RangeBody,
    watch: Option<JoinHandle<()>>,
}

impl Download {
    pub fn start(
        body: RangeBody,
        site: &SharedSite,
        permission: Permission,
        connection: ConnectionHandle,
    ) -> Self {
        // One chunk is sent before anything could be looked up.
        let is_long = !matches!(body.size(), BodySize::Sized(length) if length <= CHUNK as u64);
        let watch = is_long.then(|| {
            let site = site.clone();
            actix_web::rt::spawn(async move {
                permission.ended(&site).await;
                tracing::info!("ended a download without access");
                connection.abort();
            })
        });
        Self { body, watch }
    }
}

impl Drop for Download {
    fn drop(&mut self) {
        if let Some(watch) = &self.watch {
            watch.abort();
        }
    }
}

impl MessageBody for Download {
    type Error = std::io::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.body).poll_next(context)
    }
}

impl Permission {
    /// Waits until there is no permission any more.
    async fn ended(mut self, site: &SharedSite) {
        loop {
            let left = self
                .until
                .map(|end| (end - Utc::now()).to_std().unwrap_or_default());
            let wait = left.unwrap_or(INTERVAL).clamp(SHORTEST, INTERVAL);
            actix_web::rt::time::sleep(wait).await;
            match self.access(site).await {
                Ok(Access::Open { until }) => self.until = until,
                Ok(Access::Closed { .. }) => return,
                Err(problem) if problem.status_code() == StatusCode::UNAUTHORIZED => return,
                // Unknown until the database answers again; an end that was known stands.
                Err(_) if self.until.is_some_and(|end| end <= Utc::now()) => return,
                Err(_) => {}
            }
        }
    }

    async fn access(&self, site: &SharedSite) -> Result<Access, Problem> {
        let me = site.signed_in(self.session).await?;
        let course = self.course;
        site.look_up(move |store, now| Ok(access_now(store.grant_of(me.user.id, course)?.as_ref(), now)))
            .await
    }
}
