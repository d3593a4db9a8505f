//! Addresses and texts of mails: `mail/addresses.json` has the spellings of one address and what the mail server is told,
//! `mail/texts.json` a text of a form and the lines that must leave.

use mail::{EmailAddress, Mail, MailKind, MailPart};
use outbound::{DeliveryError, Letterhead, MailDelivery as _, Settings, SmtpDelivery};
use serde_json::Value;
use support::smtp::{Received, SmtpSink};

use crate::{cases, text};

fn mail_to(to: &str, said: &str) -> Mail {
    Mail {
        kind: MailKind::ContactMessage,
        to: to.to_owned(),
        reply_to: None,
        subject: String::from("A question"),
        parts: vec![
            MailPart::Paragraph(said.to_owned()),
            MailPart::Quote(said.to_owned()),
            MailPart::Facts(vec![(String::from("Message"), said.to_owned())]),
        ],
        attachments: Vec::new(),
        turn_off: None,
    }
}

/// Hands a mail to a server that takes no address beyond ASCII, as most do.
fn deliver(sink: &SmtpSink, from: &str, mail: &Mail) -> Result<Option<Received>, DeliveryError> {
    let url = sink.url();
    let settings = Settings::read(&|name| match name {
        "PORTAL_SMTP_URL" => Some(url.clone().into()),
        "PORTAL_MAIL_FROM" => Some(from.into()),
        _ => None,
    });
    let settings = settings.expect("settings");
    let sender = settings.mail_from.clone().expect("a sender");
    let letterhead = Letterhead::new(&sender, "http://portal.example");
    SmtpDelivery::new(settings.smtp.expect("a mail server"), letterhead).deliver(mail, "name")?;
    Ok(sink.received().pop())
}

#[test]
fn an_address_is_one_however_its_domain_is_spelled() {
    for case in cases(include_str!("mail/addresses.json")) {
        let told = text(&case, "told");
        let spellings = case["spellings"].as_array().expect("spellings").iter();
        let spellings: Vec<&str> = spellings.filter_map(Value::as_str).collect();
        let addresses: Vec<_> = spellings.iter().map(|text| EmailAddress::parse(text)).collect();
        let Some(told) = told else {
            assert!(addresses.iter().all(Result::is_err), "{case}");
            continue;
        };
        for address in addresses {
            let address = address.unwrap_or_else(|_| panic!("{case} is refused"));
            assert_eq!(address.for_mail_server().to_lowercase(), told, "{case}");
            assert_eq!(address.key(), told, "{case}");
        }
        for spelling in spellings {
            assert_eq!(EmailAddress::key_of(spelling), told, "{case}");
        }
    }
}

#[test]
fn a_mail_server_that_knows_ascii_alone_takes_a_domain_beyond_it() {
    let sink = SmtpSink::start();
    sink.take_ascii_alone();
    for case in cases(include_str!("mail/addresses.json")) {
        let (Some(told), Some(spelling)) = (text(&case, "told"), case["spellings"][0].as_str()) else {
            continue;
        };
        let address = EmailAddress::parse(spelling).expect("an address");
        let delivered = deliver(
            &sink,
            "Desk <support@example.com>",
            &mail_to(address.as_str(), "Hello"),
        );
        if told.is_ascii() {
            let received = delivered.expect("a delivery").expect("a mail");
            let recipients: Vec<_> = received.recipients.iter().map(|to| to.to_lowercase()).collect();
            assert_eq!(recipients, [told], "{case}");
        } else {
            // The local part alone needs a server that takes it (RFC 6531).
            assert!(matches!(delivered, Err(DeliveryError::Refused(_))), "{case}");
        }
    }
    let sent = deliver(
        &sink,
        "Büro <büro@büro.example>",
        &mail_to("anna@example.com", "Hello"),
    );
    assert!(matches!(sent, Err(DeliveryError::Refused(_))));
    let sent = deliver(
        &sink,
        "Büro <buero@büro.example>",
        &mail_to("anna@example.com", "Hello"),
    );
    let sent = sent.expect("a delivery").expect("a mail");
    assert_eq!(sent.sender, "buero@xn--bro-hoa.example");
    let from = sent.message().from().and_then(|from| from.first().cloned());
    let from = from.and_then(|from| from.address).expect("a sender");
    assert_eq!(from, "buero@xn--bro-hoa.example");
}

#[test]
fn every_line_break_of_a_form_leaves_as_one_and_no_dot_is_lost() {
    let sink = SmtpSink::start();
    for case in cases(include_str!("mail/texts.json")) {
        let said = text(&case, "said").expect("a text");
        let lines: Vec<_> = case["lines"].as_array().expect("lines").iter().collect();
        let lines: Vec<&str> = lines.iter().filter_map(|line| line.as_str()).collect();
        let sent = deliver(&sink, "support@example.com", &mail_to("anna@example.com", said));
        let sent = sent.expect("a delivery").expect("a mail");
        for (at, byte) in sent.raw.iter().enumerate() {
            match byte {
                b'\r' => assert_eq!(sent.raw.get(at + 1), Some(&b'\n'), "{case}"),
                b'\n' => assert_eq!(sent.raw.get(at.wrapping_sub(1)), Some(&b'\r'), "{case}"),
                _ => {}
            }
        }
        let shown = sent.text().replace("\r\n", "\n");
        assert!(!shown.contains('\r'), "{case}");
        assert!(
            shown.starts_with(&format!("{}\n\n", lines.join("\n"))),
            "{case}: {shown:?}"
        );
        assert!(!sent.html().replace("\r\n", "\n").contains('\r'), "{case}");
    }
}
