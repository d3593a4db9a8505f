//! Invites, and the channels that they lead to.

use std::time::Instant;

use ::discord::{INVITE_LIFE, Invite};
use chrono::{DateTime, Utc};
use reqwest::Method;
use serde::{Deserialize, Serialize};

use super::{
    answer::DiscordError,
    client::{DiscordClient, numbers, unreadable},
    transport::{Call, Repeat},
};

/// Kinds of channels that an invite can lead to: text, voice, announcements, stage, forum (Discord, "Channel Types").
const INVITING: [i32; 5] = [0, 2, 5, 13, 15];

/// Text and announcements.
const TAKING_MESSAGES: [i32; 2] = [0, 5];

#[derive(Serialize)]
struct InviteRequest {
    max_age: i64,
    max_uses: i32,
    temporary: bool,
    unique: bool,
}

#[derive(Deserialize)]
struct InviteAnswer {
    code: String,
    expires_at: Option<DateTime<Utc>>,
}

#[derive(Deserialize)]
pub(super) struct ChannelAnswer {
    pub(super) id: String,
    #[serde(rename = "type")]
    pub(super) kind: i32,
    name: Option<String>,
    #[serde(default)]
    position: i32,
}

impl DiscordClient {
    /// Makes an invite that works once.
    ///
    /// # Errors
    /// [`DiscordError`]
    pub fn make_invite(
        &self,
        channel: &str,
        now: DateTime<Utc>,
        until: Instant,
    ) -> Result<Invite, DiscordError> {
        let body = InviteRequest {
            max_age: INVITE_LIFE.num_seconds(),
            max_uses: 1,
            temporary: false,
            unique: true,
        };
        let path = format!("/channels/{channel}/invites");
        let call = Call {
            repeat: Repeat::IfAnswered,
            ..self.bot(Method::POST, "/channels/{channel}/invites", path, until)
        };
        let answer: InviteAnswer = self
            .transport
            .send(&call, &|request| request.json(&body))?
            .json()?;
        let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
        if answer.code.is_empty() || answer.code.len() > 100 || !answer.code.bytes().all(plain) {
            return Err(unreadable("an invite without a code"));
        }
        Ok(Invite {
            code: answer.code,
            created_at: now,
            expires_at: answer.expires_at.unwrap_or(now + INVITE_LIFE),
        })
    }

    /// Whether an invite still works; so it is taken to, when Discord says nothing about it.
    #[must_use]
    pub fn invite_lives(&self, code: &str, until: Instant) -> bool {
        let answer = self.get("/invites/{code}", format!("/invites/{code}"), until);
        !matches!(
            answer,
            Err(DiscordError::Refused {
                code: numbers::UNKNOWN_INVITE,
                ..
            })
        )
    }

    /// The channels of the guild that the bot sees.
    pub(super) fn channels(&self, until: Instant) -> Result<Vec<ChannelAnswer>, DiscordError> {
        let path = format!("/guilds/{}/channels", self.guild);
        self.get("/guilds/{guild}/channels", path, until)?.json()
    }

    /// Whether the guild has a channel of this number that takes messages, and that the bot sees.
    ///
    /// # Errors
    /// [`DiscordError`]
    pub fn has_text_channel(&self, channel: &str, until: Instant) -> Result<bool, DiscordError> {
        let channels = self.channels(until)?;
        Ok(channels
            .iter()
            .any(|known| known.id == channel && TAKING_MESSAGES.contains(&known.kind)))
    }

    /// The number of the channel that a course names, by number or name; where it names none, the guild's own first.
    ///
    /// # Errors
    /// [`DiscordError`]; [`DiscordError::Refused`] where there is no such channel.
    pub fn channel(&self, named: Option<&str>, until: Instant) -> Result<String, DiscordError> {
        let named = named.map(|name| name.trim().trim_start_matches('#'));
        if let Some(number) =
            named.filter(|name| !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit()))
        {
            return Ok(number.to_owned());
        }
        if named.is_none()
            && let Some(system) = self.guild_facts(until)?.system_channel_id
        {
            return Ok(system);
        }
        let mut channels = self.channels(until)?;
        channels.retain(|channel| INVITING.contains(&channel.kind));
        channels.sort_by_key(|channel| (channel.kind, channel.position));
        let found = channels.into_iter().find(|channel| match (named, &channel.name) {
            (Some(named), Some(name)) => name.eq_ignore_ascii_case(named),
            (Some(_), None) => false,
            (None, _) => true,
        });
        found
            .map(|channel| channel.id)
            .ok_or_else(|| DiscordError::Refused {
                status: 404,
                code: 0,
                message: format!("the guild has no channel {}", named.unwrap_or("at all")),
            })
    }
}
