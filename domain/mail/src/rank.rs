//! Which mails leave first while many wait.

use kernel::JobRank;

use crate::MailKind;

impl MailKind {
    #[must_use]
    pub fn rank(self) -> JobRank {
        match self {
            Self::PasswordReset
            | Self::VerifyAddress
            | Self::SecondFactorChanged
            | Self::PasskeyChanged
            | Self::PasswordChanged
            | Self::AddressChanged
            | Self::WithdrawalLink => JobRank::Urgent,
            Self::PurchaseKey | Self::Receipt | Self::Withdrawal | Self::CreditNote | Self::EInvoice => {
                JobRank::Paid
            }
            // A sign-in of many members at once causes as many notices of a device.
            Self::NewDevice
            | Self::AccessEnding
            | Self::AccessEnded
            | Self::ContactMessage
            | Self::QuestionAnswered
            | Self::Reminder
            | Self::LiveSoon
            | Self::LiveMoved
            | Self::LiveCancelled
            | Self::QuestionReported
            | Self::QuestionHidden
            | Self::Invitation => JobRank::Other,
        }
    }
}
