//! Staff over HTTP: the page of a member.

pub mod facts;
pub mod shapes;

use ::discord::{DiscordStore, MEMBER_JOB};
use accounts::{AccountStore, DiscordUserId, UserRecord};
use actix_web::web;
use api_macros::operation;
use audit::Action;
use chrono::{DateTime, Utc};
use kernel::{StoreError, UserId};
use mail::EmailAddress;
use persistence::Store;

use crate::app::SharedApp;
use crate::http::problem::Problem;
use crate::staff::{
    caller::{StaffCaller, is_look_recorded},
    member::{
        facts::MemberFacts,
        shapes::{MemberDevice, MemberDiscord, MemberOrder, StaffMemberPage},
    },
};

/// Mails and rows of the trail that are shown, the newest of each.
const MAILS: i64 = 100;
const TRAIL: i64 = 300;
/// Runs of replays that are shown, the newest.
const RUNS: i64 = 100;

/// Everything about one member. Looking stands in the trail, once an hour.
#[operation(operation_id = "staff_member", responses((status = 200, body = StaffMemberPage)))]
pub async fn read(
    app: SharedApp,
    caller: StaffCaller,
    id: web::Path<String>,
) -> Result<web::Json<StaffMemberPage>, Problem> {
    let limit = app.settings.streams_per_account;
    let id = member_id(&id)?;
    let (page, is_recorded) = app
        .read_as_staff(&caller, move |store, me, now| {
            let record = known_member(store, id)?;
            let is_recorded = is_look_recorded(store, me, Action::UsersShow, Some(id), now)?;
            let facts = MemberFacts::read(store, &record.user, limit, now)?;
            Ok((page(store, record, facts, now)?, is_recorded))
        })
        .await?;
    if !is_recorded {
        app.record_look(&caller, Action::UsersShow, Some(id)).await?;
    }
    Ok(web::Json(page))
}

/// A member's number in a path.
pub fn member_id(text: &str) -> Result<UserId, Problem> {
    text.parse().map(UserId).map_err(|_| unknown())
}

pub fn unknown() -> Problem {
    Problem::not_found("There is no such member")
}

pub fn known_member(store: &mut Store<'_>, id: UserId) -> Result<UserRecord, Problem> {
    store.user_record_of(id)?.ok_or_else(unknown)
}

fn page(
    store: &mut Store<'_>,
    record: UserRecord,
    facts: MemberFacts,
    now: DateTime<Utc>,
) -> Result<StaffMemberPage, StoreError> {
    let user = record.user;
    let email =
        EmailAddress::parse(&user.email).map_err(|error| StoreError::Inconsistent(Box::new(error)))?;
    let mails = store.outbox_records_to(&email, MAILS)?;
    let discord = user
        .discord_user_id
        .as_ref()
        .map(|account| discord(store, user.id, account))
        .transpose()?;
    Ok(StaffMemberPage {
        id: user.id.0,
        email_verified: user.email_verified,
        created_at: record.created_at,
        last_seen: facts.last_seen(),
        discord,
        courses: facts.rows(&user, now),
        exercises: store
            .member_exercises(user.id)?
            .into_iter()
            .map(Into::into)
            .collect(),
        runs: store
            .member_runs(user.id, RUNS)?
            .into_iter()
            .map(Into::into)
            .collect(),
        orders: facts
            .orders
            .iter()
            .map(|order| MemberOrder::read(store, order))
            .collect::<Result<_, _>>()?,
        devices: facts
            .sessions
            .iter()
            .filter(|session| session.is_live(now))
            .map(|session| MemberDevice::of(session, now))
            .collect(),
        keys: facts.keys.into_iter().map(Into::into).collect(),
        mails: mails.into_iter().map(Into::into).collect(),
        notes: store.notes(user.id)?.into_iter().map(Into::into).collect(),
        trail: store
            .last_acts(user.id, TRAIL)?
            .into_iter()
            .map(Into::into)
            .collect(),
        username: user.username,
        email: user.email,
    })
}

fn discord(
    store: &mut Store<'_>,
    user: UserId,
    account: &DiscordUserId,
) -> Result<MemberDiscord, StoreError> {
    let queued = store.job(MEMBER_JOB, &account.0)?.map(|job| job.last_error);
    let known = store.member_state(account)?;
    let state = match (queued, known) {
        (Some(Some(problem)), _) => problem,
        (_, Some(state)) if state.left_at.is_some() => String::from("not in the server"),
        (Some(None), _) => String::from("waiting"),
        (None, _) => String::from("up to date"),
    };
    Ok(MemberDiscord {
        id: account.0.clone(),
        username: store.discord_name(user)?,
        state,
    })
}

/// The member after an action, for its row of a course.
pub fn facts_of(
    store: &mut Store<'_>,
    id: UserId,
    limit: accounts::StreamLimit,
    now: DateTime<Utc>,
) -> Result<(accounts::User, MemberFacts), Problem> {
    let user = store.user(id)?.ok_or_else(unknown)?;
    let facts = MemberFacts::read(store, &user, limit, now)?;
    Ok((user, facts))
}
