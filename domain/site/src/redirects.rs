//! Old addresses that lead to new ones: `[redirects]` of the owner's folder (contract, "Moving in").

use std::collections::BTreeMap;

/// More old addresses than a site of this kind has had.
pub const MOST_REDIRECTS: usize = 1_000;
const MAX_BYTES: usize = 1_000;

/// The pages of the site, a `:` before what stands for a number. A test of the frontend holds them equal to its addresses.
const PAGES: &[&str] = &[
    "/",
    "/about",
    "/checkout",
    "/checkout/complete",
    "/checkout/sandbox",
    "/contact",
    "/courses",
    "/courses/:id",
    "/courses/forex",
    "/courses/futures",
    "/faq",
    "/portal",
    "/portal/account",
    "/portal/auth",
    "/portal/course/:id",
    "/portal/courses",
    "/portal/discord-verify",
    "/portal/discord/callback",
    "/portal/live",
    "/portal/live/:id",
    "/portal/review",
    "/portal/search",
    "/pricing",
    "/privacy",
    "/reminders",
    "/reset-password",
    "/terms",
    "/verify-email",
    "/withdraw",
];

/// What the server answers itself beside pages; everything below each of them too.
const OWN: &[&str] = &[
    "/.well-known",
    "/api",
    "/assets",
    "/calendar",
    "/favicon.svg",
    "/healthz",
    "/mark.svg",
    "/media",
    "/metrics",
    "/og",
    "/portal",
    "/readyz",
    "/robots.txt",
    "/sitemap.xml",
    "/staff",
    "/texts",
];

/// Old addresses with where they lead.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Redirects(BTreeMap<String, String>);

impl Redirects {
    /// Takes the addresses that [`redirect_problem`] found no problem with.
    #[must_use]
    pub fn of(pairs: impl IntoIterator<Item = (String, String)>) -> Self {
        let pairs = pairs.into_iter().map(|(from, to)| (plain(&from).to_owned(), to));
        Self(pairs.collect())
    }

    /// Where a path leads; `None` if it is no old address.
    #[must_use]
    pub fn target(&self, path: &str) -> Option<&str> {
        self.0.get(plain(path)).map(String::as_str)
    }
}

/// A path without the slash at its end, with which it means the same.
fn plain(path: &str) -> &str {
    path.strip_suffix('/')
        .filter(|rest| !rest.is_empty())
        .unwrap_or(path)
}

/// What is wrong with a redirect, in words that follow the old address. `is_source`: whether an address is an old one too.
#[must_use]
pub fn redirect_problem(from: &str, to: &str, is_source: &dyn Fn(&str) -> bool) -> Option<String> {
    let target = to.split(['?', '#']).next().unwrap_or_default();
    let problem = if !is_path(from) || from.contains(['?', '#']) {
        "must be a path of this site such as \"/old-address\", without ? and #".to_owned()
    } else if is_page(from) {
        "is a page of this site".to_owned()
    } else if OWN.iter().any(|own| is_below(from, own)) {
        "is an address that the server answers itself".to_owned()
    } else if !is_path(to) {
        format!("its target `{to}` must be a path of this site such as \"/pricing\"")
    } else if is_source(plain(target)) {
        format!("its target `{target}` is redirected too; name where that leads")
    } else if !is_page(target) {
        format!("its target `{target}` is no page of this site")
    } else {
        return None;
    };
    Some(problem)
}

/// A path that leads to no other site, written as browsers send it.
fn is_path(text: &str) -> bool {
    let is_sent = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'\\' | b'"' | b'<' | b'>');
    text.starts_with('/') && !text.starts_with("//") && text.len() <= MAX_BYTES && text.bytes().all(is_sent)
}

fn is_below(path: &str, own: &str) -> bool {
    path.strip_prefix(own)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn is_page(path: &str) -> bool {
    let path = plain(path);
    let fits = |page: &&str| {
        let (mut wanted, mut given) = (page.split('/'), path.split('/'));
        let is_same = wanted
            .by_ref()
            .all(|segment| match (given.next(), segment.starts_with(':')) {
                (Some(given), true) => given.parse::<i32>().is_ok_and(|id| id > 0),
                (given, _) => given == Some(segment),
            });
        is_same && given.next().is_none()
    };
    PAGES.iter().any(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("/old", "/pricing")]
    #[case("/old/", "/courses/7")]
    #[case("/a/b.html", "/portal/course/3?lesson=4#notes")]
    #[case("/courses/crypto-masterclass", "/courses")]
    #[case("/caf%C3%A9", "/")]
    fn an_old_address_leads_to_a_page(#[case] from: &str, #[case] to: &str) {
        assert_eq!(redirect_problem(from, to, &|_| false), None);
        let redirects = Redirects::of([(from.to_owned(), to.to_owned())]);
        assert_eq!(redirects.target(plain(from)), Some(to));
        assert_eq!(redirects.target(&format!("{}/", plain(from))), Some(to));
        assert_eq!(redirects.target("/other"), None);
    }

    #[rstest]
    #[case("old", "/pricing", "must be a path")]
    #[case("//other.example", "/pricing", "must be a path")]
    #[case("/old?page=2", "/pricing", "must be a path")]
    #[case("/o ld", "/pricing", "must be a path")]
    #[case("/pricing", "/faq", "is a page")]
    #[case("/pricing/", "/faq", "is a page")]
    #[case("/courses/7", "/faq", "is a page")]
    #[case("/api/user", "/faq", "the server answers itself")]
    #[case("/calendar", "/faq", "the server answers itself")]
    #[case("/staff/anything", "/faq", "the server answers itself")]
    #[case(
        "/old",
        "https://other.example/",
        "must be a path of this site such as \"/pricing\""
    )]
    #[case("/old", "//other.example", "must be a path of this site such as \"/pricing\"")]
    #[case("/old", "/nothing", "is no page")]
    #[case("/old", "/courses/none", "is no page")]
    #[case("/old", "/older", "is redirected too")]
    #[case("/old", "/old", "is redirected too")]
    fn what_leads_nowhere_or_takes_a_page_away_is_refused(
        #[case] from: &str,
        #[case] to: &str,
        #[case] problem: &str,
    ) {
        let found =
            redirect_problem(from, to, &|path| ["/old", "/older"].contains(&path)).unwrap_or_default();
        assert!(found.contains(problem), "{from} to {to}: {found}");
    }
}
