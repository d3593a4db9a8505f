//! `portal users`: members and what they hold.

pub mod export;

use ::mail::EmailAddress;
use accounts::{AccountStore, ResetToken, UserRecord, issue_reset_link};
use chrono::{DateTime, Utc};
use courses::{CourseStore, HeldCourse, access_now, grant_access, revoke_access};
use kernel::AccessTerm;
use persistence::PersonalDataStore;
use serde_json::json;

use crate::{
    installation::Installation,
    output::{Cell, minute, rfc3339},
    output::{Column, Format, Records, print_json, print_text},
    output::{Refusal, refused},
    output::{confirm, counted, say},
};

const COLUMNS: &[Column] = &[
    ("id", "ID"),
    ("username", "NAME"),
    ("email", "E-MAIL"),
    ("createdAt", "REGISTERED"),
    ("isSubscribed", "HOLDS COURSES"),
    ("subscriptionEnds", "LAST ACCESS ENDS"),
    ("discordUserId", "DISCORD"),
];

const HELD_COLUMNS: &[Column] = &[
    ("course", "COURSE"),
    ("open", "OPEN"),
    ("purchasedAt", "SINCE"),
    ("expiresAt", "UNTIL"),
    ("completedVideos", "FINISHED"),
    ("totalVideos", "OF"),
];

pub fn list(format: Format) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let users = here.database.read(|store| store.user_records())?;
    if users.is_empty() {
        say("no users yet; whoever registers with a purchase key becomes one");
    }
    table(&users).print(format)
}

pub fn show(user: &str, format: Format) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let record = here.user(user)?;
    let held = here.database.read(|store| store.held_courses(record.user.id))?;
    let now = Utc::now();
    match format {
        Format::Csv => table(&[record]).print(format),
        Format::Json => print_json(&json!({
            "id": record.user.id.0,
            "username": record.user.username,
            "email": record.user.email,
            "createdAt": rfc3339(record.created_at),
            "isSubscribed": record.is_subscribed,
            "subscriptionEnds": record.subscription_ends.map(rfc3339),
            "discordUserId": record.user.discord_user_id.map(|id| id.0),
            "courses": held.iter().map(|held| held_json(held, now)).collect::<Vec<_>>(),
        })),
        Format::Table => {
            table(&[record]).print_one(format)?;
            if held.is_empty() {
                return Ok(());
            }
            print_text("\n")?;
            let records = Records {
                columns: HELD_COLUMNS,
                rows: held.iter().map(|held| held_row(held, now)).collect(),
            };
            records.print(format)
        }
    }
}

pub fn grant(user: &str, course: &str, term: AccessTerm) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let (user, course) = (here.user(user)?.user, here.course(course)?);
    let (id, now) = (user.id, Utc::now());
    let grant = here
        .database
        .write(move |store| grant_access(store, id, course.id, term, now))?;
    let until = grant.expires_at.map_or_else(
        || String::from("without end"),
        |end| format!("until {}", minute(end)),
    );
    say(&format!("{} has {} {until}", user.username, course.slug));
    Ok(())
}

pub fn revoke(user: &str, course: &str, yes: bool) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let (user, course) = (here.user(user)?.user, here.course(course)?);
    let held = here.database.read(|store| store.grant_of(user.id, course.id))?;
    if held.is_some() {
        confirm(
            &format!("Take {} from {} ({})?", course.slug, user.username, user.email),
            yes,
        )?;
    }
    let (id, now) = (user.id, Utc::now());
    if here
        .database
        .write(move |store| revoke_access(store, id, course.id, now))?
    {
        say(&format!(
            "{} no longer has {}; the progress is kept",
            user.username, course.slug
        ));
    } else {
        say(&format!(
            "{} does not have {}; nothing to do",
            user.username, course.slug
        ));
    }
    Ok(())
}

pub fn reset_link(user: &str) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let user = here.user(user)?.user.id;
    let mut random = [0; 32];
    getrandom::fill(&mut random)
        .map_err(|error| refused(format!("the system gives no random numbers: {error}")))?;
    let token = ResetToken::from_random(random);
    let origin = here.settings.public_url.origin().to_owned();
    let now = Utc::now();
    let link = here
        .database
        .write(move |store| issue_reset_link(store, user, &token, &origin, now))?;
    print_text(&format!("{link}\n"))
}

pub fn sign_out(user: &str) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let user = here.user(user)?.user;
    let id = user.id;
    let ended = here
        .database
        .write(move |store| store.delete_sessions(id, None))?;
    if ended == 0 {
        say(&format!("{} has no sessions; nothing to do", user.username));
    } else {
        let sessions = counted(ended, "session", "sessions");
        say(&format!("ended {sessions} of {}", user.username));
    }
    Ok(())
}

pub fn delete(user: &str, yes: bool) -> Result<(), Refusal> {
    let here = Installation::open()?;
    let user = here.user(user)?.user;
    let question = format!(
        "Delete {} (number {}, {}) with all access, progress and sessions for ever?",
        user.username, user.id.0, user.email
    );
    confirm(&question, yes)?;
    let address = EmailAddress::parse(&user.email).ok();
    let id = user.id;
    let deleted = here.database.write(move |store| {
        if let Some(address) = address {
            store.forget_address(id, &address)?;
        }
        store.delete_user(id)
    })?;
    if deleted {
        say(&format!(
            "deleted {}; their keys stay used, their name is free",
            user.username
        ));
    } else {
        say(&format!("{} was deleted meanwhile; nothing to do", user.username));
    }
    Ok(())
}

fn table(users: &[UserRecord]) -> Records {
    Records {
        columns: COLUMNS,
        rows: users.iter().map(row).collect(),
    }
}

fn row(record: &UserRecord) -> Vec<Cell> {
    vec![
        Cell::Number(record.user.id.0.into()),
        Cell::text(&record.user.username),
        Cell::text(&record.user.email),
        record.created_at.into(),
        Cell::Flag(record.is_subscribed),
        record.subscription_ends.into(),
        record.user.discord_user_id.clone().map(|id| id.0).into(),
    ]
}

fn held_row(held: &HeldCourse, now: DateTime<Utc>) -> Vec<Cell> {
    let until = held
        .grant
        .expires_at
        .map_or_else(|| Cell::text("without end"), Cell::from);
    vec![
        Cell::text(held.course.slug.as_str()),
        Cell::Flag(access_now(Some(&held.grant), now).is_open()),
        held.grant.purchased_at.into(),
        until,
        Cell::Number(held.completed_videos),
        Cell::Number(held.total_videos),
    ]
}

pub fn held_json(held: &HeldCourse, now: DateTime<Utc>) -> serde_json::Value {
    json!({
        "course": held.course.slug.as_str(),
        "title": held.course.title,
        "open": access_now(Some(&held.grant), now).is_open(),
        "purchasedAt": rfc3339(held.grant.purchased_at),
        "expiresAt": held.grant.expires_at.map(rfc3339),
        "completedVideos": held.completed_videos,
        "totalVideos": held.total_videos,
    })
}
