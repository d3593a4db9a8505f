//! Videos and attachments under way: a download ends with the access that it was begun by.
//!
//! Access is looked up when it is due to end and every few seconds besides, for any number of chunks. When it has ended
//! (expired, revoked, signed out), the connection is aborted: the response's length was announced, so it cannot end earlier in
//! any other way.

use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use ::courses::{
    VideoId,
    lesson::open::{OpenLessonError, open_lesson},
};
use accounts::SessionTokenHash;
use actix_web::{
    body::{BodySize, MessageBody},
    rt::task::JoinHandle,
};
use bytes::Bytes;
use chrono::{DateTime, Utc};

use crate::courses::media_body::MediaBody;
use crate::http::problem::Problem;
use crate::pools::range_body::WINDOW;
use crate::site::SharedSite;

/// A download ends within a minute of its access: after this time, and the longest that the database may take to answer.
const INTERVAL: Duration = Duration::from_secs(20);
/// Also where the access is about to end, so that a clock that is off by a little makes no busy loop.
const SHORTEST: Duration = Duration::from_millis(100);

/// What a download depends on.
pub struct Permission {
    pub session: Option<SessionTokenHash>,
    pub lesson: VideoId,
    /// When the access ends by itself, as far as is known.
    pub until: Option<DateTime<Utc>>,
}

/// A file's bytes, sent for as long as there is permission.
pub struct Download {
    body: MediaBody,
    watch: Option<JoinHandle<()>>,
}

impl Download {
    pub fn start(body: MediaBody, site: &SharedSite, permission: Permission) -> Self {
        // One window is sent before anything could be looked up.
        let watch = (body.length() > WINDOW).then(|| {
            let (site, connection) = (site.clone(), body.connection().clone());
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

/// The lesson is open no more.
struct Ended;

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
                Ok(Ok(until)) => self.until = until,
                Ok(Err(_)) => return,
                // Unknown until the database answers again; an end that was known stands.
                Err(_) if self.until.is_some_and(|end| end <= Utc::now()) => return,
                Err(_) => {}
            }
        }
    }

    /// Until when the lesson is open, or that it is open no more.
    async fn access(&self, site: &SharedSite) -> Result<Result<Option<DateTime<Utc>>, Ended>, Problem> {
        let (session, lesson) = (self.session, self.lesson);
        let (opened, now) = site
            .look_up(
                move |store, now| match open_lesson(store, session.as_ref(), Some(lesson), now) {
                    Ok(opened) => Ok((Some(opened), now)),
                    Err(OpenLessonError::Store(error)) => Err(error.into()),
                    Err(_) => Ok((None, now)),
                },
            )
            .await?;
        Ok(opened.ok_or(Ended).map(|opened| {
            if let Some(member) = &opened.member {
                site.note_session_use(member, now);
            }
            opened.until
        }))
    }
}
