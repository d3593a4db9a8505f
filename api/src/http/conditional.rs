//! Conditional requests: whether the caller has the representation already (RFC 9110 section 13).

use actix_web::{
    HttpRequest,
    http::header::{EntityTag, Header, IfNoneMatch},
};

/// Whether `If-None-Match` names the representation with this tag; such a request is answered 304.
pub fn is_known(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(known)) => known.iter().any(|known| known.weak_eq(tag)),
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

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
