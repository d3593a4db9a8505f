//! What an import from another site reads of the rows of several features; the folder holds what it writes.

mod plan;

use std::collections::HashMap;

use ::moving_in::{
    ImportPlan, Invitee, KnownAccess, KnownKey, KnownMember, KnownPosition, MovingInStore, WriteError,
};
use accounts::{DiscordUserId, PasswordHash};
use chrono::{DateTime, NaiveDateTime, Utc};
use courses::{CourseId, Grant, access_now};
use diesel::{
    dsl::{exists, not},
    prelude::*,
};
use kernel::{StoreError, UserId, VideoId};
use progress::Position;
use purchase_keys::KeyHash;

use crate::{
    Store,
    courses::GrantRow,
    schema::{access_grants, known_browsers, purchase_codes, user_course_access, users, video_progress},
    store::on,
    times::{loaded, stored},
};

/// Values of one list in a statement. Lists of one length are one statement, which SQLite compiles once.
const LISTED: usize = 500;

#[derive(Queryable, Selectable)]
#[diesel(table_name = users)]
struct MemberRow {
    id: i32,
    email_key: String,
    verified_email_key: Option<String>,
    discord_user_id: Option<String>,
    password: String,
    imported_at: Option<NaiveDateTime>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = video_progress)]
struct PositionRow {
    user_id: i32,
    video_id: i32,
    watched_seconds: i32,
    completed: bool,
    last_watched: NaiveDateTime,
}

/// Whether the user has ever signed in: each kind of browser that did is kept.
macro_rules! has_signed_in {
    () => {
        exists(known_browsers::table.filter(known_browsers::user_id.eq(users::id)))
    };
}

