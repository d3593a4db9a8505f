//! `portal live add`

use std::path::PathBuf;

use ::live::{LiveText, NewLive, PlanError, Weekly, plan_live};
use chrono::Utc;
use clap::Args;

use super::place::{minutes, place, start, text, title, zone};
use crate::{
    audit::operator,
    called_path::called_path,
    installation::Installation,
    output::{Refusal, print_text, refused, say},
};

/// Plan a live session of a course, or a weekly series; prints the number of each session
#[derive(Debug, Args)]
#[command(
    after_help = "Example: portal live add live-room --title \"Open floor\" --start \"2026-12-01 20:00\" --zone Europe/Brussels --minutes 90 --join https://meet.example.org/room"
)]
pub struct Add {
    /// A number or a slug
    course: String,
    /// One line of at most 100 characters
    #[arg(long)]
    title: String,
    /// Wall time in the zone, such as "2026-12-01 20:00"
    #[arg(long)]
    start: String,
    /// A time zone of IANA
    #[arg(long)]
    zone: String,
    /// 5 to 720
    #[arg(long)]
    minutes: String,
    /// The https address of the session; members see it by joining alone
    #[arg(
        long,
        value_name = "URL",
        conflicts_with = "channel",
        required_unless_present = "channel"
    )]
    join: Option<String>,
    /// The Discord voice or stage channel of the session
    #[arg(long, value_name = "ID")]
    channel: Option<String>,
    /// Markdown
    #[arg(long, value_name = "FILE", value_parser = called_path())]
    text: Option<PathBuf>,
    /// So many sessions, a week apart at the same wall time: 2 to 26
    #[arg(long, value_name = "N")]
    weekly: Option<String>,
}

impl Add {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let course = here.course(&self.course)?;
        let weekly = self.weekly.as_deref().map(Weekly::parse).transpose();
        let place = place(self.join.as_deref(), self.channel.as_deref(), &here.settings)?;
        let new = NewLive {
            title: title(&self.title)?,
            text: self.text.as_deref().map_or(Ok(LiveText::default()), text)?,
            start: start(&self.start)?,
            zone: zone(&self.zone)?,
            minutes: minutes(&self.minutes)?,
            place: place.ok_or_else(|| refused("give --join or --channel"))?,
            weekly: weekly.map_err(|error| refused(format!("--weekly: {error}")))?,
        };
        let (by, now) = (operator(None), Utc::now());
        let planned = here
            .database
            .write(move |store| plan_live(store, &course, &new, &by, now));
        let ids = planned.map_err(|error| match error {
            PlanError::Store(error) => error.into(),
            error => refused(error.to_string()),
        })?;
        say(match ids.len() {
            1 => "planned; its number:",
            _ => "planned; their numbers:",
        });
        ids.iter().try_for_each(|id| print_text(&format!("{}\n", id.0)))
    }
}
