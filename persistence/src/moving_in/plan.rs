//! Writing what an import decided, in one transaction.

use ::moving_in::{ImportPlan, Member, MemberFate, PlannedAccess, PlannedPosition, WriteError};
use accounts::{AccountStore as _, PasswordHash, Username};
use chrono::{DateTime, NaiveDateTime, Utc};
use courses::{AccessNotice, AccessStore as _, GrantLedger as _, GrantSource, later_end, subscription};
use diesel::{dsl::case_when, prelude::*, upsert::excluded};
use kernel::{AccessTerm, StoreError, UserId};

use crate::{
    Store,
    accounts::{EmailColumns, NameColumns, PasswordColumns},
    discord,
    errors::{broken_unique, unexpected},
    purchase_keys::insert_imported_key,
    schema::{access_grants, user_course_access, users, video_progress},
    store::{Link, on, try_on},
    times::stored,
};

/// Rows of one statement on PostgreSQL, where each statement is a journey. A statement has at most 65,535 values.
const BATCH: usize = 2_000;

#[derive(Insertable)]
#[diesel(table_name = users)]
struct NewMemberRow<'a> {
    #[diesel(embed)]
    name: NameColumns<'a>,
    #[diesel(embed)]
    email: EmailColumns<'a>,
    #[diesel(embed)]
    password: PasswordColumns<'a>,
    verified_email_key: String,
    discord_user_id: Option<&'a str>,
    is_subscribed: bool,
    subscription_ends: Option<NaiveDateTime>,
    created_at: NaiveDateTime,
    imported_at: NaiveDateTime,
}

#[derive(Insertable)]
#[diesel(table_name = user_course_access)]
struct NewAccessRow {
    user_id: i32,
    course_id: i32,
    purchased_at: NaiveDateTime,
    expires_at: Option<NaiveDateTime>,
}

#[derive(Insertable)]
#[diesel(table_name = access_grants)]
struct NewLedgerRow {
    user_id: i32,
    course_id: i32,
    term: String,
    granted_at: NaiveDateTime,
    source: &'static str,
    ends_at: Option<NaiveDateTime>,
}

#[derive(Insertable)]
#[diesel(table_name = video_progress)]
struct NewPositionRow {
    user_id: i32,
    video_id: i32,
    watched_seconds: i32,
    completed: bool,
    last_watched: NaiveDateTime,
    played: &'static [u8],
}

pub(super) fn write(store: &mut Store<'_>, plan: &ImportPlan, now: DateTime<Utc>) -> Result<(), WriteError> {
    let users = write_members(store, plan, now)?;
    let user_of = |member: usize| users.get(member).copied().flatten();
    for access in &plan.access {
        if let Some(user) = user_of(access.member) {
            write_access(store, plan, user, access, now)?;
        }
    }
    let positions: Vec<NewPositionRow> = plan
        .positions
        .iter()
        .filter_map(|planned| Some(position_row(user_of(planned.member)?, planned)))
        .collect();
    write_positions(store, &positions)?;
    for planned in &plan.keys {
        if !insert_imported_key(store, &planned.key, planned.course, plan.key_access, now)? {
            return Err(WriteError::Changed);
        }
    }
    // After the access that their roles follow from.
    for (member, user) in plan.members.iter().zip(&users) {
        if let (Some(_), Some(user)) = (&member.discord, user) {
            discord::enqueue_user(store, *user)?;
        }
    }
    Ok(())
}

/// The users of the plan's members, by their places in the plan.
fn write_members(
    store: &mut Store<'_>,
    plan: &ImportPlan,
    now: DateTime<Utc>,
) -> Result<Vec<Option<UserId>>, WriteError> {
    let mut ends: Vec<Vec<Option<DateTime<Utc>>>> = vec![Vec::new(); plan.members.len()];
    for access in &plan.access {
        if let Some(ends) = ends.get_mut(access.member) {
            ends.push(access.grant.expires_at);
        }
    }
    let mut known: Vec<UserId> = plan.members.iter().filter_map(known_user).collect();
    known.sort();
    for user in known {
        if !store.lock_user(user)? {
            return Err(WriteError::Changed);
        }
    }
    let mut users = Vec::with_capacity(plan.members.len());
    for (member, ends) in plan.members.iter().zip(ends) {
        users.push(match &member.fate {
            MemberFate::New { username, password } => {
                Some(insert_member(store, member, username, password, ends, now)?)
            }
            MemberFate::Known { user, renewed, .. } => {
                update_member(store, member, *user, renewed.as_ref())?;
                Some(*user)
            }
            MemberFate::Unknown | MemberFate::Refused => None,
        });
    }
    Ok(users)
}

fn known_user(member: &Member) -> Option<UserId> {
    match member.fate {
        MemberFate::Known { user, .. } => Some(user),
        _ => None,
    }
}

