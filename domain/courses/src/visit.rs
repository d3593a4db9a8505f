//! A request for a course's page: the session, its user's grant and the catalogue's version, from one read.

use accounts::{SessionTokenHash, session_is_live};
use chrono::{DateTime, Utc};
use kernel::StoreError;

use crate::{Access, CourseId, CourseStore, access_now};

/// The catalogue's version, and whether the visitor may see the course now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visit {
    pub catalogue_version: i64,
    pub access: Access,
}

/// Decides whether a request may see a course. Without a live session the access is closed.
///
/// # Errors
/// [`StoreError`]
pub fn visit_course<S: CourseStore + ?Sized>(
    store: &mut S,
    token: Option<&SessionTokenHash>,
    course: CourseId,
    now: DateTime<Utc>,
) -> Result<Visit, StoreError> {
    let known = token
        .map(|token| store.visitor(token, course))
        .transpose()?
        .flatten();
    let (catalogue_version, grant) = match known {
        Some((version, visitor)) => {
            let live = session_is_live(visitor.last_seen_at, visitor.expires_at, now);
            (version, visitor.grant.filter(|_| live))
        }
        None => (store.catalogue_version()?, None),
    };
    Ok(Visit {
        catalogue_version,
        access: access_now(grant.as_ref(), now),
    })
}
