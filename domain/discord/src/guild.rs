//! The guild: one member's roles are read, compared, and changed where they differ.

use std::time::Duration;

use accounts::DiscordUserId;

use crate::{Assignment, RoleChange, RoleId, Roles, role_change};

/// Why a request to Discord failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GuildError {
    /// Discord asks to wait; nothing was changed.
    #[error("Discord asks to wait {} s", .0.as_secs())]
    Wait(Duration),
    /// Discord refuses the bot's token; no request is made for a while.
    #[error("Discord refuses the bot's token; see PORTAL_DISCORD_BOT_TOKEN")]
    TokenRefused,
    /// The bot lacks the permission; only the owner can grant it.
    #[error("{0}")]
    Forbidden(String),
    #[error("{0}")]
    NoSuchRole(String),
    /// The account is not in the guild.
    #[error("the member left the server")]
    NotAMember,
    /// Discord failed, or its answer cannot be used. `late`: the request may still take effect.
    #[error("{problem}")]
    Unavailable { problem: String, late: bool },
}

/// Members of the guild and their roles. Every method may return any [`GuildError`] except the errors that it excludes.
pub trait Guild {
    /// A member's roles, ours and others; `None` for an account outside the guild, so never [`GuildError::NotAMember`].
    fn roles_of(&self, member: &DiscordUserId) -> Result<Option<Roles>, GuildError>;
    fn give_role(&self, member: &DiscordUserId, role: &RoleId) -> Result<(), GuildError>;
    fn take_role(&self, member: &DiscordUserId, role: &RoleId) -> Result<(), GuildError>;
}

/// A member's state after the work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// In the guild, with these of our roles.
    In(Roles),
    Left,
    /// Discord could not be asked, or a request may still take effect.
    Unknown,
}

/// What was changed, and what stopped the rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    pub standing: Standing,
    pub done: RoleChange,
    pub trouble: Option<GuildError>,
}

impl Report {
    /// A report of work that failed before the member's roles were known.
    #[must_use]
    pub fn failed(trouble: GuildError) -> Self {
        Self {
            standing: Standing::Unknown,
            done: RoleChange::default(),
            trouble: Some(trouble),
        }
    }

    fn left(done: RoleChange) -> Self {
        Self {
            standing: Standing::Left,
            done,
            trouble: None,
        }
    }
}

/// The difference for a member; `None` for an account outside the guild. Changes nothing.
///
/// # Errors
/// [`GuildError`]
pub fn compare(guild: &dyn Guild, work: &Assignment) -> Result<Option<RoleChange>, GuildError> {
    let has = guild.roles_of(&work.member)?;
    Ok(has.map(|has| role_change(&has, &work.wanted, &work.ours)))
}

/// Reads a member's roles and changes the roles that differ. A role that only the owner can make assignable does not stop the others.
#[must_use]
pub fn update_roles(guild: &dyn Guild, work: &Assignment) -> Report {
    let has = match guild.roles_of(&work.member) {
        Ok(Some(has)) => has,
        Ok(None) => return Report::left(RoleChange::default()),
        Err(trouble) => return Report::failed(trouble),
    };
    let change = role_change(&has, &work.wanted, &work.ours);
    let mut of_ours: Roles = has.intersection(&work.ours).cloned().collect();
    let mut done = RoleChange::default();
    let mut trouble = None;
    let steps =
        (change.take.iter().map(|role| (role, false))).chain(change.give.iter().map(|role| (role, true)));
    for (role, give) in steps {
        let outcome = if give {
            guild.give_role(&work.member, role)
        } else {
            guild.take_role(&work.member, role)
        };
        match outcome {
            Ok(()) if give => {
                of_ours.insert(role.clone());
                done.give.insert(role.clone());
            }
            Ok(()) => {
                of_ours.remove(role);
                done.take.insert(role.clone());
            }
            // No member has a role that does not exist.
            Err(GuildError::NoSuchRole(_)) if !give => {
                of_ours.remove(role);
            }
            Err(GuildError::NotAMember) => return Report::left(done),
            Err(owner @ (GuildError::Forbidden(_) | GuildError::NoSuchRole(_))) => trouble = Some(owner),
            Err(stop) => {
                let late = matches!(stop, GuildError::Unavailable { .. });
                return Report {
                    standing: if late {
                        Standing::Unknown
                    } else {
                        Standing::In(of_ours)
                    },
                    done,
                    trouble: Some(stop),
                };
            }
        }
    }
    Report {
        standing: Standing::In(of_ours),
        done,
        trouble,
    }
}
