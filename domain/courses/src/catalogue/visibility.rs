//! To whom a course is shown.
//!
//! Decision: hiding is staff's and survives imports; a draft is the folder's own word. Cost: a course can be both, and is a draft then.

use crate::Access;

/// To whom a course is shown (contract, "The third part, settled").
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Visibility {
    /// Every caller.
    #[default]
    Shown,
    /// Members with access alone. It is not sold; keys that were issued still open it.
    Hidden,
    /// No caller: staff's commands alone. It has no members.
    Draft,
}

impl Visibility {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Shown => "shown",
            Self::Hidden => "hidden",
            Self::Draft => "draft",
        }
    }

    /// Whether a caller with this access sees the course; for every other caller it does not exist.
    #[must_use]
    pub fn is_seen_with(self, access: Access) -> bool {
        match self {
            Self::Shown => true,
            Self::Hidden => access.is_open(),
            Self::Draft => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hidden_course_is_there_for_its_members_and_a_draft_for_no_caller() {
        let (open, closed) = (Access::Open { until: None }, Access::Closed { since: None });
        let seen = |visibility: Visibility| [open, closed].map(|access| visibility.is_seen_with(access));
        assert_eq!(seen(Visibility::Shown), [true, true]);
        assert_eq!(seen(Visibility::Hidden), [true, false]);
        assert_eq!(seen(Visibility::Draft), [false, false]);
    }
}
