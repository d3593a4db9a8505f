//! Which mails leave first while many wait.

use crate::MailKind;

/// The order in which waiting mails leave; within a rank the mail that waits longest is first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MailRank {
    /// Its reader waits for it, its link expires, or it tells that someone may have taken over the account.
    Urgent,
    /// It brings or documents what was paid for.
    Paid,
    Other,
}

impl MailRank {
    /// Every rank, the first to leave first.
    pub const ALL: [Self; 3] = [Self::Urgent, Self::Paid, Self::Other];

    /// As it is stored: the smallest leaves first.
    #[must_use]
    pub fn number(self) -> i32 {
        self as i32
    }

    /// The rank of a kind by its stored name. A kind that this version does not know is the last to leave.
    #[must_use]
    pub fn of_stored(kind: &str) -> Self {
        let known = MailKind::ALL.into_iter().find(|known| known.as_str() == kind);
        known.map_or(Self::Other, MailKind::rank)
    }
}

impl MailKind {
    #[must_use]
    pub fn rank(self) -> MailRank {
        match self {
            Self::PasswordReset
            | Self::VerifyAddress
            | Self::SecondFactorChanged
            | Self::PasskeyChanged
            | Self::PasswordChanged
            | Self::AddressChanged
            | Self::WithdrawalLink => MailRank::Urgent,
            Self::PurchaseKey | Self::Receipt | Self::Withdrawal | Self::CreditNote => MailRank::Paid,
            // A sign-in of many members at once causes as many notices of a device.
            Self::NewDevice
            | Self::AccessEnding
            | Self::AccessEnded
            | Self::ContactMessage
            | Self::QuestionAnswered
            | Self::Reminder => MailRank::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_the_rank_of_its_stored_name_and_an_unknown_kind_the_last() {
        for kind in MailKind::ALL {
            assert_eq!(MailRank::of_stored(kind.as_str()), kind.rank());
        }
        for unknown in ["", "decoy", "of_a_later_version"] {
            assert_eq!(MailRank::of_stored(unknown), MailRank::Other);
        }
    }

    #[test]
    fn ranks_are_stored_in_the_order_in_which_they_leave() {
        assert!(MailRank::ALL.is_sorted_by(|one, next| one.number() < next.number()));
    }
}
