//! Which roles a user should have, and what must change.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use courses::{HeldCourse, access_now};

/// A role of the guild by its id, as Discord writes it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoleId(pub String);

pub type Roles = BTreeSet<RoleId>;

/// The roles of the courses that a user may see now.
#[must_use]
pub fn wanted_roles(held: &[HeldCourse], now: DateTime<Utc>) -> Roles {
    held.iter()
        .filter(|held| access_now(Some(&held.grant), now).is_open())
        .filter_map(|held| held.course.discord_role.clone().map(RoleId))
        .collect()
}

/// Roles to give and roles to take.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoleChange {
    pub give: Roles,
    pub take: Roles,
}

impl RoleChange {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.give.is_empty() && self.take.is_empty()
    }
}

/// The change from a member's roles to the wanted ones; a role that is not among `ours` is never changed.
#[must_use]
pub fn role_change(has: &Roles, wanted: &Roles, ours: &Roles) -> RoleChange {
    RoleChange {
        give: wanted.difference(has).cloned().collect(),
        take: has
            .iter()
            .filter(|role| ours.contains(role) && !wanted.contains(role))
            .cloned()
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn some_roles() -> impl Strategy<Value = Roles> {
        prop::collection::btree_set((0..6_u8).prop_map(|n| RoleId(n.to_string())), 0..6)
    }

    proptest! {
        #[test]
        fn a_change_leads_to_what_is_wanted_and_touches_nothing_else(
            has in some_roles(), wanted in some_roles(), others in some_roles(),
        ) {
            let ours: Roles = wanted.union(&others).cloned().collect();
            let change = role_change(&has, &wanted, &ours);
            prop_assert!(change.take.is_subset(&has) && change.give.is_disjoint(&has));
            let after: Roles = has.union(&change.give).filter(|role| !change.take.contains(role)).cloned().collect();
            let of_ours: Roles = after.intersection(&ours).cloned().collect();
            prop_assert_eq!(&of_ours, &wanted);
            let foreign = |roles: &Roles| roles.difference(&ours).cloned().collect::<Roles>();
            prop_assert_eq!(foreign(&after), foreign(&has));
            prop_assert!(role_change(&after, &wanted, &ours).is_empty());
        }
    }
}
