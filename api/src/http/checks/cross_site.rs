//! Requests that another site made a browser send.

use actix_web::{
    dev::ServiceRequest,
    http::{Method, header},
};

/// A read that is recorded in the audit trail and counts as an attempt: no other site may make a browser send it.
const RECORDED_READ: &str = "/api/user/export";

/// Whether a browser says that another site made it send a request that changes something. Newer browsers say so in
/// `Sec-Fetch-Site`, older ones only name the `Origin`; programs that are no browsers say neither and carry no cookie of a
/// victim.
pub fn is_cross_site(request: &ServiceRequest, public_origin: &str) -> bool {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if reads && request.path() != RECORDED_READ {
        return false;
    }
    let headers = request.headers();
    if let Some(site) = headers.get("sec-fetch-site") {
        return !matches!(site.as_bytes(), b"same-origin" | b"none");
    }
    let Some(origin) = headers.get(header::ORIGIN) else {
        return false;
    };
    let Ok(origin) = origin.to_str() else { return true };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let own = origin
        .split_once("://")
        .is_some_and(|(_, authority)| Some(authority) == host);
    !(own || origin.eq_ignore_ascii_case(public_origin))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;
    use rstest::rstest;

    #[rstest]
    #[case(&[("sec-fetch-site", "same-origin")], false)]
    #[case(&[("sec-fetch-site", "none")], false)]
    #[case(&[("sec-fetch-site", "cross-site")], true)]
    #[case(&[("sec-fetch-site", "same-site")], true)]
    #[case(&[("sec-fetch-site", "cross-site"), ("origin", "https://portal.example")], true)]
    #[case(&[("origin", "https://portal.example")], false)]
    #[case(&[("origin", "http://127.0.0.1:8080"), ("host", "127.0.0.1:8080")], false)]
    #[case(&[("origin", "https://evil.example"), ("host", "127.0.0.1:8080")], true)]
    #[case(&[("origin", "null")], true)]
    #[case(&[], false)]
    fn a_request_from_another_site_is_known_by_its_headers(
        #[case] headers: &[(&str, &str)],
        #[case] cross: bool,
    ) {
        let mut request = TestRequest::post();
        for (name, value) in headers {
            request = request.insert_header((*name, *value));
        }
        assert_eq!(
            is_cross_site(&request.to_srv_request(), "https://portal.example"),
            cross
        );
    }

    #[test]
    fn reading_is_not_cross_site() {
        let request = TestRequest::get()
            .insert_header(("sec-fetch-site", "cross-site"))
            .to_srv_request();
        assert!(!is_cross_site(&request, "https://portal.example"));
        let export = TestRequest::get()
            .uri(RECORDED_READ)
            .insert_header(("sec-fetch-site", "cross-site"))
            .to_srv_request();
        assert!(
            is_cross_site(&export, "https://portal.example"),
            "but one that is recorded"
        );
    }
}
