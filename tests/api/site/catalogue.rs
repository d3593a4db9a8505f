//! The imported courses on the public site, where the folder shows them.

use serde_json::{Value, json};
use support::{
    Server, Sqlite,
    samples::{course, import},
    waiting::until,
};

use super::{folder, html, structured_data, with_folder};

const SHOWN: &str = "currency = \"eur\"\n[catalogue]\nshow = true\n";

/// What the courses page gives its scripts.
fn listed(page: &str) -> Value {
    let (_, rest) = page
        .split_once("<script type=\"application/json\" id=\"own-catalogue\">")
        .unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn an_import_is_seen_on_the_courses_page_and_in_the_sitemap() {
    let folder = folder(&[("site.toml", SHOWN)]);
    let server = with_folder(Sqlite, folder.path(), &[]);
    let page = || html(&server.visitor().get("/courses"));
    assert_eq!(listed(&page()), json!([]));
    let mut imported = course("range-days");
    imported.title = String::from("Range <days>");
    imported.price = kernel::Cents(9_950);
    let id = import(server.database(), imported).0;
    until("the course is on the page", || {
        page().contains("Range &lt;days&gt;")
    });
    assert_eq!(listed(&page())[0]["id"], id);
    assert!(page().contains(&format!("href=\"/courses/{id}\"")) && page().contains("€99.50"));
    let sitemap = html(&server.visitor().get("/sitemap.xml"));
    assert!(
        sitemap.contains(&format!("<loc>http://portal.example/courses/{id}</loc>"))
            && sitemap.contains("<loc>http://portal.example/courses/futures</loc>")
            && sitemap.ends_with("</urlset>\n"),
        "{sitemap}"
    );
    assert!(!html(&server.visitor().get("/")).contains("Range &lt;days&gt;"));

    let own = html(&server.visitor().get(&format!("/courses/{id}")));
    let data = structured_data(&own);
    assert_eq!(
        (
            &data[0]["name"],
            &data[0]["offers"][0]["price"],
            &data[0]["offers"][0]["priceCurrency"]
        ),
        (&json!("Range <days>"), &json!("99.50"), &json!("EUR"))
    );
    assert!(own.contains("<noscript><h1>Range &lt;days&gt;</h1>") && own.contains("EUR 99.50"));
    assert!(!own.contains("noindex"));
}

#[test]
fn a_course_with_a_picture_has_a_card_of_its_own() {
    let folder = folder(&[("site.toml", &format!("{SHOWN}[brand]\nname = \"Range\"\n"))]);
    let server = with_folder(Sqlite, folder.path(), &[]);
    let plain = import(server.database(), course("plain"));
    let mut imported = course("with-picture");
    imported.image = Some(support::catalogue_fixture::store(
        &server, b"png", "images", "png",
    ));
    let id = import(server.database(), imported).0;
    let page = |id: i32| html(&server.visitor().get(&format!("/courses/{id}")));
    let card =
        format!("<meta property=\"og:image\" content=\"http://portal.example/media/courses/{id}/image\">");
    assert!(page(id).contains(&card) && page(id).contains("content=\"summary_large_image\""));
    // Another brand without a card of its own: no picture shows the built-in one.
    assert!(!page(plain.0).contains("og:image") && page(plain.0).contains("content=\"summary\""));
}

#[test]
fn without_the_switch_the_catalogue_stays_off_the_public_pages() {
    let folder = folder(&[("site.toml", "currency = \"eur\"\n")]);
    let server = with_folder(Sqlite, folder.path(), &[]);
    let id = import(server.database(), course("range-days")).0;
    let page = html(&server.visitor().get("/courses"));
    assert!(!page.contains("own-catalogue"));
    let built_in = Server::start(Sqlite);
    let sitemap = |server: &Server| html(&server.visitor().get("/sitemap.xml"));
    assert_eq!(sitemap(&server), sitemap(&built_in));
    let own = html(&server.visitor().get(&format!("/courses/{id}")));
    assert!(!own.contains("ld+json") && !own.contains("<noscript>"));
}
