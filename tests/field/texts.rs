//! Texts in any script: what a search finds in them (`texts/search.json`), what Markdown becomes (`texts/markdown.json`), and how names are
//! printed (`texts/names.json`, where null is any word of Latin letters).

use std::{collections::BTreeSet, io::Write as _, process::Command};

use courses::{
    AccessStore as _, CourseStore as _, Grant,
    lesson::markdown::{notices, paragraphs, to_html_with_ids},
    search::{
        find::{HitKind, search},
        query::SearchQuery,
    },
};
use kernel::{Cents, StoreError};
use orders::{Document, DocumentPrinter as _, DocumentReason, Seller};
use outbound::DocumentPdf;
use rstest::rstest;
use serde_json::Value;
use support::{
    Engine, Postgres, Sqlite, TestDatabase,
    courses::searched_courses::captions,
    databases::tables::db_run,
    samples::{add_user, course, import, noon, section, video, videos_of},
};

use crate::{cases, text};

fn list<'a>(case: &'a Value, name: &str) -> Vec<&'a str> {
    let list = case[name]
        .as_array()
        .unwrap_or_else(|| panic!("{case} has no {name}"));
    list.iter().filter_map(Value::as_str).collect()
}

/// A text is said in one lesson, written in another, and answered beside a third.
#[rstest]
fn a_phrase_is_found_inside_a_sentence_of_any_script(#[values(Sqlite, Postgres)] engine: Engine) {
    let cases = cases(include_str!("texts/search.json"));
    let scripts: BTreeSet<_> = cases.iter().map(|case| text(case, "script")).collect();
    let phrases: usize = cases.iter().map(|case| list(case, "found").len()).sum();
    assert!(
        scripts.len() >= 6 && phrases >= 60,
        "{phrases} phrases of {scripts:?}"
    );
    let database = TestDatabase::new(engine);
    let user = add_user(&database, "trader");
    let mut lessons = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        let words = text(case, "text").expect("a text");
        let [mut said, mut written, asked] = ["said", "written", "asked"].map(|kind| {
            let mut lesson = video(&format!("{kind}-{number}.mp4"), 600);
            lesson.title = format!("{kind} {number}");
            lesson.description = String::new();
            lesson
        });
        said.content.captions.push(captions("en", &["x", words]));
        written.paragraphs = paragraphs(words);
        lessons.extend([said, written, asked]);
    }
    let mut field = course("field");
    field.sections = vec![section("Field", lessons)];
    let field = import(&database, field);
    let videos = videos_of(&database, field);
    for (case, lessons) in cases.iter().zip(videos.chunks(3)) {
        let words = text(case, "text").expect("a text");
        db_run(
            &database.address(),
            &format!(
                "INSERT INTO questions (video_id, seconds, text, private, asked_at, answer, answered_by, answered_at, answer_public) \
                 VALUES ({}, 7, '?', FALSE, '2026-01-31 12:00:00', '{words}', 'Eva', '2026-01-31 12:00:00', TRUE)",
                lessons[2].0
            ),
        );
    }
    database.repair_index().expect("an index");
    database.index_courses().expect("an index");
    let grant = Grant {
        purchased_at: noon(),
        expires_at: None,
    };
    let granted: Result<(), StoreError> = database.write(move |store| store.put_grant(user, field, &grant));
    granted.expect("an access");
    let find = |phrase: &str| {
        let query = SearchQuery::parse(phrase).unwrap_or_else(|error| panic!("{phrase}: {error}"));
        let found: Result<_, StoreError> = database.read(|store| search(store, user, &query, noon()));
        found.expect("a search")
    };
    for (case, lessons) in cases.iter().zip(videos.chunks(3)) {
        for phrase in list(case, "found") {
            let hits = find(phrase);
            let here: Vec<_> = hits.iter().filter(|hit| lessons.contains(&hit.lesson)).collect();
            let found: BTreeSet<_> = here.iter().map(|hit| hit.lesson).collect();
            assert_eq!(found.len(), 3, "{phrase} finds {here:?}");
            for hit in here {
                assert_eq!(hit.kind == HitKind::Answer, hit.lesson == lessons[2], "{phrase}");
                assert!(!hit.snippet.highlights.is_empty(), "{phrase} is not marked");
            }
        }
        for phrase in list(case, "not") {
            let hits = find(phrase);
            assert!(
                !hits.iter().any(|hit| lessons.contains(&hit.lesson)),
                "{phrase} finds {hits:?}"
            );
        }
    }
    assert_eq!(
        database
            .read(|store| store.sections(field))
            .expect("sections")
            .len(),
        1
    );
}

