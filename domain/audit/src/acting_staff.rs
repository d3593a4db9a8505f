//! Who of staff acts, from where, and why.

use crate::{Act, Action, Actor, ActorName, Reason};

/// Who of staff acts and why. Each use case of staff takes it and appends its acts by it, so that a command and a page of staff leave the
/// same rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActingStaff {
    actor: Actor,
    name: Option<ActorName>,
    reason: Option<Reason>,
}

impl ActingStaff {
    /// The operator of a command; the name is `None` if the system names none.
    #[must_use]
    pub fn at_command(name: Option<ActorName>, reason: Option<Reason>) -> Self {
        Self {
            actor: Actor::Command,
            name,
            reason,
        }
    }

    /// A name of staff, signed in to their pages.
    #[must_use]
    pub fn in_browser(name: &str, reason: Option<Reason>) -> Self {
        Self {
            actor: Actor::Staff,
            name: ActorName::of(name),
            reason,
        }
    }

    /// An act of theirs.
    #[must_use]
    pub fn act(&self, action: Action) -> Act {
        Act {
            name: self.name.clone(),
            reason: self.reason.clone(),
            ..Act::by(self.actor, action)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_act_names_who_acted_from_where_and_why() {
        let reason = Reason::parse("lost phone").ok();
        let act = ActingStaff::in_browser("Eva", reason.clone()).act(Action::UsersGrant);
        assert_eq!((act.actor, act.reason), (Actor::Staff, reason));
        assert_eq!(act.name, ActorName::of("Eva"));
        let act = ActingStaff::at_command(ActorName::of(" \n"), None).act(Action::UsersGrant);
        assert_eq!((act.actor, act.name, act.reason), (Actor::Command, None, None));
    }
}
