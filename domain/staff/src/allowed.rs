//! Who of staff may do what: the one table, which the routes name and a test walks.

/// What a name of staff may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Owner,
    Support,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a role is owner or support")]
pub struct RoleError;

impl Role {
    pub const ALL: [Self; 2] = [Self::Owner, Self::Support];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Support => "support",
        }
    }
}

impl std::fmt::Display for Role {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl std::str::FromStr for Role {
    type Err = RoleError;

    fn from_str(text: &str) -> Result<Self, RoleError> {
        Self::ALL
            .into_iter()
            .find(|role| role.as_str() == text)
            .ok_or(RoleError)
    }
}

/// Why a signed-in name of staff may not act. A refusal comes before a fresh passkey is asked for (contract, "Staff and questions,
/// settled").
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotAllowed {
    #[error("only an owner may do this")]
    OwnerOnly,
    #[error("this wants a passkey that was shown within the last ten minutes")]
    PasskeyRequired,
}

/// Declares the table once: each action, whether support may do it, and whether it wants a fresh passkey.
macro_rules! actions {
    ($($(#[$doc:meta])* $action:ident $support:literal $fresh:literal;)+) => {
        /// What staff do in their pages. Export and removal of accounts and of staff are commands only.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum StaffAction {
            $($(#[$doc])* $action,)+
        }

        impl StaffAction {
            /// Every action.
            pub const ALL: &'static [Self] = &[$(Self::$action,)+];

            /// Whether a role may do it. An owner may do everything.
            #[must_use]
            pub fn is_for(self, role: Role) -> bool {
                match self {
                    $(Self::$action => role == Role::Owner || $support,)+
                }
            }

            /// Whether it wants a passkey that was shown within [`crate::FRESH_PASSKEY`].
            #[must_use]
            pub fn wants_fresh_passkey(self) -> bool {
                match self {
                    $(Self::$action => $fresh,)+
                }
            }
        }
    };
}

actions! {
    // action              support  fresh passkey
    /// Their own session.
    Session                true     false;
    Today                  true     false;
    Search                 true     false;
    ReadMember             true     false;
    Grant                  true     false;
    Revoke                 true     false;
    SignOut                true     false;
    ResetMail              true     false;
    VerifyMail             true     false;
    SyncDiscord            true     false;
    AddNote                true     false;
    IssueKeys              true     false;
    RetryMail              true     false;
    ReadLive               true     false;
    PlanLive               true     false;
    ReadQuestions          true     false;
    AnswerQuestion         true     false;
    HideQuestion           true     false;
    ChangeEmail            true     true;
    Refund                 false    true;
}

impl StaffAction {
    /// Whether a role may do this now.
    ///
    /// # Errors
    /// See [`NotAllowed`].
    pub fn check(self, role: Role, is_fresh: impl FnOnce() -> bool) -> Result<(), NotAllowed> {
        if !self.is_for(role) {
            return Err(NotAllowed::OwnerOnly);
        }
        if self.wants_fresh_passkey() && !is_fresh() {
            return Err(NotAllowed::PasskeyRequired);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_owner_may_do_everything_and_support_everything_but_a_refund() {
        for action in StaffAction::ALL {
            assert!(action.is_for(Role::Owner), "{action:?}");
            assert_eq!(
                action.is_for(Role::Support),
                *action != StaffAction::Refund,
                "{action:?}"
            );
        }
    }

    #[test]
    fn a_refund_and_a_new_address_want_a_fresh_passkey_and_nothing_else_does() {
        for action in StaffAction::ALL {
            let wants = matches!(action, StaffAction::Refund | StaffAction::ChangeEmail);
            assert_eq!(action.wants_fresh_passkey(), wants, "{action:?}");
        }
    }

    #[test]
    fn a_refusal_comes_before_a_passkey_is_asked_for() {
        let check = |role, fresh| StaffAction::Refund.check(role, || fresh);
        assert_eq!(check(Role::Support, false), Err(NotAllowed::OwnerOnly));
        assert_eq!(check(Role::Support, true), Err(NotAllowed::OwnerOnly));
        assert_eq!(check(Role::Owner, false), Err(NotAllowed::PasskeyRequired));
        assert_eq!(check(Role::Owner, true), Ok(()));
    }
}
