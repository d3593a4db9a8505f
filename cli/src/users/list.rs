//! `portal users list`

use accounts::UserRecord;
use chrono::{DateTime, Utc};
use clap::Args;
use courses::CourseId;
use kernel::UserId;
use progress::CourseStanding;

use super::table::{COLUMNS, row};
use crate::{
    calendar::parse_until,
    installation::Installation,
    output::{Format, RecordStream, Refusal, say},
    pages::for_each_page_of_users,
};

/// List the members
///
/// What is said of courses must hold of one course: with --course of that one, without it of any.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  portal users list --search mara\n  \
    portal users list --course forex-sessions --not-started\n  portal users list --stuck --ends-within 14d\n  \
    portal users list --imported --not-started")]
pub struct List {
    /// Only members in whose name or address this text stands
    #[arg(long, value_name = "TEXT")]
    search: Option<String>,
    /// Only members with access to this course
    #[arg(long)]
    course: Option<String>,
    /// Only members who have access and watched nothing yet; with --imported those who have never signed in here
    #[arg(long, conflicts_with = "stuck")]
    not_started: bool,
    /// Only members who were imported from another site
    #[arg(long)]
    imported: bool,
    /// Only members who started, did not finish, and watched nothing for 14 days
    #[arg(long)]
    stuck: bool,
    /// Only members whose access ends within this time: days such as 14d or months such as 1m
    #[arg(long, value_name = "TIME", value_parser = |text: &str| parse_until(text, Utc::now()))]
    ends_within: Option<DateTime<Utc>>,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl List {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let course = self.course.as_deref().map(|name| here.course(name)).transpose()?;
        let course = course.map(|course| course.id);
        let now = Utc::now();
        let asks_of_courses =
            course.is_some() || self.is_not_started_here() || self.stuck || self.ends_within.is_some();
        let mut stream = RecordStream::begin(COLUMNS, self.format);
        for_each_page_of_users(&here, |page| {
            let found: Vec<&UserRecord> = page.iter().filter(|record| self.names(record)).collect();
            let standings = if asks_of_courses {
                let ids: Vec<UserId> = found.iter().map(|record| record.user.id).collect();
                here.database.read(|store| store.standings(&ids))?
            } else {
                Vec::new()
            };
            for record in found {
                let mut own = standings
                    .iter()
                    .filter(|standing| standing.user == record.user.id);
                if !asks_of_courses || own.any(|standing| self.takes(standing, course, now)) {
                    stream.push(row(record))?;
                }
            }
            Ok(())
        })?;
        if stream.is_empty() {
            say(if asks_of_courses || self.imported || self.search.is_some() {
                "no such users; `portal users list` shows them all"
            } else {
                "no users yet; a registration with a purchase key makes one"
            });
        }
        stream.end()
    }

    /// Of an imported member, watching elsewhere says nothing; signing in here does.
    fn is_not_started_here(&self) -> bool {
        self.not_started && !self.imported
    }

    fn names(&self, record: &UserRecord) -> bool {
        if self.imported && (record.imported_at.is_none() || (self.not_started && record.has_signed_in)) {
            return false;
        }
        let Some(text) = &self.search else { return true };
        let text = text.trim().to_lowercase();
        let has = |value: &str| value.to_lowercase().contains(&text);
        has(&record.user.username) || has(&record.user.email)
    }

    fn takes(&self, standing: &CourseStanding, course: Option<CourseId>, now: DateTime<Utc>) -> bool {
        course.is_none_or(|course| standing.course == course)
            && standing.is_open(now)
            && (!self.is_not_started_here() || standing.has_not_started(now))
            && (!self.stuck || standing.is_stuck(now))
            && self
                .ends_within
                .is_none_or(|time| standing.ends_before(time, now))
    }
}
