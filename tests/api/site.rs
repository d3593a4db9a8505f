//! The owner's folder (contract, "The owner's folder"): what its values change, and that nothing changes without it.

mod catalogue;
mod files;
mod refusals;

use std::{fs, path::Path};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use support::{Answer, Engine, Server, Sqlite, server::process_memory::resident};
use tempfile::TempDir;

const PAGES: [&str; 12] = [
    "/",
    "/courses",
    "/courses/futures",
    "/courses/forex",
    "/about",
    "/pricing",
    "/contact",
    "/faq",
    "/privacy",
    "/terms",
    "/withdraw",
    "/checkout",
];
const SHELLS: [&str; 4] = ["/portal", "/portal/auth", "/portal/account", "/checkout/complete"];
const BUILT_IN_BRAND: &str = "Before the Bell";

const VALUES: &str = r##"
currency = "eur"
refund_days = 45
social = []
[brand]
name = "Range & <Sons>"
tagline = "Say no first"
[home]
headline = "Trade the range, not the news"
[company]
legal_name = "Opening Range BV"
[plans.basic]
name = "Quarter"
price = 199
[plans.premium]
price = 1350
[plans.mentorship]
opens = { courses = "futures", term = "1m" }
[colours]
accent = "#7a1fa2"
[colours.dark]
surface = "#1a0b20"
"##;

/// A folder of the site with these files.
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

pub fn with_folder(engine: Engine, folder: &Path, more: &[(&str, &str)]) -> Server {
    let path = folder.to_str().unwrap();
    let mut settings = vec![("PORTAL_SITE_DIR", path)];
    settings.extend_from_slice(more);
    Server::with(engine, &settings)
}

pub fn html(answer: &Answer) -> String {
    String::from_utf8(answer.body.clone()).unwrap()
}

/// What a page shows search engines.
fn structured_data(page: &str) -> Vec<Value> {
    page.split("<script type=\"application/ld+json\">")
        .skip(1)
        .filter_map(|rest| rest.split_once("</script>"))
        .map(|(json, _)| serde_json::from_str(json).unwrap())
        .collect()
}

#[test]
fn a_folder_keeps_no_more_memory_than_its_pages() {
    let folder = folder(&[("site.toml", VALUES)]);
    let kilobytes = |server: &Server| {
        for path in PAGES {
            let _ = server.visitor().get(path);
        }
        resident(server.id())
    };
    let with = kilobytes(&with_folder(Sqlite, folder.path(), &[]));
    let without = kilobytes(&Server::with(Sqlite, &[]));
    assert!(
        with < without + 10_000,
        "{with} kB with a folder, {without} kB without one"
    );
}

#[test]
fn every_page_has_the_brand_and_the_colours_of_the_folder_and_its_policy_names_their_style() {
    let folder = folder(&[("site.toml", VALUES)]);
    let server = with_folder(Sqlite, folder.path(), &[]);
    for path in PAGES.into_iter().chain(SHELLS).chain(["/no-such-page"]) {
        let answer = server.visitor().get(path);
        let page = html(&answer);
        assert!(!page.contains(BUILT_IN_BRAND), "{path}");
        assert!(page.contains("\"name\":\"Range & \\u003cSons>\""), "{path}");
        assert!(page.contains("--accent:#7a1fa2;"), "{path}");
        assert!(
            page.contains("<meta name=\"theme-color\" content=\"#1a0b20\" />"),
            "{path}"
        );
        assert!(!page.contains("public-url.invalid"), "{path}");
        assert!(
            !page.contains("og:image") && !page.contains("twitter:image"),
            "{path}"
        );
        let policy = answer.header("content-security-policy").unwrap();
        for (style, _) in page
            .split("<style>")
            .skip(1)
            .filter_map(|rest| rest.split_once("</style>"))
        {
            let hash = BASE64_STANDARD.encode(Sha256::digest(style));
            assert!(policy.contains(&format!("'sha256-{hash}'")), "{path}: {policy}");
        }
        if PAGES.contains(&path) {
            assert!(page.contains("Range &amp; &lt;Sons&gt;"), "{path}");
        }
    }
}

#[test]
fn words_and_figures_of_the_folder_stand_on_their_pages() {
    let folder = folder(&[("site.toml", VALUES)]);
    let server = with_folder(Sqlite, folder.path(), &[]);
    // React parts texts that are computed from texts that are not.
    let page = |path: &str| html(&server.visitor().get(path)).replace("<!-- -->", "");
    assert!(page("/").contains("Trade the range, not the news"));
    for (path, words) in [
        ("/pricing", "45 days"),
        ("/checkout", "45-day"),
        ("/faq", "45 days"),
        ("/terms", "45 days"),
    ] {
        assert!(page(path).contains(words), "{path}");
    }
    assert!(page("/about").contains("Opening Range BV"));
    assert!(!page("/").contains("instagram.example"));
    let manifest = server.visitor().get("/site.webmanifest");
    assert_eq!(manifest.header("content-type"), Some("application/manifest+json"));
    let manifest = manifest.json();
    assert_eq!(
        (&manifest["name"], &manifest["theme_color"]),
        (&json!("Range & <Sons>"), &json!("#1a0b20"))
    );
    let icon = html(&server.visitor().get("/favicon.svg"));
    assert!(icon.contains("#1a0b20"), "{icon}");
    let sitemap = html(&server.visitor().get("/sitemap.xml"));
    assert!(
        sitemap.contains("<loc>http://portal.example/pricing</loc>"),
        "{sitemap}"
    );
}

