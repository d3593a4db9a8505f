//! Byte ranges: a part lies within the file, and the library that reads the header more loosely agrees on each part.
//!
//! The first line is the file's length, the second is `Range`, the third `If-Range`.

use actix_web::{
    http::header::{EntityTag, HeaderValue, IF_RANGE, RANGE, Range},
    test::TestRequest,
};
use portal_api::{AskedRange, asked_range};

pub fn check(data: &[u8]) {
    let mut lines = data.split(|byte| *byte == b'\n');
    let length = std::str::from_utf8(lines.next().unwrap_or_default()).ok();
    let length: u64 = length.and_then(|text| text.parse().ok()).unwrap_or(1_000);
    let tag = EntityTag::new_strong(String::from("tag"));
    let mut request = TestRequest::default();
    let range = lines.next().and_then(|line| HeaderValue::from_bytes(line).ok());
    let condition = lines.next().and_then(|line| HeaderValue::from_bytes(line).ok());
    if let Some(value) = &range {
        request = request.insert_header((RANGE, value.clone()));
    }
    if let Some(value) = &condition {
        request = request.insert_header((IF_RANGE, value.clone()));
    }
    let asked = asked_range(&request.to_http_request(), &tag, length);
    if range.is_none() || condition.is_some_and(|value| !value.as_bytes().ends_with(b"\"tag\"")) {
        assert_eq!(asked, AskedRange::Whole);
    }
    let Some(text) = range.as_ref().and_then(|value| value.to_str().ok()) else {
        return;
    };
    if let AskedRange::Part(first, last) = asked {
        assert!(first <= last && last < length, "{first}-{last} of {length}");
        if let Ok(Range::Bytes(ranges)) = text.to_ascii_lowercase().parse::<Range>() {
            assert_eq!(ranges.len(), 1, "{text}");
            let library = ranges[0].to_satisfiable_range(length);
            assert_eq!(library, Some((first, last)), "{text} of {length}");
        }
    }
    if asked == AskedRange::Unsatisfiable {
        assert!(text.contains('-'), "{text}");
    }
}
