//! The courses that a member holds, as rows and as JSON.

use chrono::{DateTime, Utc};
use courses::{HeldCourse, access_now};
use serde_json::{Value, json};

use crate::output::{Cell, Column, Records, rfc3339};

const COLUMNS: &[Column] = &[
    ("course", "COURSE"),
    ("open", "OPEN"),
    ("purchasedAt", "SINCE"),
    ("expiresAt", "UNTIL"),
    ("completedVideos", "FINISHED"),
    ("totalVideos", "OF"),
];

pub fn held_table(held: &[HeldCourse], now: DateTime<Utc>) -> Records {
    Records {
        columns: COLUMNS,
        rows: held.iter().map(|held| row(held, now)).collect(),
    }
}

pub fn held_json(held: &[HeldCourse], now: DateTime<Utc>) -> Vec<Value> {
    held.iter().map(|held| object(held, now)).collect()
}

fn row(held: &HeldCourse, now: DateTime<Utc>) -> Vec<Cell> {
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

fn object(held: &HeldCourse, now: DateTime<Utc>) -> Value {
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
