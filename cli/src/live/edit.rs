//! `portal live edit`

use std::path::PathBuf;

use ::live::{EditError, LiveEdit, LiveId, edit_live};
use chrono::Utc;
use clap::Args;

use super::{
    no_such_live,
    place::{minutes, place, start, text, title, zone},
};
use crate::{
    audit::operator,
    called_path::called_path,
    installation::Installation,
    output::{Refusal, refused, say},
};

/// Change one live session; members with access are mailed where its start or end changes
#[derive(Debug, Args)]
#[command(after_help = "Example: portal live edit 12 --start \"2026-12-02 20:00\"")]
pub struct Edit {
    /// As `portal live list` shows it
    id: i32,
    /// One line of at most 100 characters
    #[arg(long)]
    title: Option<String>,
    /// Markdown; an empty file takes the text away
    #[arg(long, value_name = "FILE", value_parser = called_path())]
    text: Option<PathBuf>,
    /// Wall time in the zone, such as "2026-12-01 20:00"
    #[arg(long)]
    start: Option<String>,
    /// A time zone of IANA; alone it keeps the wall time
    #[arg(long)]
    zone: Option<String>,
    /// 5 to 720
    #[arg(long)]
    minutes: Option<String>,
    /// The https address of the session, in place of a channel
    #[arg(long, value_name = "URL", conflicts_with = "channel")]
    join: Option<String>,
    /// The Discord voice or stage channel, in place of an address
    #[arg(long, value_name = "ID")]
    channel: Option<String>,
}

impl Edit {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let edit = LiveEdit {
            title: self.title.as_deref().map(title).transpose()?,
            text: self.text.as_deref().map(text).transpose()?,
            start: self.start.as_deref().map(start).transpose()?,
            zone: self.zone.as_deref().map(zone).transpose()?,
            minutes: self.minutes.as_deref().map(minutes).transpose()?,
            place: place(self.join.as_deref(), self.channel.as_deref(), &here.settings)?,
        };
        let origin = here.settings.public_url.origin().to_owned();
        let (id, by, now) = (LiveId(self.id), operator(None), Utc::now());
        let edited = here
            .database
            .write(move |store| edit_live(store, id, &edit, &origin, &by, now));
        let session = edited.map_err(|error| match error {
            EditError::NoSuchLive => no_such_live(id),
            EditError::Store(error) => error.into(),
            error => refused(error.to_string()),
        })?;
        say(&format!(
            "live session {} begins at {} UTC",
            id.0,
            session.times.starts_at.format("%Y-%m-%d %H:%M")
        ));
        Ok(())
    }
}
