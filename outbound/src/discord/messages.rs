//! Messages to a channel, in which nothing is a mention.

use std::time::Instant;

use reqwest::Method;
use serde::Serialize;

use super::{
    answer::DiscordError,
    client::DiscordClient,
    transport::{Call, Repeat},
};

/// Nothing in the text is a mention (Discord, "Allowed Mentions Object").
#[derive(Serialize)]
struct AllowedMentions {
    parse: [String; 0],
}

#[derive(Serialize)]
struct MessageRequest<'a> {
    content: &'a str,
    allowed_mentions: AllowedMentions,
    nonce: &'a str,
    /// Within some minutes a message under the same nonce is not sent again.
    enforce_nonce: bool,
}

impl DiscordClient {
    /// Sends a message to a channel; `nonce` is the same at every try, and no other message's.
    ///
    /// # Errors
    /// [`DiscordError`]
    pub fn send_message(
        &self,
        channel: &str,
        content: &str,
        nonce: &str,
        until: Instant,
    ) -> Result<(), DiscordError> {
        let body = MessageRequest {
            content,
            allowed_mentions: AllowedMentions { parse: [] },
            nonce,
            enforce_nonce: true,
        };
        let path = format!("/channels/{channel}/messages");
        let call = Call {
            repeat: Repeat::IfUnsent,
            ..self.bot(Method::POST, "/channels/{channel}/messages", path, until)
        };
        self.transport
            .send(&call, &|request| request.json(&body))
            .map(|_| ())
    }
}
