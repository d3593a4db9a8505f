//! Conditional requests and byte ranges: whether the caller has the representation already (RFC 9110 section 13), and which part of a file a
//! request asks for (RFC 9110 section 14).
//!
//! Decision: the header of a range is read here and not by the library, which leaves out what it cannot read: of `bytes=0-9,x` it kept the
//! first half, where the whole header is to be ignored. Cost: the few lines of the grammar.

use actix_web::{
    HttpRequest,
    http::header::{self, EntityTag, Header, IfNoneMatch, IfRange},
};

/// Whether `If-None-Match` names the representation with this tag; such a request is answered 304.
pub fn is_known(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(known)) => known.iter().any(|known| known.weak_eq(tag)),
        Err(_) => false,
    }
}

/// What a request asks for of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskedRange {
    Whole,
    /// First and last byte, both within the file.
    Part(u64, u64),
    /// Bytes that the file does not have.
    Unsatisfiable,
}

/// A range as it is written (RFC 9110 section 14.1.2).
#[derive(Clone, Copy)]
enum Written {
    FromTo(u64, u64),
    From(u64),
    /// So many bytes at the end.
    Last(u64),
}

/// What a request asks for of a file of `length` bytes with this tag. More than one range at once, which no player asks for, and
/// a header that cannot be read are answered with the whole.
pub fn asked_range(request: &HttpRequest, etag: &EntityTag, length: u64) -> AskedRange {
    let unchanged = match IfRange::parse(request) {
        Ok(IfRange::EntityTag(condition)) => condition.strong_eq(etag),
        Ok(IfRange::Date(_)) => false,
        Err(_) => !request.headers().contains_key(header::IF_RANGE),
    };
    let mut headers = request.headers().get_all(header::RANGE);
    let (Some(value), None) = (headers.next(), headers.next()) else {
        return AskedRange::Whole;
    };
    let written = value.to_str().ok().and_then(written).filter(|_| unchanged);
    match written {
        None => AskedRange::Whole,
        Some(Written::FromTo(first, last)) if first < length => AskedRange::Part(first, last.min(length - 1)),
        Some(Written::From(first)) if first < length => AskedRange::Part(first, length - 1),
        // A suffix longer than the file means the whole of it.
        Some(Written::Last(count)) if count > 0 && length > 0 => {
            AskedRange::Part(length - count.min(length), length - 1)
        }
        Some(_) => AskedRange::Unsatisfiable,
    }
}

/// The one range of a header.
fn written(header: &str) -> Option<Written> {
    let (unit, set) = header.split_once('=')?;
    if !unit.eq_ignore_ascii_case("bytes") {
        return None;
    }
    let ranges = set.split(',').map(str::trim);
    // Empty elements of a list count for nothing (RFC 9110 section 5.6.1.2).
    let mut ranges = ranges.filter(|range| !range.is_empty());
    let (range, None) = (ranges.next()?, ranges.next()) else {
        return None;
    };
    match range.split_once('-')? {
        ("", count) => Some(Written::Last(number(count)?)),
        (first, "") => Some(Written::From(number(first)?)),
        (first, last) => {
            let (first, last) = (number(first)?, number(last)?);
            (first <= last).then_some(Written::FromTo(first, last))
        }
    }
}

/// Digits only; a number that is too large for `u64` is read as the largest.
fn number(digits: &str) -> Option<u64> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;
    use rstest::rstest;

    #[rstest]
    #[case("bytes=0-9", 100, AskedRange::Part(0, 9))]
    #[case("Bytes=90-", 100, AskedRange::Part(90, 99))]
    #[case("bytes= -5 ,", 100, AskedRange::Part(95, 99))]
    #[case("bytes=-500", 100, AskedRange::Part(0, 99))]
    #[case("bytes=5-99999999999999999999", 100, AskedRange::Part(5, 99))]
    #[case("bytes=99999999999999999999-", 100, AskedRange::Unsatisfiable)]
    #[case("bytes=100-", 100, AskedRange::Unsatisfiable)]
    #[case("bytes=-0", 100, AskedRange::Unsatisfiable)]
    #[case("bytes=-5", 0, AskedRange::Unsatisfiable)]
    #[case("bytes=0-9,x", 100, AskedRange::Whole)]
    #[case("bytes=x,0-9", 100, AskedRange::Whole)]
    #[case("bytes=0-1,5-9", 100, AskedRange::Whole)]
    #[case("bytes=+0-9", 100, AskedRange::Whole)]
    #[case("bytes=9-1", 100, AskedRange::Whole)]
    #[case("bytes=-", 100, AskedRange::Whole)]
    #[case("bytes=", 100, AskedRange::Whole)]
    #[case("lines=0-9", 100, AskedRange::Whole)]
    fn a_range_is_read_by_its_grammar_or_ignored(
        #[case] header: &str,
        #[case] length: u64,
        #[case] expected: AskedRange,
    ) {
        let request = TestRequest::default().insert_header(("range", header));
        let tag = EntityTag::new_strong(String::from("tag"));
        assert_eq!(asked_range(&request.to_http_request(), &tag, length), expected);
    }

    #[test]
    fn two_headers_and_a_file_that_changed_are_answered_with_the_whole() {
        let tag = EntityTag::new_strong(String::from("tag"));
        let ranged = || TestRequest::default().append_header(("range", "bytes=0-9"));
        let twice = ranged().append_header(("range", "bytes=0-9")).to_http_request();
        assert_eq!(asked_range(&twice, &tag, 100), AskedRange::Whole);
        let same = ranged().insert_header(("if-range", "\"tag\"")).to_http_request();
        assert_eq!(asked_range(&same, &tag, 100), AskedRange::Part(0, 9));
        for other in ["\"other\"", "W/\"tag\"", "nonsense"] {
            let request = ranged().insert_header(("if-range", other)).to_http_request();
            assert_eq!(asked_range(&request, &tag, 100), AskedRange::Whole, "{other}");
        }
    }

    #[test]
    fn a_tag_is_known_where_it_is_named_also_weakly_and_among_others() {
        let tag = EntityTag::new_strong(String::from("abc"));
        let known = |value: &str| {
            let request = TestRequest::default().insert_header(("if-none-match", value));
            is_known(&request.to_http_request(), &tag)
        };
        for value in ["\"abc\"", "W/\"abc\"", "\"x\", \"abc\"", "*"] {
            assert!(known(value), "{value}");
        }
        for value in ["", "abc", "\"ab\"", "\"abc", "W/\"x\""] {
            assert!(!known(value), "{value}");
        }
        assert!(!is_known(&TestRequest::default().to_http_request(), &tag));
    }
}
