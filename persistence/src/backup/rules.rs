//! The rules that rows keep beside those of the schema: what the program parses whenever it reads them, and where media files lie.
//! Rows from outside are walked by these rules before a restore changes anything, because a row that breaks one makes every call that
//! reads it fail.

use std::fmt::Display;

use ::courses::{Slug, is_within_store, lesson::exercise::ExerciseId};
use ::mail::EmailAddress;
use ::orders::{CouponCode, OrderReference, PlanKey};
use ::replay::Definition;
use kernel::AccessTerm;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::{
    BackupRows,
    error::{BackupError, unfit_value},
    snapshot::MEDIA_COLUMNS,
};

/// Says what is wrong with a value, as the end of "a value that …".
type Rule = fn(&str) -> Result<(), String>;

/// Columns and what reads them.
const RULES: [(&str, &str, Rule); 18] = [
    ("courses", "slug", parsed::<Slug>),
    ("access_grants", "term", parsed::<AccessTerm>),
    ("purchase_codes", "term", parsed::<AccessTerm>),
    ("orders", "term", parsed::<AccessTerm>),
    ("orders", "reference", parsed::<OrderReference>),
    ("orders", "plan", parsed::<PlanKey>),
    ("orders", "email", address),
    ("coupons", "code", parsed::<CouponCode>),
    ("coupons", "plan", parsed::<PlanKey>),
    ("lesson_exercises", "exercise", parsed::<ExerciseId>),
    ("exercise_answers", "exercise", parsed::<ExerciseId>),
    ("exercise_states", "exercise", parsed::<ExerciseId>),
    ("users", "discord_roles", json::<Vec<String>>),
    ("replay_definitions", "definition", json::<Definition>),
    ("replay_runs", "acts", json::<IgnoredAny>),
    ("replay_runs", "result", json::<IgnoredAny>),
    ("documents", "facts", json::<IgnoredAny>),
    ("lesson_exercises", "question", json::<IgnoredAny>),
];

/// Walks rows of the current schema.
///
/// # Errors
/// [`BackupError::Unfit`] for the first row that breaks a rule, and what the source of the rows says.
pub fn check_rows(rows: &mut dyn BackupRows) -> Result<(), BackupError> {
    let checks: Vec<_> = rows
        .tables()
        .iter()
        .map(|table| {
            let columns = table.columns.iter().enumerate();
            let checked = columns.flat_map(|(at, column)| {
                let rules = rules_of(&table.name, &column.name);
                rules.map(move |rule| (at, column.name.clone(), rule))
            });
            (table.name.clone(), checked.collect::<Vec<_>>())
        })
        .collect();
    rows.visit(&mut |table, row| {
        let of_table = checks.iter().filter(|(name, _)| name == table);
        for (at, column, rule) in of_table.flat_map(|(_, checked)| checked) {
            if let Some(Some(value)) = row.get(*at) {
                rule(value).map_err(|why| unfit_value(table, column, &why))?;
            }
        }
        Ok(())
    })
}

fn rules_of(table: &str, column: &str) -> impl Iterator<Item = Rule> {
    let of_media = MEDIA_COLUMNS
        .iter()
        .filter(move |(of, name)| *of == table && *name == column)
        .map(|_| location as Rule);
    let parsed = RULES
        .iter()
        .filter(move |(of, name, _)| *of == table && *name == column)
        .map(|(_, _, rule)| *rule);
    of_media.chain(parsed).collect::<Vec<_>>().into_iter()
}

fn location(path: &str) -> Result<(), String> {
    if is_within_store(path) {
        Ok(())
    } else {
        Err(format!("is no place within the media store: {path:?}"))
    }
}

fn parsed<T: std::str::FromStr<Err: Display>>(text: &str) -> Result<(), String> {
    text.parse::<T>().map(|_| ()).map_err(breaks)
}

fn address(text: &str) -> Result<(), String> {
    EmailAddress::parse(text).map(|_| ()).map_err(breaks)
}

fn json<T: DeserializeOwned>(text: &str) -> Result<(), String> {
    serde_json::from_str::<T>(text).map(|_| ()).map_err(breaks)
}

/// Without the value, which may be a person's.
fn breaks(error: impl Display) -> String {
    format!("breaks a rule: {error}")
}
