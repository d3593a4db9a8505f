//! What `live add` and `live edit` are given of a session.

use std::path::Path;

use ::live::{ChannelId, JoinAddress, LiveText, LiveTitle, Minutes, Place, WallTime, Zone};
use outbound::Settings;

use crate::output::{Refusal, refused};

pub fn title(text: &str) -> Result<LiveTitle, Refusal> {
    LiveTitle::parse(text).map_err(|error| refused(format!("--title: {error}")))
}

pub fn start(text: &str) -> Result<WallTime, Refusal> {
    WallTime::parse(text).map_err(|error| refused(format!("--start {text:?}: {error}")))
}

pub fn zone(text: &str) -> Result<Zone, Refusal> {
    Zone::parse(text).map_err(|error| refused(format!("--zone {text:?} {error}")))
}

pub fn minutes(text: &str) -> Result<Minutes, Refusal> {
    Minutes::parse(text).map_err(|error| refused(format!("--minutes {text}: {error}")))
}

pub fn text(file: &Path) -> Result<LiveText, Refusal> {
    let shown = file.display();
    let text =
        std::fs::read_to_string(file).map_err(|error| refused(format!("{shown} cannot be read: {error}")))?;
    LiveText::parse(&text).map_err(|error| refused(format!("{shown}: {error}")))
}

/// The place of `--join` or `--channel`; clap refuses both at once.
pub fn place(
    join: Option<&str>,
    channel: Option<&str>,
    settings: &Settings,
) -> Result<Option<Place>, Refusal> {
    if let Some(join) = join {
        let address =
            JoinAddress::parse(join).map_err(|error| refused(format!("--join: the address {error}")))?;
        return Ok(Some(Place::Address(address)));
    }
    let Some(channel) = channel else {
        return Ok(None);
    };
    if settings.discord.is_none() {
        return Err(refused(
            "--channel: Discord is not configured; docs/settings.md names its settings",
        ));
    }
    let channel = ChannelId::parse(channel)
        .ok_or_else(|| refused("--channel: a channel is a number of 17 to 20 digits"))?;
    Ok(Some(Place::Channel(channel)))
}
