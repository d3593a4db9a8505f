//! Members as rows.

use accounts::UserRecord;

use crate::output::{Cell, Column, Records};

pub const COLUMNS: &[Column] = &[
    ("id", "ID"),
    ("username", "NAME"),
    ("email", "E-MAIL"),
    ("createdAt", "REGISTERED"),
    ("isSubscribed", "HOLDS COURSES"),
    ("subscriptionEnds", "LAST ACCESS ENDS"),
    ("discordUserId", "DISCORD"),
];

pub fn user_table(users: &[UserRecord]) -> Records {
    Records {
        columns: COLUMNS,
        rows: users.iter().map(row).collect(),
    }
}

pub fn row(record: &UserRecord) -> Vec<Cell> {
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
