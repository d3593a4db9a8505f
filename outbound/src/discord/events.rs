//! Scheduled events of the guild (Discord, "Guild Scheduled Event").

use std::time::Instant;

use chrono::{DateTime, SecondsFormat, Utc};
use live::{ChannelId, EventId, EventPlace, LiveEvent};
use reqwest::Method;
use serde::{Deserialize, Serialize};

use super::{
    answer::DiscordError,
    client::{DiscordClient, numbers, unreadable},
    transport::{Call, Repeat},
};

const ROUTE: &str = "/guilds/{guild}/scheduled-events";
const ROUTE_OF_ONE: &str = "/guilds/{guild}/scheduled-events/{event}";

/// Members of the guild see it; there is no other level.
const GUILD_ONLY: i32 = 2;
const STAGE_INSTANCE: i32 = 1;
const VOICE: i32 = 2;
const EXTERNAL: i32 = 3;
/// Completed and cancelled: an event that can no longer be changed.
const FINISHED: [i32; 2] = [3, 4];

/// Kinds of channels (Discord, "Channel Types") and the kind of an event in them.
const MEETING_CHANNELS: [(i32, i32); 2] = [(2, VOICE), (13, STAGE_INSTANCE)];

#[derive(Serialize)]
struct EventMetadata<'a> {
    location: &'a str,
}

/// What is left out of a new event is null in a change: the place may be another than before.
#[derive(Serialize)]
struct EventRequest<'a> {
    name: &'a str,
    description: &'a str,
    privacy_level: i32,
    entity_type: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    scheduled_start_time: Option<String>,
    scheduled_end_time: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    channel_id: Option<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entity_metadata: Option<Option<EventMetadata<'a>>>,
}

#[derive(Deserialize)]
struct EventAnswer {
    id: String,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    status: i32,
    #[serde(default)]
    entity_metadata: Option<PlaceAnswer>,
}

#[derive(Deserialize)]
struct PlaceAnswer {
    #[serde(default)]
    location: Option<String>,
}

impl EventAnswer {
    /// Whether it is the event with this address: the whole of its place, or a line of its description.
    fn is_of(&self, mark: &str) -> bool {
        let place = self
            .entity_metadata
            .as_ref()
            .and_then(|place| place.location.as_deref());
        let mut lines = self.description.as_deref().unwrap_or_default().lines();
        place == Some(mark) || lines.any(|line| line.trim() == mark)
    }

    fn into_id(self) -> Result<EventId, DiscordError> {
        let is_number = !self.id.is_empty() && self.id.bytes().all(|b| b.is_ascii_digit());
        match is_number {
            true => Ok(EventId(self.id)),
            false => Err(unreadable("an event without a number")),
        }
    }
}

fn time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

impl DiscordClient {
    /// The guild's event with this address in it, if it is not over.
    ///
    /// # Errors
    /// [`DiscordError`]
    pub fn find_event(&self, mark: &str, until: Instant) -> Result<Option<EventId>, DiscordError> {
        let path = format!("/guilds/{}/scheduled-events", self.guild);
        let events: Vec<EventAnswer> = self.get(ROUTE, path, until)?.json()?;
        let found = events
            .into_iter()
            .find(|event| !FINISHED.contains(&event.status) && event.is_of(mark));
        found.map(EventAnswer::into_id).transpose()
    }

    /// Makes an event, once: after an answer that was lost it is to be looked for first.
    ///
    /// # Errors
    /// [`DiscordError`]
    pub fn make_event(&self, event: &LiveEvent, until: Instant) -> Result<EventId, DiscordError> {
        let entity_type = self.entity_type(event, until)?;
        let mut body = request(event, entity_type);
        body.channel_id = body.channel_id.filter(Option::is_some);
        body.entity_metadata = body.entity_metadata.filter(Option::is_some);
        let path = format!("/guilds/{}/scheduled-events", self.guild);
        let call = Call {
            repeat: Repeat::IfUnsent,
            ..self.bot(Method::POST, ROUTE, path, until)
        };
        let answer: EventAnswer = self
            .transport
            .send(&call, &|request| request.json(&body))?
            .json()?;
        answer.into_id()
    }

