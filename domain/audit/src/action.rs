//! What can be done: the closed list of actions and their names (contract, `portal audit list`).

/// Declares the actions once: the variant and its name.
macro_rules! actions {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)+) => {
        /// What was done, named `noun.verb`: of staff's command, or of what a member, the payment provider or the program did.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Action {
            $($(#[$doc])* $variant,)+
        }

        impl Action {
            /// Every action.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// As it is stored and shown.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }
    };
}

actions! {
    // Staff's commands.
    BackupCreate = "backup.create",
    BackupRestore = "backup.restore",
    /// It shows keys in clear.
    CodesList = "codes.list",
    CodesIssue = "codes.issue",
    CodesMail = "codes.mail",
    CodesRevoke = "codes.revoke",
    CodesShow = "codes.show",
    CouponsCreate = "coupons.create",
    CouponsDisable = "coupons.disable",
    CoursesExport = "courses.export",
    CoursesHide = "courses.hide",
    CoursesImport = "courses.import",
    CoursesPackage = "courses.package",
    CoursesRemove = "courses.remove",
    CoursesRenameSlug = "courses.rename-slug",
    CoursesShow = "courses.show",
    DemoLoad = "demo.load",
    DiscordSync = "discord.sync",
    LiveAdd = "live.add",
    LiveCancel = "live.cancel",
    LiveEdit = "live.edit",
    MailRetry = "mail.retry",
    OrdersRefund = "orders.refund",
    QuestionsAnswer = "questions.answer",
    QuestionsHide = "questions.hide",
    QuestionsKeep = "questions.keep",
    SessionKeyReplace = "session-key.replace",
    StaffAdd = "staff.add",
    StaffRemove = "staff.remove",
    UsersDelete = "users.delete",
    UsersEmail = "users.email",
    UsersExport = "users.export",
    UsersGrant = "users.grant",
    UsersImport = "users.import",
    UsersInvite = "users.invite",
    UsersNote = "users.note",
    UsersResetLink = "users.reset-link",
    UsersResetMail = "users.reset-mail",
    UsersVerifyMail = "users.verify-mail",
    UsersResetSecondFactor = "users.reset-second-factor",
    UsersRevoke = "users.revoke",
    /// At most once an hour for each name of staff and member.
    UsersShow = "users.show",
    UsersSignOut = "users.sign-out",
    // What staff do in their pages alone.
    StaffJoin = "staff.join",
    /// Without the words; at most once an hour for each name.
    StaffSearch = "staff.search",
    StaffSessionOpened = "staff.session-opened",
    // What members do to their own account.
    AccountDeleted = "account.deleted",
    AccountDiscordLinked = "account.discord-linked",
    AccountDiscordUnlinked = "account.discord-unlinked",
    AccountEmailChanged = "account.email-changed",
    AccountEmailVerified = "account.email-verified",
    AccountExported = "account.exported",
    AccountPasskeyAdded = "account.passkey-added",
    AccountPasskeyRemoved = "account.passkey-removed",
    AccountPasswordChanged = "account.password-changed",
    /// By a mailed link.
    AccountPasswordReset = "account.password-reset",
    AccountRegistered = "account.registered",
    AccountSecondFactorOff = "account.second-factor-off",
    AccountSecondFactorOn = "account.second-factor-on",
    AccountUsernameChanged = "account.username-changed",
    KeyRedeemed = "key.redeemed",
    QuestionsReport = "questions.report",
    SessionEnded = "session.ended",
    SessionOpened = "session.opened",
    SessionRefused = "session.refused",
    OrderWithdrawn = "order.withdrawn",
    // What the payment provider reports.
    OrderDisputed = "order.disputed",
    OrderFailed = "order.failed",
    /// Another amount was paid than was asked.
    OrderFlagged = "order.flagged",
    OrderPaid = "order.paid",
    OrderRefunded = "order.refunded",
    /// The provider took a refund, and the money did not arrive.
    OrderRefundFailed = "order.refund-failed",
    // What the program itself does to the trail.
    AuditNamesErased = "audit.names-erased",
    AuditTrimmed = "audit.trimmed",
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_name_is_a_noun_and_a_verb_and_stands_for_one_action() {
        let mut names = HashSet::new();
        for action in Action::ALL {
            let (noun, verb) = action.name().split_once('.').unwrap();
            for word in [noun, verb] {
                assert!(!word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
            }
            assert!(names.insert(action.name()), "{} stands twice", action.name());
        }
    }
}