#[test]
fn what_other_programs_write_as_markdown_becomes_links_and_warnings() {
    for case in cases(include_str!("texts/markdown.json")) {
        let markdown = text(&case, "text").expect("a text");
        let html = to_html_with_ids(markdown, &|_| None);
        for shown in list(&case, "shown") {
            assert!(html.contains(shown), "{shown} is not in {html}");
        }
        for hidden in list(&case, "hidden") {
            assert!(!html.contains(hidden), "{hidden} is in {html}");
            if hidden != "<a " && hidden != "href" {
                assert!(
                    !paragraphs(markdown).concat().contains(hidden),
                    "{hidden} is found by a search"
                );
            }
        }
        let told: Vec<_> = notices(markdown)
            .iter()
            .map(|notice| format!("{}: {}", notice.line, notice.kind))
            .collect();
        let warned = list(&case, "warned");
        assert_eq!(told.len(), warned.len(), "{case}: {told:?}");
        for (told, warned) in told.iter().zip(warned) {
            assert!(told.starts_with(warned), "{told} is not {warned}");
        }
    }
}

/// The lesson that was brought.
#[test]
fn the_links_of_a_whole_lesson_work() {
    let markdown = include_str!("texts/lesson-links.md");
    let html = to_html_with_ids(markdown, &|_| None);
    for link in [
        "\"#the-plan\"",
        "\"tel:+3225550100\"",
        "\"mailto:desk@example.org\"",
        "\"https://www.example.com\"",
    ] {
        assert!(
            html.contains(&format!("<a href={link} ")),
            "{link} is no link in {html}"
        );
    }
    assert!(
        html.contains("<h3 id=\"the-plan\">") && !html.contains("do not publish"),
        "{html}"
    );
    let lines: Vec<_> = notices(markdown).iter().map(|notice| notice.line).collect();
    assert_eq!(lines, [1, 14, 18, 19, 21, 23]);
}

fn receipt(name: &str) -> Document {
    let paid_at = noon();
    Document {
        number: "2026-000042".parse().expect("a number"),
        issued_at: paid_at,
        paid_at,
        seller: Seller {
            brand: String::from("Before the Bell"),
            legal_name: String::from("Example Courses BV"),
            address: vec![String::from("Example Street 1")],
            vat_number: String::from("BE 0000.000.000"),
            email: String::from("support@example.com"),
        },
        buyer_name: name.to_owned(),
        buyer_email: String::from("trader@example.com"),
        buyer_vat_number: None,
        title: String::from("3-Month Access"),
        total: Cents(100_000),
        tax: Cents(0),
        tax_basis_points: 0,
        reverse_charge: false,
        currency: String::from("eur"),
        reference: String::from("q7Jx0Zb2Lr8VtYw4Nc6SdA"),
        reason: DocumentReason::Payment {
            price: Cents(100_000),
            discount: Cents(0),
            coupon: None,
        },
        quantity: orders::Quantity::ONE,
        buyer_place: orders::BuyerPlace::default(),
    }
}

/// The words of a PDF that stand right below "Buyer".
fn printed(pdf: &[u8]) -> String {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(pdf).expect("a file");
    let mut reader = Command::new("pdftotext");
    let read = reader.arg("-layout").arg(file.path()).arg("-").output();
    let read = read.expect("pdftotext reads the receipt (Debian: poppler-utils)");
    let text = String::from_utf8(read.stdout).expect("a text");
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, after) = words
        .split_once("Seller Buyer Example Courses BV ")
        .unwrap_or_else(|| panic!("{words}"));
    let (name, _) = after
        .split_once(" Example Street 1")
        .unwrap_or_else(|| panic!("{words}"));
    name.to_owned()
}

#[test]
fn a_receipt_names_the_buyer_in_every_script() {
    let printer = DocumentPdf::new().expect("a typeface");
    for case in cases(include_str!("texts/names.json")) {
        let typed = text(&case, "typed").expect("a name");
        let pdf = printer.print(&receipt(typed)).expect("a sheet");
        assert!(
            pdf == printer.print(&receipt(typed)).expect("a sheet"),
            "{typed} has other bytes"
        );
        let name = printed(&pdf);
        match text(&case, "printed") {
            Some(expected) => assert_eq!(name, expected, "{typed}"),
            None => assert!(
                name.is_ascii() && name.contains(|c: char| c.is_ascii_alphabetic()) && !name.contains('?'),
                "{typed} is printed as {name}"
            ),
        }
    }
}