impl MovingInStore for Store<'_> {
    fn known_members(&mut self, email_keys: &[String]) -> Result<Vec<KnownMember>, StoreError> {
        let mut found = Vec::new();
        for keys in email_keys.chunks(LISTED) {
            let rows: Vec<(MemberRow, bool)> = on!(self, c => users::table
                .filter(users::email_key.eq_any(keys))
                .select((MemberRow::as_select(), has_signed_in!()))
                .load(*c))?;
            found.extend(rows.into_iter().map(|(row, has_signed_in)| KnownMember {
                user: UserId(row.id),
                email_verified: row.verified_email_key.as_ref() == Some(&row.email_key),
                email_key: row.email_key,
                has_discord: row.discord_user_id.is_some(),
                password: PasswordHash::stored(row.password),
                is_imported: row.imported_at.is_some(),
                has_signed_in,
            }));
        }
        Ok(found)
    }

    fn username_keys(&mut self) -> Result<Vec<String>, StoreError> {
        on!(self, c => users::table.select(users::username_key).load(*c))
    }

    fn linked_discord_accounts(
        &mut self,
        accounts: &[DiscordUserId],
    ) -> Result<Vec<DiscordUserId>, StoreError> {
        let mut linked = Vec::new();
        for accounts in accounts.chunks(LISTED) {
            let ids = accounts.iter().map(|account| account.0.as_str());
            let found: Vec<Option<String>> = on!(self, c => users::table
                .filter(users::discord_user_id.eq_any(ids))
                .select(users::discord_user_id)
                .load(*c))?;
            linked.extend(found.into_iter().flatten().map(DiscordUserId));
        }
        Ok(linked)
    }

    fn known_access(&mut self, users: &[UserId]) -> Result<Vec<KnownAccess>, StoreError> {
        let mut known: HashMap<(i32, i32), KnownAccess> = HashMap::new();
        for users in users.chunks(LISTED) {
            let ids: Vec<i32> = users.iter().map(|user| user.0).collect();
            let grants: Vec<(i32, i32, GrantRow)> = on!(self, c => user_course_access::table
                .filter(user_course_access::user_id.eq_any(&ids))
                .select((user_course_access::user_id, user_course_access::course_id, GrantRow::as_select()))
                .load(*c))?;
            let grants = grants
                .into_iter()
                .map(|(user, course, row)| (user, course, Some(Grant::from(row))));
            let ledger: Vec<(i32, i32, Option<NaiveDateTime>)> = on!(self, c => access_grants::table
                .filter(access_grants::user_id.eq_any(&ids))
                .filter(access_grants::source.eq("import"))
                .select((access_grants::user_id, access_grants::course_id, access_grants::ended_at))
                .load(*c))?;
            let mut revoked: HashMap<(i32, i32), bool> = HashMap::new();
            for (user, course, ended_at) in ledger {
                *revoked.entry((user, course)).or_insert(true) &= ended_at.is_some();
            }
            let without_grant = revoked.keys().map(|(user, course)| (*user, *course, None));
            for (user, course, grant) in without_grant.chain(grants) {
                let is_revoked = revoked.get(&(user, course)).copied().unwrap_or(false);
                let access = KnownAccess {
                    user: UserId(user),
                    course: CourseId(course),
                    grant,
                    is_revoked,
                };
                known.insert((user, course), access);
            }
        }
        Ok(known.into_values().collect())
    }

    fn known_positions(&mut self, users: &[UserId]) -> Result<Vec<KnownPosition>, StoreError> {
        let mut known = Vec::new();
        for users in users.chunks(LISTED) {
            let ids = users.iter().map(|user| user.0);
            let rows: Vec<PositionRow> = on!(self, c => video_progress::table
                .filter(video_progress::user_id.eq_any(ids))
                .select(PositionRow::as_select())
                .load(*c))?;
            known.extend(rows.into_iter().map(|row| KnownPosition {
                user: UserId(row.user_id),
                video: VideoId(row.video_id),
                position: Position {
                    watched_seconds: row.watched_seconds,
                    completed: row.completed,
                },
                last_watched: loaded(row.last_watched),
            }));
        }
        Ok(known)
    }

    fn known_keys(&mut self, keys: &[KeyHash]) -> Result<Vec<KnownKey>, StoreError> {
        let mut known = Vec::new();
        for keys in keys.chunks(LISTED) {
            let hashes = keys.iter().map(|key| &key.0[..]);
            let rows: Vec<(Vec<u8>, Option<NaiveDateTime>)> = on!(self, c => purchase_codes::table
                .filter(purchase_codes::code.eq_any(hashes))
                .select((purchase_codes::code, purchase_codes::imported_at))
                .load(*c))?;
            for (hash, imported_at) in rows {
                let found = keys.iter().find(|key| key.0[..] == hash[..]);
                known.extend(found.map(|hash| KnownKey {
                    hash: *hash,
                    is_imported: imported_at.is_some(),
                }));
            }
        }
        Ok(known)
    }

    fn write_plan(&mut self, plan: &ImportPlan, now: DateTime<Utc>) -> Result<(), WriteError> {
        plan::write(self, plan, now)
    }

    fn set_invited(&mut self, user: UserId, at: DateTime<Utc>) -> Result<(), StoreError> {
        on!(self, c => diesel::update(users::table.find(user.0))
            .set(users::invited_at.eq(stored(at)))
            .execute(*c))
        .map(|_| ())
    }
}

impl Store<'_> {
    /// Imported members who have never signed in and were not invited after `invited_since`, oldest first; with a course those who have
    /// access to it at `now`.
    pub fn invitees(
        &mut self,
        course: Option<CourseId>,
        invited_since: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<Vec<Invitee>, StoreError> {
        let rows: Vec<(i32, String)> = on!(self, c => users::table
            .filter(users::imported_at.is_not_null())
            .filter(users::invited_at.is_null().or(users::invited_at.le(stored(invited_since))))
            .filter(not(has_signed_in!()))
            .order(users::id)
            .select((users::id, users::email))
            .load(*c))?;
        let invitees = rows.into_iter().map(|(user, email)| Invitee {
            user: UserId(user),
            email,
        });
        let Some(course) = course else {
            return Ok(invitees.collect());
        };
        let grants: Vec<(i32, GrantRow)> = on!(self, c => user_course_access::table
            .filter(user_course_access::course_id.eq(course.0))
            .select((user_course_access::user_id, GrantRow::as_select()))
            .load(*c))?;
        let grants: HashMap<i32, Grant> = grants.into_iter().map(|(user, row)| (user, row.into())).collect();
        Ok(invitees
            .filter(|invitee| access_now(grants.get(&invitee.user.0), now).is_open())
            .collect())
    }
}
