//! Variables that begin as the settings do and are no setting: a misspelt name leaves its setting at the default without a word.

use std::{ffi::OsString, fmt};

use crate::nearest::nearest;

const PREFIX: &str = "PORTAL_";

/// Every `PORTAL_` variable that the server or a command reads; docs/settings.md has a row for each.
const NAMES: &[&str] = &[
    "PORTAL_AUDIT_DAYS",
    "PORTAL_AUTH_ATTEMPTS_PER_MINUTE",
    // Of `portal-staff`, for the command.
    "PORTAL_CALLED_IN",
    "PORTAL_CONTACT_TO",
    "PORTAL_DATA_DIR",
    "PORTAL_DEMO",
    "PORTAL_DISCORD_API_URL",
    "PORTAL_DISCORD_BOT_TOKEN",
    "PORTAL_DISCORD_CLIENT_ID",
    "PORTAL_DISCORD_CLIENT_SECRET",
    "PORTAL_DISCORD_EVENTS",
    "PORTAL_DISCORD_GUILD_ID",
    "PORTAL_DISCORD_QUESTIONS_CHANNEL",
    "PORTAL_FFMPEG",
    "PORTAL_HSTS_SUBDOMAINS",
    "PORTAL_LISTEN",
    "PORTAL_LOG_FORMAT",
    "PORTAL_MAIL_FROM",
    "PORTAL_MEDIA_DELIVERY",
    "PORTAL_MEDIA_URL",
    "PORTAL_METRICS_LISTEN",
    "PORTAL_MIGRATE",
    "PORTAL_PAYMENTS",
    "PORTAL_PUBLIC_URL",
    "PORTAL_SESSION_KEY",
    "PORTAL_SITE_DIR",
    "PORTAL_SMTP_URL",
    "PORTAL_STAFF",
    "PORTAL_STREAMS_PER_ACCOUNT",
    "PORTAL_STRIPE_API_URL",
    "PORTAL_STRIPE_SECRET_KEY",
    "PORTAL_STRIPE_WEBHOOK_SECRET",
    "PORTAL_TRUSTED_PROXIES",
];

/// A variable that no program of this site reads. Displays as one line, without its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    name: String,
    nearest: Option<&'static str>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a setting and is not read", self.name)?;
        match self.nearest {
            Some(nearest) => write!(f, "; the nearest one is {nearest}"),
            None => f.write_str("; docs/settings.md lists all settings"),
        }
    }
}

/// The unknown ones among the names of the environment, in their alphabetical order.
#[must_use]
pub fn unknown_names(environment: impl IntoIterator<Item = OsString>) -> Vec<UnknownName> {
    let names = environment
        .into_iter()
        .map(|name| name.to_string_lossy().into_owned());
    let mut unknown: Vec<_> = names
        .filter(|name| name.starts_with(PREFIX) && !NAMES.contains(&name.as_str()))
        .collect();
    unknown.sort();
    unknown
        .into_iter()
        .map(|name| UnknownName {
            nearest: nearest_name(name.strip_prefix(PREFIX).unwrap_or_default()),
            name,
        })
        .collect()
}

/// Names are compared without what all of them begin with.
fn nearest_name(rest: &str) -> Option<&'static str> {
    let rests = NAMES.iter().filter_map(|name| name.strip_prefix(PREFIX));
    let found = nearest(rest, rests)?;
    NAMES
        .iter()
        .find(|name| name.strip_prefix(PREFIX) == Some(found))
        .copied()
}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, collections::BTreeSet};

    use super::*;
    use crate::Settings;

    fn lines(names: &[&str]) -> Vec<String> {
        let unknown = unknown_names(names.iter().map(OsString::from));
        unknown.iter().map(UnknownName::to_string).collect()
    }

    #[test]
    fn a_misspelt_name_is_reported_with_the_nearest_one() {
        let names = [
            "PORTAL_SMPT_URL",
            "PORTAL_WEATHER",
            "PORTAL_SMTP_URL",
            "PATH",
            "PORTALS",
        ];
        assert_eq!(
            lines(&names),
            [
                "PORTAL_SMPT_URL is not a setting and is not read; the nearest one is PORTAL_SMTP_URL",
                "PORTAL_WEATHER is not a setting and is not read; docs/settings.md lists all settings",
            ]
        );
    }

    #[test]
    fn every_variable_that_is_read_is_known() {
        let asked = RefCell::new(BTreeSet::new());
        let lookup = |name: &str| {
            asked.borrow_mut().insert(OsString::from(name));
            None
        };
        Settings::read(&lookup).unwrap();
        assert!(asked.borrow().len() > 25);
        assert_eq!(unknown_names(asked.into_inner()), []);
    }

    #[test]
    fn every_variable_of_the_docs_is_known() {
        let page = include_str!("../../../docs/settings.md");
        let rows = page.lines().filter_map(|line| line.strip_prefix("| `PORTAL_"));
        let names = rows
            .filter_map(|row| row.split('`').next())
            .map(|rest| format!("{PREFIX}{rest}"));
        let names: Vec<_> = names.collect();
        assert!(names.len() > 20, "{names:?}");
        assert_eq!(unknown_names(names.iter().map(OsString::from)), []);
    }
}
