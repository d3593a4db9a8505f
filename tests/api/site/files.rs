//! The texts and pictures of the folder, and mails in its colours.

use std::fs;

use kernel::AccessTerm;
use serde_json::json;
use support::{
    Sqlite,
    catalogue_fixture::{CatalogueFixture, member},
    mailbox::mail_with,
};

use super::{BUILT_IN_BRAND, VALUES, folder, html, structured_data, with_folder};

#[test]
fn texts_of_the_folder_stand_in_place_of_the_built_in_ones() {
    let folder = folder(&[
        (
            "terms.md",
            "# Terms\n\nOur own intro.\n\n## Payment\n\nPay **first**. <script>alert(1)</script>\n",
        ),
        (
            "faq.toml",
            "[[groups]]\ntitle = \"Ours\"\n[[groups.questions]]\nquestion = \"Why not?\"\nanswer = \"Because *it* is.\"\n",
        ),
    ]);
    let server = with_folder(Sqlite, folder.path(), &[]);
    let terms = html(&server.visitor().get("/terms"));
    assert!(terms.contains("<p>Our own intro.</p>") && terms.contains("<strong>first</strong>"));
    assert!(!terms.contains("<script>alert"));
    let text = server.visitor().get("/texts/terms.json").ok(200);
    assert_eq!(text["sections"][0]["title"], "Payment");
    let faq = html(&server.visitor().get("/faq"));
    assert!(faq.contains("<em>it</em>"));
    assert_eq!(
        structured_data(&faq)[0]["mainEntity"],
        json!([{ "@type": "Question", "name": "Why not?", "acceptedAnswer": { "@type": "Answer", "text": "Because it is." } }])
    );
    assert!(html(&server.visitor().get("/")).contains("Why not?"));
    // What the folder does not have stays: brand, cards, the other texts.
    let privacy = html(&server.visitor().get("/privacy"));
    assert!(privacy.contains(BUILT_IN_BRAND) && privacy.contains("og:image"));
    assert_eq!(server.visitor().get("/texts/privacy.json").status, 404);
}

#[test]
fn pictures_of_the_folder_are_the_only_ones_that_pages_name() {
    let folder = folder(&[
        ("mark.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
        (
            "favicon.svg",
            "<svg xmlns='http://www.w3.org/2000/svg'><rect/></svg>",
        ),
    ]);
    let mut card = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    card.extend([0, 0, 4, 0, 0, 0, 2, 0, 8, 6, 0, 0, 0]);
    fs::write(folder.path().join("social.png"), &card).unwrap();
    let server = with_folder(Sqlite, folder.path(), &[]);
    let page = html(&server.visitor().get("/courses/futures"));
    assert!(page.contains("<img src=\"/mark.svg\""));
    assert!(page.contains("<meta property=\"og:image\" content=\"http://portal.example/og/site.png\" />"));
    assert!(page.contains("<meta property=\"og:image:width\" content=\"1024\" />"));
    assert!(!page.contains("apple-touch-icon") && !page.contains("/og/futures.png"));
    let home = structured_data(&html(&server.visitor().get("/")));
    assert_eq!(home[0]["logo"], "http://portal.example/mark.svg");
    assert_eq!(server.visitor().get("/og/site.png").body, card);
    assert!(html(&server.visitor().get("/favicon.svg")).contains("<rect/>"));
    let manifest = server.visitor().get("/site.webmanifest").json();
    assert_eq!(manifest["icons"].as_array().unwrap().len(), 1);
}

#[test]
fn a_mail_has_the_brand_the_address_and_the_colours_of_the_folder() {
    let values = format!("{VALUES}[support]\nemail = \"desk@opening-range.eu\"\n");
    let folder = folder(&[("site.toml", &values)]);
    let server = with_folder(Sqlite, folder.path(), &[]);
    let catalogue = CatalogueFixture::open(&server);
    let mut member = member(&server, "anna", catalogue.futures, AccessTerm::Lifetime);
    let asked = member.post("/api/request-reset", &json!({ "email": "anna@example.com" }));
    assert!(asked.status < 300, "{}", asked.status);
    let mail = mail_with(&server, "/reset-password?token=");
    assert!(
        mail.contains("desk@opening-range.eu") && mail.contains("Range & <Sons>"),
        "{mail}"
    );
    assert!(mail.contains("#7a1fa2") && !mail.contains("#08735b"), "{mail}");
}
