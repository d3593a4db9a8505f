//! Cookies: a text that this site did not sign is no device; a session's token is what follows the signature, whatever that is.

use actix_web::{
    cookie::Cookie,
    http::header::{COOKIE, HeaderValue},
    test::TestRequest,
};
use chrono::{DateTime, Utc};
use kernel::{KeyRing, UserId};
use portal_api::{DeviceId, KnownDevices, SessionCookies};

const NEWEST: [u8; 64] = [1; 64];
const OLDER: [u8; 64] = [2; 64];
const DEVICE: DeviceId = DeviceId([9; 16]);
const USER: UserId = UserId(1);
/// Characters.
const SIGNATURE: usize = 44;

pub fn check(data: &[u8]) {
    let devices = KnownDevices::new(&KeyRing::new(NEWEST, Some(OLDER)), false);
    let now = DateTime::from_timestamp(1_800_000_000, 0).expect("a time");
    let genuine = devices.token(DEVICE, USER, now);
    if let Ok(text) = std::str::from_utf8(data) {
        assert!(
            devices
                .device(text, Some(USER), now)
                .is_none_or(|_| text == genuine)
        );
    }
    let changed = changed(&genuine, data);
    let found = devices.device(&changed, Some(USER), now);
    assert_eq!(found, (changed == genuine).then_some(DEVICE), "{changed}");
    in_a_request(data, &devices, now);
    sessions(data);
}

/// The text with some of its characters replaced: pairs of a place and a character.
fn changed(text: &str, edits: &[u8]) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    for edit in edits.chunks_exact(2) {
        let place = usize::from(edit[0]) % signs.len();
        signs[place] = char::from(edit[1]);
    }
    signs.into_iter().collect()
}

/// The fuzzer's bytes as the whole header of a request.
fn in_a_request(data: &[u8], devices: &KnownDevices, now: DateTime<Utc>) {
    let Ok(value) = HeaderValue::from_bytes(data) else {
        return;
    };
    let request = TestRequest::default()
        .insert_header((COOKIE, value))
        .to_http_request();
    if let Some(found) = devices.recognise(&request, Some(USER), now) {
        assert_eq!(found, DEVICE);
    }
    assert_eq!(devices.recognise(&request, None, now), None);
}

/// The fuzzer's bytes as a session's cookie, and as the whole header.
fn sessions(data: &[u8]) {
    let cookies = SessionCookies::new(&NEWEST, false);
    let token = |header: HeaderValue| {
        let request = TestRequest::default().insert_header((COOKIE, header));
        cookies.token(&request.to_http_request())
    };
    if let Ok(header) = HeaderValue::from_bytes(data) {
        assert_ne!(token(header).as_deref(), Some(""));
    }
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let sent = |cookie: &Cookie<'_>| {
        let header = cookie.encoded().stripped().to_string();
        HeaderValue::from_str(&header).expect("it is encoded")
    };
    let follows = text.get(SIGNATURE..).filter(|token| !token.is_empty());
    assert_eq!(token(sent(&Cookie::new("portal", text))).as_deref(), follows);
    if !text.is_empty() {
        assert_eq!(token(sent(&cookies.cookie(text))).as_deref(), Some(text));
    }
}