#[test]
fn what_checkout_charges_is_what_the_pages_say() {
    let folder = folder(&[("site.toml", VALUES)]);
    let sandbox = [("PORTAL_DEMO", "on"), ("PORTAL_PAYMENTS", "sandbox")];
    let server = with_folder(Sqlite, folder.path(), &sandbox);
    let pricing = html(&server.visitor().get("/pricing"));
    let course = structured_data(&html(&server.visitor().get("/courses/futures")));
    let offers = &course[0]["offers"];
    for (plan, name, total, shown) in [
        ("basic", "Quarter", 19_900, "€199"),
        ("premium", "6-Month Access", 135_000, "€1,350"),
        ("mentorship", "1-on-1 Mentorship", 25_000, "€250"),
    ] {
        let mut buyer = server.visitor();
        let body =
            json!({ "plan": plan, "email": "anna@example.com", "firstName": "Anna", "lastName": "Buyer" });
        let url = buyer.post("/api/checkout", &body).ok(200)["url"].clone();
        let (_, order) = url.as_str().unwrap().split_once("?order=").unwrap();
        let asked = buyer.get(&format!("/api/sandbox/{order}")).ok(200);
        assert_eq!(
            (&asked["title"], &asked["total"], &asked["currency"]),
            (&json!(name), &json!(total), &json!("eur"))
        );
        assert!(pricing.contains(shown), "{shown}");
        let offer = offers
            .as_array()
            .unwrap()
            .iter()
            .find(|offer| offer["name"] == name);
        if let Some(offer) = offer {
            assert_eq!(
                (&offer["price"], &offer["priceCurrency"]),
                (&json!(total / 100), &json!("EUR"))
            );
        }
    }
    // The period of each plan follows the folder, and the third plan is sold by it.
    let text = pricing.replace("<!-- -->", "");
    assert!(text.contains("Mentorship for €250"), "{text}");
    assert_eq!(offers.as_array().unwrap().len(), 2);
    let is_price = |rest: &str| rest.starts_with(|sign: char| sign.is_ascii_digit());
    assert!(
        !pricing.split('$').skip(1).any(is_price),
        "a price in dollars is left"
    );
}

#[test]
fn a_partner_without_a_link_is_on_no_page() {
    let texts = |values: &str| {
        let folder = folder(&[("site.toml", values)]);
        let server = with_folder(Sqlite, folder.path(), &[]);
        ["/", "/courses", "/faq"].map(|path| html(&server.visitor().get(path)).replace("<!-- -->", ""))
    };
    let one = "[partners.funded_accounts]\nurl = \"\"\n[partners.charts]\nurl = \"\"\n";
    let [home, courses, faq] = texts(one);
    for page in [&home, &courses, &faq] {
        assert!(page.contains("Example Funding"), "{page}");
        assert!(
            !page.contains(">Example Charts<") && !page.contains(">Example Prop Firm<"),
            "{page}"
        );
    }
    assert!(home.contains("10% off at a prop firm"), "{home}");
    assert!(!courses.contains("A chart to draw on"), "{courses}");
    assert!(faq.contains("Yes, with one. Example Funding gives"), "{faq}");
    let [home, courses, faq] = texts(&format!("{one}[partners.discounted_evaluation]\nurl = \"\"\n"));
    assert!(!home.contains("Partners, and what they are for"), "{home}");
    assert!(!courses.contains("What to trade along with"), "{courses}");
    assert!(!faq.contains("Do you work with prop firms?"), "{faq}");
}

#[test]
fn a_made_page_is_compressed_and_validated_like_an_embedded_one() {
    let folder = folder(&[("site.toml", VALUES)]);
    let server = with_folder(Sqlite, folder.path(), &[]);
    let mut visitor = server.visitor();
    let plain = visitor.get("/pricing").body.len();
    let accepted = ("accept-encoding", "gzip, deflate, br");
    let answer = visitor.send("GET", "/pricing", &[accepted], None);
    assert_eq!(answer.header("vary"), Some("Accept-Encoding"));
    assert_eq!(answer.header("content-encoding"), Some("gzip"));
    assert!(answer.body.len() * 2 < plain, "{} of {plain}", answer.body.len());
    let etag = answer.header("etag").unwrap().to_owned();
    assert!(etag.ends_with("-gzip\""), "{etag}");
    let again = visitor.send("GET", "/pricing", &[accepted, ("if-none-match", &etag)], None);
    assert_eq!((again.status, again.body.len()), (304, 0));
    let uncoded = visitor.send("GET", "/pricing", &[("accept-encoding", "br")], None);
    assert_eq!(
        (uncoded.header("content-encoding"), uncoded.body.len()),
        (None, plain)
    );
}

#[test]
fn a_folder_without_values_shows_the_pages_that_the_build_wrote() {
    let folder = folder(&[]);
    let (own, built_in) = (with_folder(Sqlite, folder.path(), &[]), Server::start(Sqlite));
    for path in PAGES {
        let [own, built_in] = [&own, &built_in].map(|server| html(&server.visitor().get(path)));
        assert!(
            own.contains("id=\"own-site\"") && !built_in.contains("own-site"),
            "{path}"
        );
        let shown = |page: &str| page.split_once("<div id=\"root\"").unwrap().1.to_owned();
        assert_eq!(shown(&own), shown(&built_in), "{path}");
        assert_eq!(structured_data(&own), structured_data(&built_in), "{path}");
    }
}
