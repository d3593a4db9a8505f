//! Invites to courses' channels as rows.

use chrono::{DateTime, NaiveDateTime, Utc};
use courses::CourseId;
use diesel::prelude::*;
use discord::{Invite, InviteStore};
use kernel::{StoreError, UserId};

use crate::{
    Store,
    schema::{discord_invite_claims, discord_invites},
    store::on,
    times::{loaded, stored},
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = discord_invites)]
struct InviteRow {
    invite_code: String,
    created_at: NaiveDateTime,
    expires_at: NaiveDateTime,
}

impl From<InviteRow> for Invite {
    fn from(row: InviteRow) -> Self {
        Self {
            code: row.invite_code,
            created_at: loaded(row.created_at),
            expires_at: loaded(row.expires_at),
        }
    }
}

#[derive(Insertable)]
#[diesel(table_name = discord_invites)]
struct NewInviteRow<'a> {
    invite_code: &'a str,
    user_id: i32,
    course_id: i32,
    created_at: NaiveDateTime,
    expires_at: NaiveDateTime,
}

#[derive(Insertable)]
#[diesel(table_name = discord_invite_claims)]
struct ClaimRow {
    user_id: i32,
    course_id: i32,
    claimed_until: NaiveDateTime,
}

impl InviteStore for Store<'_> {
    fn live_invite(
        &mut self,
        user: UserId,
        course: CourseId,
        now: DateTime<Utc>,
    ) -> Result<Option<Invite>, StoreError> {
        on!(self, c => discord_invites::table
            .filter(discord_invites::user_id.eq(user.0))
            .filter(discord_invites::course_id.eq(course.0))
            .filter(discord_invites::used.eq(false))
            .filter(discord_invites::expires_at.gt(stored(now)))
            .order(discord_invites::id.desc())
            .select(InviteRow::as_select())
            .first(*c)
            .optional())
        .map(|row| row.map(Invite::from))
    }

    fn claim_invite(
        &mut self,
        user: UserId,
        course: CourseId,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        on!(self, c => diesel::delete(
            discord_invite_claims::table
                .find((user.0, course.0))
                .filter(discord_invite_claims::claimed_until.le(stored(now)))
        )
        .execute(*c))?;
        let row = ClaimRow {
            user_id: user.0,
            course_id: course.0,
            claimed_until: stored(until),
        };
        on!(self, c => diesel::insert_into(discord_invite_claims::table)
            .values(row)
            .on_conflict_do_nothing()
            .execute(*c))
        .map(|rows| rows == 1)
    }

    fn release_invite(&mut self, user: UserId, course: CourseId) -> Result<(), StoreError> {
        on!(self, c => diesel::delete(discord_invite_claims::table.find((user.0, course.0))).execute(*c))
            .map(|_| ())
    }

    fn insert_invite(&mut self, user: UserId, course: CourseId, invite: &Invite) -> Result<(), StoreError> {
        let row = NewInviteRow {
            invite_code: &invite.code,
            user_id: user.0,
            course_id: course.0,
            created_at: stored(invite.created_at),
            expires_at: stored(invite.expires_at),
        };
        on!(self, c => diesel::insert_into(discord_invites::table)
            .values(row)
            .on_conflict_do_nothing()
            .execute(*c))
        .map(|_| ())
    }

    fn mark_invite_used(&mut self, code: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
        on!(self, c => diesel::update(discord_invites::table.filter(discord_invites::invite_code.eq(code)))
            .set((discord_invites::used.eq(true), discord_invites::used_at.eq(stored(now))))
            .execute(*c))
        .map(|_| ())
    }
}
