//! Answers of Discord: a success is JSON, a failure is one short line, and no wait is longer than an hour.
//!
//! The bytes are an answer as it travels: a status, headers, an empty line and the body.

use std::time::Duration;

use http::{
    StatusCode,
    header::{HeaderMap, HeaderName, HeaderValue},
};
use outbound::{DiscordError, GuildFacts, GuildRole, read_answer};

pub fn check(data: &[u8]) {
    let end = data
        .windows(2)
        .position(|pair| pair == b"\n\n")
        .unwrap_or(data.len());
    let (head, body) = data.split_at(end);
    let body = body.get(2..).unwrap_or_default();
    let mut lines = head.split(|byte| *byte == b'\n');
    let Ok(status) = StatusCode::from_bytes(lines.next().unwrap_or_default()) else {
        return;
    };
    let mut headers = HeaderMap::new();
    for line in lines {
        let mut parts = line.splitn(2, |byte| *byte == b':');
        let name = HeaderName::from_bytes(parts.next().unwrap_or_default());
        let value = HeaderValue::from_bytes(parts.next().unwrap_or_default());
        if let (Ok(name), Ok(value)) = (name, value) {
            headers.append(name, value);
        }
    }
    match read_answer(status, &headers, body.to_vec()) {
        Ok(read) => {
            assert!(status.is_success() && read == body);
            let _ = serde_json::from_slice::<GuildFacts>(body);
            let _ = serde_json::from_slice::<Vec<GuildRole>>(body);
        }
        Err(error) => {
            let line = error.to_string();
            assert!(
                !line.contains(char::is_control) && line.chars().count() < 300,
                "{line}"
            );
            match error {
                DiscordError::Wait(wait) => assert!(wait <= Duration::from_secs(3_600), "{wait:?}"),
                DiscordError::TokenRefused => assert_eq!(status, StatusCode::UNAUTHORIZED),
                DiscordError::Refused { status: told, .. } => {
                    assert!(told == status.as_u16() && status.is_client_error())
                }
                DiscordError::Unavailable { late, .. } => assert!(!late),
            }
        }
    }
}
