//! An act, before it has a place in the trail.

use std::net::IpAddr;

use kernel::{OneLine, UserId};

use crate::{Action, ActorName, Reason};

/// Who acted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// A name of staff, in their pages.
    Staff,
    /// A command of staff.
    Command,
    /// The user whom the act concerns. A refused sign-in counts as an act of the user under whose name it was tried.
    Member,
    /// A buyer without an account.
    Visitor,
    /// The payment provider, by an event.
    Provider,
    /// The program, without being asked.
    System,
}

impl Actor {
    /// As it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Staff => "staff",
            Self::Command => "command",
            Self::Member => "member",
            Self::Visitor => "visitor",
            Self::Provider => "provider",
            Self::System => "system",
        }
    }
}

/// Which key, course or order: one line of at most [`Subject::MAX_CHARS`] characters, without anything secret or personal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject(String);

impl Subject {
    pub const MAX_CHARS: usize = 200;

    /// Takes a text; control and invisible characters ([`OneLine`]) become spaces, and what is too long is cut.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let plain = OneLine::spaced(text);
        Self(plain.chars().take(Self::MAX_CHARS).collect())
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// One act, to be appended by [`crate::AuditStore::append_act`].
#[derive(Clone, PartialEq, Eq)]
pub struct Act {
    pub action: Action,
    pub actor: Actor,
    /// Who of staff acted, where that is known.
    pub name: Option<ActorName>,
    /// Why staff acted, where they gave a reason.
    pub reason: Option<Reason>,
    /// Whom it concerns.
    pub user: Option<UserId>,
    pub subject: Option<Subject>,
    /// The address of a member or visitor.
    pub from: Option<IpAddr>,
}

impl std::fmt::Debug for Act {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Act")
            .field("action", &self.action)
            .field("user", &self.user)
            .finish_non_exhaustive()
    }
}

impl Act {
    /// An act of a member on their own account.
    #[must_use]
    pub fn by_member(action: Action, user: UserId, from: IpAddr) -> Self {
        Self {
            user: Some(user),
            from: Some(from),
            ..Self::by(Actor::Member, action)
        }
    }

    #[must_use]
    pub fn by_visitor(action: Action, from: IpAddr) -> Self {
        Self {
            from: Some(from),
            ..Self::by(Actor::Visitor, action)
        }
    }

    #[must_use]
    pub fn by_provider(action: Action) -> Self {
        Self::by(Actor::Provider, action)
    }

    #[must_use]
    pub fn by_system(action: Action) -> Self {
        Self::by(Actor::System, action)
    }

    /// Whom it concerns.
    #[must_use]
    pub fn concerning(mut self, user: impl Into<Option<UserId>>) -> Self {
        self.user = user.into();
        self
    }

    /// Which key, course or order; see [`Subject::of`].
    #[must_use]
    pub fn about(mut self, subject: &str) -> Self {
        self.subject = Some(Subject::of(subject));
        self
    }

    pub(crate) fn by(actor: Actor, action: Action) -> Self {
        Self {
            action,
            actor,
            name: None,
            reason: None,
            user: None,
            subject: None,
            from: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_is_one_short_line() {
        let subject = Subject::of(&format!("a\nb\u{7}{}", "é".repeat(1_000)));
        assert_eq!(subject.as_str().chars().count(), Subject::MAX_CHARS);
        assert!(subject.as_str().starts_with("a b "));
    }
}
