//! How a mail looks: as text and as a page, in daylight and in the dark, with what is attached to it.

use ::mail::{Mail, MailAttachment, MailFile, MailKind, MailPart};
use outbound::{DeliveryError, Letterhead, MailDelivery, MailFolder, MailSender};
use rstest::rstest;

fn letterhead(from: &str) -> Letterhead {
    Letterhead::new(&MailSender::parse(from).unwrap(), "http://localhost:8080")
}

fn mail(parts: Vec<MailPart>) -> Mail {
    Mail {
        kind: MailKind::Receipt,
        to: String::from("trader@example.com"),
        reply_to: None,
        subject: String::from("A subject"),
        parts,
        turn_off: None,
        attachments: Vec::new(),
    }
}

/// The file that a mail becomes, with the soft line ends of quoted-printable taken out.
fn written(mail: &Mail, letterhead: Letterhead) -> Result<String, DeliveryError> {
    let root = tempfile::tempdir().unwrap();
    let path = MailFolder::new(root.path().join("outbox"), letterhead).write(mail, "name")?;
    let text = std::fs::read_to_string(path).unwrap();
    Ok(text.replace("=\r\n", "").replace("=3D", "="))
}

fn page(text: &str) -> &str {
    text.split_once("<!DOCTYPE html>").unwrap().1
}

#[test]
fn every_part_stands_in_the_text_and_on_the_page() {
    let mail = mail(vec![
        MailPart::Paragraph(String::from("A paragraph.")),
        MailPart::Button {
            label: String::from("Open it"),
            url: String::from("http://localhost:8080/portal/auth?key=A&b=1"),
        },
        MailPart::Code(String::from("ABCDE-FGHJK")),
        MailPart::Facts(vec![(String::from("Total"), String::from("$300.00"))]),
        MailPart::Quote(String::from("First line\nsecond line")),
        MailPart::Note(String::from("An aside.")),
    ]);
    let all = written(&mail, letterhead("Before the Bell <support@example.com>")).unwrap();
    let (text, page) = all.split_once("<!DOCTYPE html>").unwrap();
    for words in [
        "A paragraph.",
        "Open it",
        "ABCDE-FGHJK",
        "Total",
        "$300.00",
        "First line",
        "second line",
        "An aside.",
    ] {
        assert!(text.contains(words) && page.contains(words), "{words}");
    }
    assert!(
        text.contains("\r\nhttp://localhost:8080/portal/auth?key=A&b=1\r\n"),
        "{text}"
    );
    assert!(
        page.contains("href=\"http://localhost:8080/portal/auth?key=A&#38;b=1\""),
        "{page}"
    );
    for words in ["Before the Bell", "support@example.com", MailKind::Receipt.why()] {
        assert!(text.contains(words) && page.contains(words), "{words}");
    }
    for words in [
        "name=\"color-scheme\" content=\"light dark\"",
        "prefers-color-scheme: dark",
        ".page { background: #0b1420 !important; }",
        "style=\"background:#faf7f1;\"",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

#[rstest]
#[case("<script>alert(1)</script>")]
#[case("\"><img src=x onerror=alert(1)>")]
#[case("{{ subject }} {% if %}")]
fn markup_in_a_value_is_text(#[case] value: &str) {
    let button = |text: &str| MailPart::Button {
        label: text.to_owned(),
        url: text.to_owned(),
    };
    let value = value.to_owned();
    let mut mail = mail(vec![
        MailPart::Paragraph(value.clone()),
        button(&value),
        MailPart::Code(value.clone()),
        MailPart::Facts(vec![(value.clone(), value.clone())]),
        MailPart::Quote(value.clone()),
        MailPart::Note(value.clone()),
    ]);
    mail.subject.clone_from(&value);
    let all = written(&mail, letterhead("support@example.com").of_brand(&value)).unwrap();
    let page = page(&all);
    assert!(!page.contains("<script") && !page.contains("<img"), "{page}");
}

#[test]
fn a_brand_is_the_senders_name_where_the_sender_has_none() {
    let own = written(
        &mail(Vec::new()),
        letterhead("Desk <support@example.com>").of_brand("Bell"),
    )
    .unwrap();
    assert!(own.contains("From: Desk <support@example.com>"), "{own}");
    let brand = written(
        &mail(Vec::new()),
        letterhead("support@example.com").of_brand("Bell"),
    )
    .unwrap();
    assert!(
        brand.contains("From: Bell <support@example.com>") && brand.contains(">Bell<"),
        "{brand}"
    );
    let none = written(&mail(Vec::new()), letterhead("support@example.com")).unwrap();
    assert!(
        none.contains("From: support@example.com") && none.contains("The course portal"),
        "{none}"
    );
}

#[test]
fn a_file_travels_with_its_mail() {
    let mut mail = mail(vec![MailPart::Paragraph(String::from("Here it is."))]);
    let attach = |name: &str| {
        MailAttachment::File(MailFile {
            file_name: name.to_owned(),
            content_type: String::from("application/pdf"),
            bytes: b"%PDF-1.7 canary".to_vec(),
        })
    };
    mail.attachments = vec![attach("receipt 2026-0001.pdf")];
    let all = written(&mail, letterhead("support@example.com")).unwrap();
    let at = |words: &str| {
        all.find(words)
            .unwrap_or_else(|| panic!("{words} is missing in {all}"))
    };
    assert!(at("multipart/mixed") < at("multipart/alternative"));
    assert!(at("text/plain") < at("text/html") && at("text/html") < at("application/pdf"));
    assert!(at("receipt 2026-0001.pdf") > at("text/html"));
    // In base64.
    assert!(all.contains("JVBERi0xLjcgY2FuYXJ5"));
    for name in [
        "../receipt.pdf",
        "a\r\nBcc: thief@example.com",
        "a\"b.pdf",
        "r\u{e9}.pdf",
    ] {
        mail.attachments = vec![attach(name)];
        let refused = written(&mail, letterhead("support@example.com")).unwrap_err();
        assert!(matches!(refused, DeliveryError::Refused(_)), "{refused}");
    }
    mail.attachments = vec![MailAttachment::Document {
        document: String::from("2026-000001"),
    }];
    let refused = written(&mail, letterhead("support@example.com"));
    assert!(refused.is_err(), "a mail left without what it promises");
}

#[test]
fn answers_to_a_visitors_message_go_to_the_visitor() {
    let mut mail = mail(vec![MailPart::Quote(String::from("A question"))]);
    mail.kind = MailKind::ContactMessage;
    mail.reply_to = Some(String::from("visitor@example.com"));
    let all = written(&mail, letterhead("support@example.com")).unwrap();
    assert!(all.contains("Reply-To: visitor@example.com\r\n"));
    assert!(
        !all.contains("Questions: answer this mail"),
        "an answer would go astray"
    );
    assert!(!all.contains("Auto-Submitted"), "it is a person's");
    for kind in MailKind::ALL {
        assert!(kind.why().starts_with("You get this mail because "));
    }
    let root = tempfile::tempdir().unwrap();
    let folder = MailFolder::new(root.path().join("outbox"), letterhead("support@example.com"));
    mail.reply_to = Some(String::from("visitor@example.com\r\nBcc: thief@example.com"));
    assert!(matches!(
        folder.deliver(&mail, "name"),
        Err(DeliveryError::Refused(_))
    ));
}
