//! A visit to a course's page: who comes, what they hold and what the catalogue is, from one read.

use accounts::{SessionTokenHash, session_is_live};
use chrono::{DateTime, Utc};
use kernel::StoreError;

use crate::{Access, CourseId, CourseStore, Grant, access_now};

/// What the database knows of somebody who comes with a session token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visitor {
    pub last_seen_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// What they hold of the course that they visit, ended or not.
    pub grant: Option<Grant>,
}

/// The catalogue's version, and whether the visitor may see the course now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visit {
    pub catalogue_version: i64,
    pub access: Access,
}

/// Looks up a visit; without a session that lives, the access is closed.
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
