//! Cookies: a text that this site did not sign is no device and no session, with any text around it.

use actix_web::{
    cookie::{Cookie, CookieJar, Key},
    http::header::{COOKIE, HeaderMap, HeaderValue},
    test::TestRequest,
};
use chrono::{DateTime, Utc};
use kernel::{KeyRing, UserId};
use portal_api::{DeviceId, KnownDevices, ReplacedKey};

const NEWEST: [u8; 64] = [1; 64];
const OLDER: [u8; 64] = [2; 64];
const DEVICE: DeviceId = DeviceId([9; 16]);
const USER: UserId = UserId(1);

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

/// A session's cookie that is signed with the older key, between other cookies.
fn sessions(data: &[u8]) {
    let keys = ReplacedKey::of(&KeyRing::new(NEWEST, Some(OLDER))).expect("there is an older key");
    let Ok(foreign) = HeaderValue::from_bytes(data) else {
        return;
    };
    let mut headers = HeaderMap::new();
    headers.insert(COOKIE, foreign.clone());
    assert_eq!(keys.replace(&mut headers, "portal"), None);
    assert_eq!(headers.get(COOKIE), Some(&foreign));

    let (before, after) = data.split_at(data.len() / 2);
    let signed = signed(&OLDER, "token");
    let around = [before, b"; ", signed.as_bytes(), b"; ", after].concat();
    let Ok(around) = HeaderValue::from_bytes(&around) else {
        return;
    };
    headers.insert(COOKIE, around.clone());
    let Some(value) = keys.replace(&mut headers, "portal") else {
        // Only a header that is no text as a whole is left alone.
        assert!(around.to_str().is_err(), "{around:?}");
        return;
    };
    let replaced = Cookie::new("portal", value).encoded().stripped().to_string();
    assert_eq!(replaced, self::signed(&NEWEST, "token"));
    assert_eq!(
        keys.replace(&mut headers, "portal"),
        None,
        "it is signed with the newest key now"
    );
}

/// `portal=` and the value, as a browser sends it.
fn signed(key: &[u8; 64], value: &str) -> String {
    let mut jar = CookieJar::new();
    jar.signed_mut(&Key::from(key))
        .add(Cookie::new("portal", value.to_owned()));
    let cookie = jar.get("portal").expect("it was added");
    cookie.encoded().stripped().to_string()
}
