//! What is here already, as an import has to know it.

use accounts::PasswordHash;
use chrono::{DateTime, Utc};
use courses::{CourseId, Grant};
use kernel::{UserId, VideoId};
use progress::Position;
use purchase_keys::KeyHash;

/// An account of this site, as an import has to know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownMember {
    pub user: UserId,
    pub email_key: String,
    pub email_verified: bool,
    pub has_discord: bool,
    pub password: PasswordHash,
    /// Whether an earlier import made it.
    pub is_imported: bool,
    pub has_signed_in: bool,
}

/// What a known member holds of a course, or held by an earlier import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownAccess {
    pub user: UserId,
    pub course: CourseId,
    pub grant: Option<Grant>,
    /// Whether staff took back what an earlier import gave.
    pub is_revoked: bool,
}

/// A known member's position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownPosition {
    pub user: UserId,
    pub video: VideoId,
    pub position: Position,
    pub last_watched: DateTime<Utc>,
}

/// A key of this site that equals one of the old site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownKey {
    pub hash: KeyHash,
    /// Whether an earlier import brought it.
    pub is_imported: bool,
}

/// An imported member to be invited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitee {
    pub user: UserId,
    pub email: String,
}
