//! Mail to a folder: whole messages, one recipient, readable by the owner only.

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use ::mail::{Mail, MailKind, MailPart};
use outbound::{DeliveryError, Letterhead, MailDelivery, MailFolder, MailSender};
use proptest::prelude::*;
use rstest::rstest;

fn folder_in(root: &Path) -> MailFolder {
    MailFolder::new(
        root.join("outbox"),
        Letterhead::new(
            &MailSender::parse("Courses <support@example.com>").unwrap(),
            "http://localhost:8080",
        ),
    )
}

fn mail(to: &str, subject: &str, text: &str) -> Mail {
    Mail {
        kind: MailKind::PasswordReset,
        to: to.to_owned(),
        reply_to: None,
        subject: subject.to_owned(),
        parts: vec![MailPart::Paragraph(text.to_owned())],
        attachments: Vec::new(),
        turn_off: None,
    }
}

/// The header block as one line a header, and the body.
fn parts(message: &str) -> (Vec<String>, String) {
    let (head, body) = message.split_once("\r\n\r\n").unwrap();
    let unfolded = head.replace("\r\n ", " ").replace("\r\n\t", " ");
    (
        unfolded.split("\r\n").map(str::to_owned).collect(),
        body.to_owned(),
    )
}

#[test]
fn a_mail_is_a_whole_message_that_only_its_owner_reads() {
    let root = tempfile::tempdir().unwrap();
    let text = "Hello,\n\nhttps://courses.example.com/reset-password?token=abc=def\n";
    let path = folder_in(root.path())
        .write(&mail("trader@example.com", "Reset your password", text), "a-name")
        .unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let name = path.file_name().unwrap().to_str().unwrap();
    assert!(
        name.contains("Z-password_reset-") && name.ends_with(".eml"),
        "{name}"
    );
    let (head, body) = parts(&fs::read_to_string(&path).unwrap());
    for wanted in [
        "To: trader@example.com",
        "Subject: Reset your password",
        "MIME-Version: 1.0",
    ] {
        assert!(
            head.iter().any(|line| line == wanted),
            "{wanted} is missing in {head:?}"
        );
    }
    for start in [
        "From: Courses <support@example.com>",
        "Date: ",
        "Message-ID: <a-name@example.com>",
        "Content-Type: multipart/alternative;",
    ] {
        assert_eq!(
            head.iter().filter(|line| line.starts_with(start)).count(),
            1,
            "{start} in {head:?}"
        );
    }
    let (text, page) = (body.find("text/plain").unwrap(), body.find("text/html").unwrap());
    assert!(text < page, "the last part is the one that programs prefer");
    // A link is readable as it stands: nothing encodes plain ASCII lines.
    assert!(body.contains("token=abc=def"), "{body}");
    assert_eq!(fs::read_dir(root.path().join("outbox")).unwrap().count(), 1);
}

#[test]
fn two_mails_are_two_files_in_the_order_of_time() {
    let root = tempfile::tempdir().unwrap();
    let folder = folder_in(root.path());
    let first = folder.write(&mail("a@example.com", "1", "1"), "n").unwrap();
    let second = folder.write(&mail("a@example.com", "1", "1"), "n").unwrap();
    assert_ne!(first, second);
    let stamp = |path: &Path| path.file_name().unwrap().to_str().unwrap()[..20].to_owned();
    assert!(stamp(&first) <= stamp(&second));
}

#[rstest]
#[case("trader@example.com\r\nBcc: thief@example.com", "Hello")]
#[case("trader@example.com\nBcc: thief@example.com", "Hello")]
#[case("trader@example.com, thief@example.com", "Hello")]
#[case("", "Hello")]
#[case("trader@example.com", "Hello\r\nBcc: thief@example.com")]
#[case("trader@example.com", "Hello\nBcc: thief@example.com")]
#[case("trader@example.com", "Hello\0")]
fn a_value_never_starts_another_header(#[case] to: &str, #[case] subject: &str) {
    let root = tempfile::tempdir().unwrap();
    let refused = folder_in(root.path())
        .deliver(&mail(to, subject, "text"), "n")
        .unwrap_err();
    assert!(matches!(refused, DeliveryError::Refused(_)), "{refused}");
    assert!(
        !refused.to_string().contains("thief") && !refused.to_string().contains('\n'),
        "{refused}"
    );
    assert!(!root.path().join("outbox").exists(), "nothing may be written");
}

#[test]
fn a_folder_that_cannot_be_written_may_be_tried_again() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("outbox"), "").unwrap();
    let refused = folder_in(root.path())
        .deliver(&mail("a@example.com", "s", "t"), "n")
        .unwrap_err();
    assert!(matches!(refused, DeliveryError::Unavailable(_)), "{refused}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn whatever_a_mail_says_it_has_one_recipient_and_no_header_more(
        subject in "\\PC{0,120}", text in "(\\PC|\r|\n|\\.){0,300}"
    ) {
        let root = tempfile::tempdir().unwrap();
        let path = folder_in(root.path()).write(&mail("trader@example.com", &subject, &text), "n").unwrap();
        let message = fs::read_to_string(path).unwrap();
        let (head, _) = parts(&message);
        let names: Vec<_> = head.iter().map(|line| line.split(':').next().unwrap_or_default()).collect();
        let known = ["Auto-Submitted", "Date", "Message-ID", "From", "To", "Subject", "Content-Type", "MIME-Version"];
        prop_assert!(names.iter().all(|name| known.contains(name)), "{names:?}");
        prop_assert_eq!(names.iter().filter(|name| **name == "To").count(), 1);
        prop_assert!(message.lines().all(|line| line.len() <= 998));
    }
}
