//! A request for a course's page: the session, its user's grant and the catalogue's version, from one read.

use accounts::SessionTokenHash;
use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};

use crate::{Access, CourseId, CourseStore, access_now};

/// The catalogue's version, and whether the visitor may see the course now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visit {
    pub catalogue_version: i64,
    pub access: Access,
    /// Who is signed in.
    pub member: Option<UserId>,
}

/// Decides whether a request may see a course. Without a live session the access is closed.
///
/// # Errors
/// [`StoreError`]
pub fn visit_course(
    store: &mut dyn CourseStore,
    token: Option<&SessionTokenHash>,
    course: CourseId,
    now: DateTime<Utc>,
) -> Result<Visit, StoreError> {
    let known = token
        .map(|token| store.visitor(token, course))
        .transpose()?
        .flatten();
    let (catalogue_version, visitor) = match known {
        Some((version, visitor)) => (version, Some(visitor)),
        None => (store.catalogue_version()?, None),
    };
    let live = visitor.filter(|visitor| visitor.session.is_live(now));
    let grant = live.and_then(|visitor| visitor.grant);
    Ok(Visit {
        catalogue_version,
        access: access_now(grant.as_ref(), now),
        member: live.map(|visitor| visitor.session.user),
    })
}
