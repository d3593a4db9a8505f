//! What an import is about to write.

use ::mail::EmailAddress;
use accounts::{DiscordUserId, ImportedHash, PasswordHash, Username};
use chrono::{DateTime, Utc};
use courses::{CourseId, Grant};
use kernel::{AccessTerm, UserId, VideoId};
use progress::Position;
use purchase_keys::PurchaseKey;

use crate::{Counts, Place, RefusedLine};

/// A user of the old site.
#[derive(Debug, Clone)]
pub struct Member {
    pub place: Place,
    pub email: EmailAddress,
    /// To be taken over; `None` also where it stays as it is.
    pub discord: Option<DiscordUserId>,
    pub fate: MemberFate,
    pub(crate) wanted_name: Option<String>,
    pub(crate) hash: Option<ImportedHash>,
}

/// What becomes of a user of the old site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberFate {
    /// Before the members are looked up.
    Unknown,
    Refused,
    New {
        username: Username,
        /// [`accounts::decoy_hash`] without a hash of the old site.
        password: PasswordHash,
    },
    Known {
        user: UserId,
        /// What stands here, if a hash of the old site may replace it.
        replaceable: Option<PasswordHash>,
        /// What replaces it.
        renewed: Option<PasswordHash>,
    },
}

/// An access to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlannedAccess {
    /// The member's place in the plan.
    pub member: usize,
    pub course: CourseId,
    pub grant: Grant,
}

/// A position to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlannedPosition {
    /// The member's place in the plan.
    pub member: usize,
    pub video: VideoId,
    pub position: Position,
    pub last_watched: DateTime<Utc>,
}

/// A key to be written.
#[derive(Debug, Clone)]
pub struct PlannedKey {
    pub key: PurchaseKey,
    pub course: CourseId,
    pub(crate) place: Place,
}

/// All that is written, in one transaction, and the report of it.
#[derive(Debug)]
pub struct ImportPlan {
    /// By the name of the file, in the order in which the files are read.
    pub counts: Vec<(String, Counts)>,
    /// In the order of their files' names and their lines.
    pub refused: Vec<RefusedLine>,
    /// Lines that are imported otherwise than they stand.
    pub notes: Vec<RefusedLine>,
    /// When it was decided.
    pub now: DateTime<Utc>,
    /// Refused ones too: the others are numbered by their place here.
    pub members: Vec<Member>,
    pub access: Vec<PlannedAccess>,
    pub positions: Vec<PlannedPosition>,
    pub keys: Vec<PlannedKey>,
    pub key_access: AccessTerm,
}

impl ImportPlan {
    /// Whether everything is here already.
    #[must_use]
    pub fn changes_nothing(&self) -> bool {
        let is_unchanged = |member: &Member| match &member.fate {
            MemberFate::New { .. } => false,
            MemberFate::Known { renewed, .. } => renewed.is_none() && member.discord.is_none(),
            MemberFate::Unknown | MemberFate::Refused => true,
        };
        self.members.iter().all(is_unchanged)
            && self.access.is_empty()
            && self.positions.is_empty()
            && self.keys.is_empty()
    }

    #[must_use]
    pub fn new_members(&self) -> usize {
        let is_new = |member: &&Member| matches!(member.fate, MemberFate::New { .. });
        self.members.iter().filter(is_new).count()
    }

    /// The counts in a line, for the audit trail.
    #[must_use]
    pub fn summary(&self) -> String {
        format!(
            "{} new members, {} accesses, {} positions, {} keys; {} lines refused",
            self.new_members(),
            self.access.len(),
            self.positions.len(),
            self.keys.len(),
            self.refused.len()
        )
    }
}
