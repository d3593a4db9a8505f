//! The trail as staff read it.

use chrono::{DateTime, Utc};
use kernel::UserId;

/// Which rows to list; all of them by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ActFilter {
    pub since: Option<DateTime<Utc>>,
    pub user: Option<UserId>,
}

/// A row of the trail. Texts are what the database holds.
#[derive(Clone, PartialEq, Eq)]
pub struct ActRecord {
    pub number: i64,
    pub at: DateTime<Utc>,
    /// [`crate::Actor::as_str`]
    pub actor: String,
    /// Who of staff acted, where that is known.
    pub actor_name: Option<String>,
    pub action: String,
    /// Why staff acted; `None` without a reason, and where it was erased.
    pub reason: Option<String>,
    pub user: Option<UserId>,
    /// The user's name at the time; `None` if it was erased.
    pub user_name: Option<String>,
    pub subject: Option<String>,
    pub from: Option<String>,
}

impl std::fmt::Debug for ActRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ActRecord")
            .field("number", &self.number)
            .field("action", &self.action)
            .finish_non_exhaustive()
    }
}

impl ActRecord {
    /// Whom it concerns: the name, or the number of an account whose name was erased.
    #[must_use]
    pub fn shown_user(&self) -> Option<String> {
        let number = || self.user.map(|user| format!("#{}", user.0));
        self.user_name.clone().or_else(number)
    }

    /// Who acted: the user's name for a member, the name of who of staff acted or `staff`, else the kind of the actor. A member whose name
    /// is such a word is marked as a member.
    #[must_use]
    pub fn shown_actor(&self) -> String {
        if ["staff", "command"].contains(&self.actor.as_str()) {
            return self.actor_name.clone().unwrap_or_else(|| String::from("staff"));
        }
        if self.actor != "member" {
            return self.actor.clone();
        }
        let name = self.shown_user().unwrap_or_else(|| self.actor.clone());
        if ["staff", "visitor", "provider", "system"].contains(&name.to_lowercase().as_str()) {
            return format!("{name} (member)");
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(actor: &str, name: Option<&str>) -> ActRecord {
        ActRecord {
            number: 1,
            at: DateTime::UNIX_EPOCH,
            actor: actor.to_owned(),
            actor_name: None,
            reason: None,
            action: String::from("key.redeemed"),
            user: Some(UserId(7)),
            user_name: name.map(str::to_owned),
            subject: None,
            from: None,
        }
    }

    #[test]
    fn a_member_is_shown_by_name_and_never_taken_for_staff() {
        assert_eq!(record("member", Some("anna")).shown_actor(), "anna");
        assert_eq!(record("member", Some("Staff")).shown_actor(), "Staff (member)");
        assert_eq!(record("member", None).shown_actor(), "#7");
        assert_eq!(record("staff", Some("anna")).shown_actor(), "staff");
        assert_eq!(record("command", Some("anna")).shown_actor(), "staff");
        let named = ActRecord {
            actor_name: Some(String::from("Eva")),
            ..record("command", Some("anna"))
        };
        assert_eq!(named.shown_actor(), "Eva");
        assert_eq!(
            record("staff", Some("anna")).shown_user().as_deref(),
            Some("anna")
        );
    }
}