    /// Brings an event to what it is now; false if the guild has it no more, or it is over.
    ///
    /// # Errors
    /// [`DiscordError`]
    pub fn change_event(
        &self,
        id: &EventId,
        event: &LiveEvent,
        until: Instant,
    ) -> Result<bool, DiscordError> {
        let entity_type = self.entity_type(event, until)?;
        let body = request(event, entity_type);
        let call = self.bot(Method::PATCH, ROUTE_OF_ONE, self.event_path(id), until);
        match self.transport.send(&call, &|request| request.json(&body)) {
            Ok(_) => Ok(true),
            Err(error) if is_gone(&error) => Ok(false),
            Err(other) => Err(other),
        }
    }

    /// Deletes an event; one that the guild has no more is deleted.
    ///
    /// # Errors
    /// [`DiscordError`]
    pub fn delete_event(&self, id: &EventId, until: Instant) -> Result<(), DiscordError> {
        let call = self.bot(Method::DELETE, ROUTE_OF_ONE, self.event_path(id), until);
        match self.transport.send(&call, &|request| request) {
            Err(error) if !is_gone(&error) => Err(error),
            _ => Ok(()),
        }
    }

    /// Whether the guild has a voice or stage channel of this number that the bot sees.
    ///
    /// # Errors
    /// [`DiscordError`]
    pub fn has_meeting_channel(&self, channel: &ChannelId, until: Instant) -> Result<bool, DiscordError> {
        Ok(self.event_kind_of(channel, until)?.is_some())
    }

    /// The kind of an event in a channel; `None` if no event can be in it.
    fn event_kind_of(&self, channel: &ChannelId, until: Instant) -> Result<Option<i32>, DiscordError> {
        let channels = self.channels(until)?;
        let kind = channels.iter().find(|known| known.id == channel.as_str());
        let meeting = kind.and_then(|known| MEETING_CHANNELS.iter().find(|(kind, _)| *kind == known.kind));
        Ok(meeting.map(|(_, event)| *event))
    }

    fn entity_type(&self, event: &LiveEvent, until: Instant) -> Result<i32, DiscordError> {
        let EventPlace::Channel(channel) = &event.place else {
            return Ok(EXTERNAL);
        };
        self.event_kind_of(channel, until)?
            .ok_or_else(|| DiscordError::Refused {
                status: 404,
                code: numbers::UNKNOWN_CHANNEL,
                message: format!(
                    "the guild has no voice or stage channel {} that the bot sees",
                    channel.as_str()
                ),
            })
    }

    fn event_path(&self, id: &EventId) -> String {
        format!("/guilds/{}/scheduled-events/{}", self.guild, id.0)
    }
}

/// A change in full.
fn request(event: &LiveEvent, entity_type: i32) -> EventRequest<'_> {
    let (channel, location) = match &event.place {
        EventPlace::Page(address) => (None, Some(address.as_str())),
        EventPlace::Channel(channel) => (Some(channel.as_str()), None),
    };
    EventRequest {
        name: &event.name,
        description: &event.description,
        privacy_level: GUILD_ONLY,
        entity_type,
        scheduled_start_time: event.starts_at.map(time),
        scheduled_end_time: time(event.ends_at),
        channel_id: Some(channel),
        entity_metadata: Some(location.map(|location| EventMetadata { location })),
    }
}

/// Whether Discord says itself that there is no such event, or that it is over.
fn is_gone(error: &DiscordError) -> bool {
    matches!(
        error,
        DiscordError::Refused {
            status: 404,
            code: numbers::UNKNOWN_EVENT,
            ..
        } | DiscordError::Refused {
            code: numbers::FINISHED_EVENT,
            ..
        }
    )
}
