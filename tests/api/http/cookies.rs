//! The session cookie: what it promises, that it is new at every sign-in, and that nothing else becomes one.

use kernel::AccessTerm;
use rstest::rstest;
use support::{
    Server, Sqlite,
    catalogue_fixture::{CatalogueFixture, PASSWORD, credentials, fresh_key, member, registration},
};

#[rstest]
#[case("http://portal.example", "portal", false)]
#[case("https://portal.example", "__Host-portal", true)]
fn the_cookie_is_http_only_lax_host_only_and_secure_over_https(
    #[case] origin: &str,
    #[case] name: &str,
    #[case] secure: bool,
) {
    let server = Server::with(Sqlite, &[("PORTAL_PUBLIC_URL", origin)]);
    let catalogue = CatalogueFixture::open(&server);
    let key = fresh_key(&server, catalogue.futures, AccessTerm::Lifetime);
    let mut browser = server.visitor();
    let registered = browser.post("/api/register", &registration("Trader", &key));
    let signed_in = server
        .visitor()
        .post("/api/login", &credentials("Trader", PASSWORD));
    for answer in [registered, signed_in] {
        let cookies: Vec<_> = answer.headers.get_all("set-cookie").iter().collect();
        // The session's, and after it the known device's.
        let names = [name.to_owned(), format!("{name}-device")];
        assert_eq!(cookies.len(), names.len());
        for (cookie, name) in cookies.into_iter().zip(names) {
            let cookie = cookie.to_str().unwrap();
            let mut parts = cookie.split("; ");
            assert!(parts.next().unwrap().starts_with(&format!("{name}=")), "{cookie}");
            let attributes: Vec<_> = parts.map(str::to_ascii_lowercase).collect();
            let has = |attribute: &str| attributes.iter().any(|have| have == attribute);
            assert!(
                has("httponly") && has("samesite=lax") && has("path=/"),
                "{cookie}"
            );
            assert_eq!(has("secure"), secure, "{cookie}");
            assert!(
                !attributes.iter().any(|attribute| attribute.starts_with("domain")),
                "{cookie}"
            );
        }
    }
    let expected = secure.then_some("max-age=31536000");
    for path in ["/", "/healthz", "/api/user", "/no-such-page", "/courses/4711"] {
        let answer = server.visitor().get(path);
        assert_eq!(answer.header("strict-transport-security"), expected, "{path}");
    }
}

#[test]
fn subdomains_are_held_to_https_where_the_owner_says_so() {
    let settings = [
        ("PORTAL_PUBLIC_URL", "https://portal.example"),
        ("PORTAL_HSTS_SUBDOMAINS", "on"),
    ];
    let server = Server::with(Sqlite, &settings);
    let answer = server.visitor().get("/healthz");
    assert_eq!(
        answer.header("strict-transport-security"),
        Some("max-age=31536000; includeSubDomains")
    );
}

#[test]
fn a_planted_cookie_never_becomes_a_session() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let _ = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    // A real cookie of the attacker's own, planted in the victim's browser before the victim signs in.
    let attacker = member(&server, "Attacker", catalogue.futures, AccessTerm::Lifetime);
    for planted in [attacker.cookie().unwrap(), "portal=chosen-by-the-attacker"] {
        let mut victim = server.visitor();
        victim.set_cookie(Some(planted));
        let _ = victim
            .post("/api/login", &credentials("Trader", PASSWORD))
            .ok(200);
        assert_ne!(victim.cookie(), Some(planted));
        assert_eq!(victim.get("/api/user").ok(200)["username"], "Trader");
        let mut thief = server.visitor();
        thief.set_cookie(Some(planted));
        assert!(!thief.is_signed_in(), "the planted cookie became a session");
    }
}

#[test]
fn a_changed_token_is_worth_nothing() {
    let server = Server::start(Sqlite);
    let catalogue = CatalogueFixture::open(&server);
    let browser = member(&server, "Trader", catalogue.futures, AccessTerm::Lifetime);
    let cookie = browser.cookie().unwrap().to_owned();
    let last = cookie.len() - 1;
    let swapped = if cookie.ends_with('A') { "B" } else { "A" };
    let middle = last - 20;
    let other = if &cookie[middle..=middle] == "A" { "B" } else { "A" };
    let middle = format!("{}{other}{}", &cookie[..middle], &cookie[middle + 1..]);
    for changed in [
        format!("{}{swapped}", &cookie[..last]),
        cookie[..last].to_owned(),
        middle,
        cookie.replace("portal=", "other="),
    ] {
        if changed == cookie {
            continue;
        }
        let mut thief = server.visitor();
        thief.set_cookie(Some(&changed));
        assert!(!thief.is_signed_in(), "{changed} signs in");
    }
    // The token is what counts, and its 256 random bits need no signature.
    let (name, value) = cookie.split_once('=').unwrap();
    let signature = if value.starts_with('A') { "B" } else { "A" };
    for same in [cookie.clone(), format!("{name}={signature}{}", &value[1..])] {
        let mut again = server.visitor();
        again.set_cookie(Some(&same));
        assert!(again.is_signed_in(), "{same}");
    }
}
