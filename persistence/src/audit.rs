//! The audit trail as rows: appending to it. The docs of `audit` say how an act is recorded.

mod guards;
mod looks;
mod records;

use ::audit::{Act, AuditStore};
use chrono::{DateTime, NaiveDateTime, SubsecRound, Utc};
use diesel::prelude::*;
use kernel::StoreError;

use crate::{
    Store,
    schema::{audit_acts, users},
    store::on,
    times::stored,
};

#[derive(Insertable)]
#[diesel(table_name = audit_acts)]
struct NewActRow {
    at: NaiveDateTime,
    actor: &'static str,
    action: &'static str,
    user_id: Option<i32>,
    subject: Option<String>,
    user_name: Option<String>,
    from_address: Option<String>,
    actor_name: Option<String>,
    reason: Option<String>,
}

impl AuditStore for Store<'_> {
    fn append_act(&mut self, act: &Act, now: DateTime<Utc>) -> Result<(), StoreError> {
        let user_name = match act.user {
            Some(id) => {
                on!(self, c => users::table.find(id.0).select(users::username).first::<String>(*c).optional())?
            }
            None => None,
        };
        let row = NewActRow {
            at: stored(now.trunc_subsecs(6)),
            actor: act.actor.as_str(),
            action: act.action.name(),
            user_id: act.user.map(|user| user.0),
            subject: act.subject.as_ref().map(|subject| subject.as_str().to_owned()),
            user_name,
            from_address: act.from.map(|address| address.to_canonical().to_string()),
            actor_name: act.name.as_ref().map(|name| name.as_str().to_owned()),
            reason: act.reason.as_ref().map(|reason| reason.as_str().to_owned()),
        };
        on!(self, c => diesel::insert_into(audit_acts::table).values(&row).execute(*c)).map(|_| ())
    }
}
