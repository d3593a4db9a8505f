//! What names of staff looked at, from the trail's rows.

use std::collections::{BTreeMap, BTreeSet};

use ::audit::{Action, LookStore, Looks};
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use kernel::StoreError;

use crate::{
    Store,
    schema::audit_acts,
    store::on,
    times::{loaded, stored},
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = audit_acts)]
struct LookRow {
    at: NaiveDateTime,
    action: String,
    actor_name: Option<String>,
    user_id: Option<i32>,
}

#[derive(Default)]
struct Counted {
    members: BTreeSet<i32>,
    /// Hours in which the name searched; a search that finds a key has a row each time.
    search_hours: BTreeSet<i64>,
}

impl LookStore for Store<'_> {
    fn looks_since(&mut self, since: DateTime<Utc>) -> Result<Vec<Looks>, StoreError> {
        let actions = [Action::UsersShow, Action::StaffSearch].map(Action::name);
        let rows: Vec<LookRow> = on!(self, c => audit_acts::table
            .filter(audit_acts::action.eq_any(actions))
            .filter(audit_acts::at.gt(stored(since)))
            .select(LookRow::as_select())
            .load(*c))?;
        let mut counted: BTreeMap<String, Counted> = BTreeMap::new();
        for row in rows {
            let Some(name) = row.actor_name else { continue };
            let counted = counted.entry(name).or_default();
            match row.user_id {
                Some(member) if row.action == Action::UsersShow.name() => {
                    counted.members.insert(member);
                }
                _ if row.action == Action::StaffSearch.name() => {
                    counted.search_hours.insert(loaded(row.at).timestamp() / 3_600);
                }
                _ => {}
            }
        }
        let looks = counted.into_iter().map(|(name, counted)| Looks {
            name,
            members: counted.members.len(),
            search_hours: counted.search_hours.len(),
        });
        Ok(looks.collect())
    }
}