fn insert_member(
    store: &mut Store<'_>,
    member: &Member,
    username: &Username,
    password: &PasswordHash,
    ends: Vec<Option<DateTime<Utc>>>,
    now: DateTime<Utc>,
) -> Result<UserId, WriteError> {
    let subscription = subscription(ends);
    let row = NewMemberRow {
        name: NameColumns::of(username),
        email: EmailColumns::of(&member.email),
        password: PasswordColumns::of(password),
        verified_email_key: member.email.key(),
        discord_user_id: member.discord.as_ref().map(|account| account.0.as_str()),
        is_subscribed: subscription.is_subscribed,
        subscription_ends: subscription.ends.map(stored),
        created_at: stored(now),
        imported_at: stored(now),
    };
    let id = try_on!(store, c => diesel::insert_into(users::table)
        .values(row)
        .returning(users::id)
        .get_result(*c))
    .map_err(changed)?;
    let user = UserId(id);
    store.adopt_orders(user, &member.email)?;
    Ok(user)
}

fn update_member(
    store: &mut Store<'_>,
    member: &Member,
    user: UserId,
    renewed: Option<&PasswordHash>,
) -> Result<(), WriteError> {
    if let MemberFate::Known {
        replaceable: Some(seen),
        ..
    } = &member.fate
        && let Some(renewed) = renewed
    {
        // The member may have set a password meanwhile.
        on!(store, c => diesel::update(users::table.find(user.0).filter(users::password.eq(seen.as_str())))
            .set(PasswordColumns::of(renewed))
            .execute(*c))?;
    }
    if let Some(account) = &member.discord {
        try_on!(store, c => diesel::update(users::table.find(user.0).filter(users::discord_user_id.is_null()))
            .set(users::discord_user_id.eq(&account.0))
            .execute(*c))
        .map_err(changed)?;
    }
    Ok(())
}

fn write_access(
    store: &mut Store<'_>,
    plan: &ImportPlan,
    user: UserId,
    access: &PlannedAccess,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let is_new = matches!(
        plan.members.get(access.member).map(|member| &member.fate),
        Some(MemberFate::New { .. })
    );
    let (course, grant) = (access.course, access.grant);
    if is_new {
        let row = NewAccessRow {
            user_id: user.0,
            course_id: course.0,
            purchased_at: stored(grant.purchased_at),
            expires_at: grant.expires_at.map(stored),
        };
        on!(store, c => diesel::insert_into(user_course_access::table).values(row).execute(*c))?;
    } else {
        let running = store.grant_of(user, course)?;
        store.put_grant(user, course, &later_end(running.as_ref(), &grant))?;
    }
    match grant.expires_at {
        None => store.record_grant(
            user,
            course,
            AccessTerm::Lifetime,
            GrantSource::Import,
            grant.purchased_at,
        )?,
        Some(end) => {
            let row = NewLedgerRow {
                user_id: user.0,
                course_id: course.0,
                term: days_until(grant.purchased_at, end).to_string(),
                granted_at: stored(grant.purchased_at),
                source: "import",
                ends_at: Some(stored(end)),
            };
            on!(store, c => diesel::insert_into(access_grants::table).values(row).execute(*c))?;
            // An end before the import is no news.
            if end <= now {
                store.record_notified(user, course, end, AccessNotice::Ended, now)?;
            }
        }
    }
    Ok(())
}

/// The term, rounded up to whole days, for a program that does not know exact ends.
fn days_until(start: DateTime<Utc>, end: DateTime<Utc>) -> AccessTerm {
    let days = (end - start).num_seconds().div_euclid(86_400) + 1;
    let days = u32::try_from(days).unwrap_or(1);
    AccessTerm::Days(days.clamp(1, AccessTerm::MAX_DAYS))
}

fn position_row(user: UserId, planned: &PlannedPosition) -> NewPositionRow {
    NewPositionRow {
        user_id: user.0,
        video_id: planned.video.0,
        watched_seconds: planned.position.watched_seconds,
        completed: planned.position.completed,
        last_watched: stored(planned.last_watched),
        played: &[],
    }
}

fn write_positions(store: &mut Store<'_>, rows: &[NewPositionRow]) -> Result<(), StoreError> {
    /// What the member watched since the plan was made stays.
    macro_rules! put {
        ($rows:expr, $c:expr) => {{
            let is_newer = || excluded(video_progress::last_watched).gt(video_progress::last_watched);
            diesel::insert_into(video_progress::table)
                .values($rows)
                .on_conflict((video_progress::user_id, video_progress::video_id))
                .do_update()
                .set((
                    video_progress::watched_seconds.eq(case_when(
                        is_newer(),
                        excluded(video_progress::watched_seconds),
                    )
                    .otherwise(video_progress::watched_seconds)),
                    video_progress::completed
                        .eq(excluded(video_progress::completed).or(video_progress::completed)),
                    video_progress::last_watched.eq(case_when(
                        is_newer(),
                        excluded(video_progress::last_watched),
                    )
                    .otherwise(video_progress::last_watched)),
                ))
                .execute($c)
                .map_err(unexpected)
        }};
    }
    match &mut store.link {
        // SQLite takes no list of rows with a conflict, and each statement is a call.
        Link::Sqlite(c) => {
            for row in rows {
                put!(row, *c)?;
            }
        }
        Link::Postgres(c) => {
            for rows in rows.chunks(BATCH) {
                put!(rows, *c)?;
            }
        }
    }
    Ok(())
}

/// A name, an address, a Discord account or a key was taken since the plan was made.
fn changed(error: diesel::result::Error) -> WriteError {
    match broken_unique(&error) {
        Some(_) => WriteError::Changed,
        None => WriteError::Store(unexpected(error)),
    }
}
