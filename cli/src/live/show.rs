//! `portal live show`

use ::live::{ListedLive, LiveId, LiveStore as _, Place};
use chrono::Utc;
use clap::Args;
use serde_json::json;

use super::{
    list::{COLUMNS, row},
    no_such_live,
};
use crate::{
    installation::Installation,
    output::{Column, Format, Records, Refusal, minute, print_json, print_text, rfc3339},
};

const ATTENDANCE: &[Column] = &[("username", "JOINED BY"), ("at", "AT")];

/// Show a live session: where it is held, who joined and when
#[derive(Debug, Args)]
#[command(after_help = "Example: portal live show 12")]
pub struct Show {
    /// As `portal live list` shows it
    id: i32,
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Show {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let id = LiveId(self.id);
        let session = here
            .database
            .read(|store| store.live(id))?
            .ok_or_else(|| no_such_live(id))?;
        let attendance = here.database.read(|store| store.attendance(id))?;
        let course = here.course(&session.course.0.to_string())?;
        let (join, channel) = match &session.place {
            Place::Address(address) => (Some(address.as_str().to_owned()), None),
            Place::Channel(channel) => (None, Some(channel.as_str().to_owned())),
        };
        let now = Utc::now();
        if self.format == Format::Json {
            return print_json(&json!({
                "id": id.0,
                "course": course.slug.as_str(),
                "title": session.title,
                "text": session.text,
                "startsAt": rfc3339(session.times.starts_at),
                "endsAt": rfc3339(session.times.ends_at),
                "zone": session.zone.name(),
                "state": session.state(now).as_str(),
                "reason": session.cancelled.as_ref().map(|cancelled| &cancelled.reason),
                "joined": attendance.len(),
                "recording": session.recording.map(|lesson| lesson.0),
                "join": join,
                "channel": channel,
                "attendance": attendance
                    .iter()
                    .map(|attendee| json!({
                        "memberId": attendee.user.0,
                        "username": attendee.username,
                        "at": rfc3339(attendee.at),
                    }))
                    .collect::<Vec<_>>(),
            }));
        }
        let joined = i64::try_from(attendance.len()).unwrap_or(i64::MAX);
        let listed = ListedLive { session, joined };
        let records = Records {
            columns: COLUMNS,
            rows: vec![row(&listed, course.slug.as_str(), now)],
        };
        records.print_one(self.format)?;
        if self.format == Format::Csv {
            return Ok(());
        }
        let session = &listed.session;
        if let Some(cancelled) = &session.cancelled {
            print_text(&format!(
                "CANCELLED  {} ({})\n",
                minute(cancelled.at),
                cancelled.reason
            ))?;
        }
        let place = join.or(channel.map(|channel| format!("channel {channel}")));
        print_text(&format!("PLACE      {}\n", place.unwrap_or_default()))?;
        if let Some(text) = &session.text {
            print_text(&format!("\n{text}\n"))?;
        }
        if attendance.is_empty() {
            return Ok(());
        }
        print_text("\n")?;
        let attendees = Records {
            columns: ATTENDANCE,
            rows: attendance
                .into_iter()
                .map(|attendee| vec![attendee.username.into(), attendee.at.into()])
                .collect(),
        };
        attendees.print(Format::Table)
    }
}
