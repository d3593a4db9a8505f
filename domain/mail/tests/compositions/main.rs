//! What each mail says, from its facts alone.
#![expect(clippy::expect_used, reason = "a test that cannot continue ends with a panic")]

mod e_invoices;
mod live_and_reports;

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{AccessTerm, Cents};
use mail::{
    AccessEndedMail, AccessEndingMail, ContactMessageMail, CreditNoteMail, EmailAddress, Mail,
    MailAttachment, MailKind, MailPart, MailedKey, NewDeviceMail, OldAddressMail, PasskeyChange, PasskeyMail,
    PasswordChangedMail, PasswordResetMail, PurchaseKeyMail, QuestionAnsweredMail, ReceiptMail, ReminderMail,
    SecondFactorChange, SecondFactorMail, VerifyAddressMail,
};

const TO: &str = "anna@example.com";

fn time() -> DateTime<Utc> {
    "2026-11-21T14:05:00Z".parse().expect("a time")
}

/// All of a mail's text, part by part.
fn text(mail: &Mail) -> String {
    let parts = mail.parts.iter().map(|part| match part {
        MailPart::Paragraph(text) | MailPart::Code(text) | MailPart::Quote(text) | MailPart::Note(text) => {
            text.clone()
        }
        MailPart::Button { label, url } => format!("[{label}]({url})"),
        MailPart::Facts(facts) => facts
            .iter()
            .map(|(name, value)| format!("{name}: {value}"))
            .collect::<Vec<_>>()
            .join("\n"),
    });
    parts.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_reset_names_its_link_and_how_long_it_works() {
    let mail = PasswordResetMail {
        to: TO,
        link: "https://portal.example/reset-password?token=t",
        valid_for: TimeDelta::minutes(30),
    }
    .compose();
    assert_eq!((mail.kind, mail.to.as_str()), (MailKind::PasswordReset, TO));
    let text = text(&mail);
    assert!(text.starts_with("Hello,"), "{text}");
    assert!(
        text.contains("within 30 minutes") && text.contains("reset-password?token=t"),
        "{text}"
    );
}

#[test]
fn the_old_address_of_a_changed_account_gets_a_notice_without_the_new_address() {
    let old = OldAddressMail {
        to: "old@example.com",
        changed_at: time(),
    }
    .compose();
    assert_eq!(old.to, "old@example.com");
    assert!(text(&old).contains("no longer belongs") && !text(&old).contains('@'));
    assert!(text(&old).contains("21 November 2026, 14:05 UTC"));
}

#[test]
fn a_confirmation_names_its_link_and_how_long_it_works() {
    let mail = VerifyAddressMail {
        to: TO,
        link: "https://portal.example/verify-email?token=t",
        valid_for: TimeDelta::days(3),
    }
    .compose();
    assert_eq!((mail.kind, mail.to.as_str()), (MailKind::VerifyAddress, TO));
    let text = text(&mail);
    assert!(text.contains("for 3 days"), "{text}");
    assert!(
        text.contains("[Confirm this address](https://portal.example/verify-email?token=t)"),
        "{text}"
    );
}

#[test]
fn a_changed_password_is_mailed_with_its_time() {
    let mail = PasswordChangedMail {
        to: TO,
        changed_at: time(),
    }
    .compose();
    assert_eq!((mail.kind, mail.to.as_str()), (MailKind::PasswordChanged, TO));
    assert!(text(&mail).contains("21 November 2026, 14:05 UTC"));
}

#[test]
fn a_new_device_is_named_with_its_time_and_the_page_of_devices() {
    let mail = NewDeviceMail {
        to: TO,
        signed_in_at: time(),
        browser: "Firefox on Windows",
        public_url: "https://portal.example",
    }
    .compose();
    let text = text(&mail);
    assert!(text.contains("With: Firefox on Windows"), "{text}");
    assert!(text.contains("When: 21 November 2026, 14:05 UTC"), "{text}");
    assert!(text.contains("https://portal.example/portal/account"), "{text}");
}

#[test]
fn a_changed_passkey_is_named_and_says_what_else_to_do() {
    let mail = |change| {
        PasskeyMail {
            to: TO,
            change,
            name: "Firefox on Windows",
            changed_at: time(),
        }
        .compose()
    };
    for (change, words) in [
        (PasskeyChange::Added, "was added"),
        (PasskeyChange::Removed, "was removed"),
    ] {
        let mail = mail(change);
        assert_eq!((mail.kind, mail.to.as_str()), (MailKind::PasskeyChanged, TO));
        let text = text(&mail);
        assert!(
            text.contains(&format!("the passkey \"Firefox on Windows\" {words}")),
            "{text}"
        );
        assert!(text.contains("21 November 2026, 14:05 UTC"), "{text}");
        assert!(text.contains("If this was not you"), "{text}");
    }
}

#[test]
fn a_changed_second_factor_says_what_was_done_and_when_and_what_else_to_do() {
    let mail = |change| {
        SecondFactorMail {
            to: TO,
            change,
            changed_at: time(),
        }
        .compose()
    };
    let texts = [
        (SecondFactorChange::TurnedOn, "was turned on"),
        (SecondFactorChange::TurnedOff, "was turned off"),
        (SecondFactorChange::ResetByStaff, "by our staff"),
    ];
    for (change, words) in texts {
        let mail = mail(change);
        assert_eq!((mail.kind, mail.to.as_str()), (MailKind::SecondFactorChanged, TO));
        let text = text(&mail);
        assert!(text.contains(words), "{text}");
        assert!(text.contains("21 November 2026, 14:05 UTC"), "{text}");
        assert!(text.contains("If this was not you"), "{text}");
    }
}

#[test]
fn a_contact_message_is_answered_to_the_visitor() {
    let (owner, visitor) = (EmailAddress::parse("owner@example.com"), EmailAddress::parse(TO));
    let mail = ContactMessageMail {
        owner: &owner.expect("an address"),
        visitor_name: "Anna",
        visitor_email: &visitor.expect("an address"),
        subject: "A question",
        text: "Hello\nthere",
        priority: false,
    }
    .compose();
    assert_eq!(mail.to, "owner@example.com");
    assert_eq!(mail.reply_to.as_deref(), Some(TO));
    assert_eq!(mail.subject, "Contact form: A question");
    assert!(
        mail.parts
            .contains(&MailPart::Quote(String::from("Hello\nthere")))
    );
}

#[test]
fn a_purchase_key_is_mailed_with_its_term() {
    let to = EmailAddress::parse(TO).expect("an address");
    let mail = |term| {
        PurchaseKeyMail {
            to: &to,
            keys: &[MailedKey {
                key: "AAAAA-BBBBB",
                course_title: "Futures",
            }],
            term,
            public_url: "https://portal.example",
        }
        .compose()
    };
    for (term, words) in [
        (AccessTerm::Months(1), "for one month from"),
        (AccessTerm::Months(3), "for 3 months from"),
        (AccessTerm::Days(90), "for 90 days from"),
        (AccessTerm::Lifetime, "without an end date"),
    ] {
        let mail = mail(term);
        assert!(text(&mail).contains(words), "{}", text(&mail));
        assert!(mail.parts.contains(&MailPart::Code(String::from("AAAAA-BBBBB"))));
        assert!(!mail.subject.contains("AAAAA"), "a key stands in a subject");
    }
}

#[test]
fn several_keys_are_in_one_mail_below_the_names_of_their_courses() {
    let to = EmailAddress::parse(TO).expect("an address");
    let key = |key, course_title| MailedKey { key, course_title };
    let mail = PurchaseKeyMail {
        to: &to,
        keys: &[
            key("AAAAA", "Futures"),
            key("BBBBB", "Futures"),
            key("CCCCC", "Forex"),
        ],
        term: AccessTerm::Lifetime,
        public_url: "https://portal.example",
    }
    .compose();
    let paragraph = |text: &str| MailPart::Paragraph(String::from(text));
    let code = |text: &str| MailPart::Code(String::from(text));
    let listed = [
        paragraph("Your purchase keys for Futures:"),
        code("AAAAA"),
        code("BBBBB"),
        paragraph("Your purchase key for Forex:"),
        code("CCCCC"),
    ];
    assert!(mail.parts.starts_with(&listed), "{}", text(&mail));
    assert_eq!(mail.subject, "Your 3 purchase keys");
    // Passed on, a link with one of the keys would have each reader use the same.
    let has_key = |part: &MailPart| matches!(part, MailPart::Button { url, .. } if url.contains("key"));
    assert!(!mail.parts.iter().any(has_key));
}

#[test]
fn the_notices_before_and_after_an_end_differ() {
    let ending = AccessEndingMail {
        to: TO,
        course_title: "Futures",
        ends_at: time(),
        extend_url: "https://portal.example/pricing",
    }
    .compose();
    let ended = AccessEndedMail {
        to: TO,
        course_title: "Futures",
        ended_at: time(),
        renew_url: "https://portal.example/courses/7",
    }
    .compose();
    assert_eq!(ending.subject, "Your access to Futures ends on 21 November 2026");
    assert_eq!(ended.subject, "Your access to Futures has ended");
    assert!(text(&ending).contains("[Extend your access](https://portal.example/pricing)"));
    assert!(text(&ended).contains("ended on 21 November 2026 at 14:05 UTC."));
    assert!(text(&ended).contains("[Get access again](https://portal.example/courses/7)"));
}

#[test]
fn a_receipt_names_its_discount_only_where_there_was_one_and_names_the_document() {
    let mail = |discount, course_url| {
        ReceiptMail {
            to: TO,
            buyer_name: "Anna Buyer",
            number: "2026-000001",
            paid_at: time(),
            title: "3-Month Access",
            discount: Cents(discount),
            total: Cents(27_000),
            currency: "usd",
            reference: "abc",
            place: Vec::new(),
            seller_email: "seller@example.com",
            course_url,
        }
        .compose()
    };
    let (visitor, member) = (
        mail(3_000, None),
        mail(0, Some("https://portal.example/portal/course/7")),
    );
    assert!(text(&visitor).contains("Discount: 30.00 USD") && text(&visitor).contains("Total: 270.00 USD"));
    assert!(text(&visitor).contains("comes in a mail of its own"));
    assert!(!text(&member).contains("Discount"));
    assert!(text(&member).contains("[Start learning](https://portal.example/portal/course/7)"));
    let document = String::from("2026-000001");
    assert!(member.attachments == [MailAttachment::Document { document }]);
}

#[test]
fn a_receipt_and_a_credit_note_list_where_the_buyer_is() {
    let place = || {
        vec![
            (String::from("Country"), String::from("Netherlands")),
            (String::from("VAT"), String::from("21 %")),
        ]
    };
    let receipt = ReceiptMail {
        to: TO,
        buyer_name: "Anna Buyer",
        number: "2026-000001",
        paid_at: time(),
        title: "5 × 3-Month Access",
        discount: Cents(0),
        total: Cents(27_000),
        currency: "eur",
        reference: "abc",
        place: place(),
        seller_email: "seller@example.com",
        course_url: None,
    };
    let note = CreditNoteMail {
        to: TO,
        buyer_name: "Anna Buyer",
        number: "CN-2026-000001",
        receipt_number: "2026-000001",
        issued_at: time(),
        title: "5 × 3-Month Access",
        amount: Cents(27_000),
        currency: "eur",
        reference: "abc",
        place: place(),
        seller_email: "seller@example.com",
    };
    for mail in [receipt.compose(), note.compose()] {
        let text = text(&mail);
        assert!(
            text.contains("Country: Netherlands") && text.contains("VAT: 21 %"),
            "{text}"
        );
    }
}

#[test]
fn an_answer_is_mailed_with_its_question_and_the_second_of_the_lesson() {
    let link = "https://portal.example/portal/course/1?lesson=2&t=30";
    let mail = QuestionAnsweredMail {
        to: TO,
        lesson_title: "What a future is",
        question: "Why is that so?",
        answer: "Because **of** the tick.",
        by: "Eva",
        link,
    }
    .compose();
    assert_eq!((mail.kind, mail.to.as_str()), (MailKind::QuestionAnswered, TO));
    let text = text(&mail);
    for part in [
        "Eva",
        "What a future is",
        "Why is that so?",
        "Because **of** the tick.",
        link,
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_reminder_names_the_lesson_and_the_second_and_can_be_turned_off() {
    let (lesson, off) = (
        "https://portal.example/portal/course/1?lesson=2&t=754",
        "https://portal.example/reminders?token=1-00",
    );
    let mail = |seconds| {
        ReminderMail {
            to: TO,
            course_title: "Futures",
            lesson_title: "What a future is",
            seconds,
            lesson_url: lesson,
            turn_off_url: off,
        }
        .compose()
    };
    let stopped = mail(754);
    assert_eq!(
        (stopped.kind, stopped.turn_off.as_deref()),
        (MailKind::Reminder, Some(off))
    );
    assert!(
        text(&stopped).contains("You stopped in \"What a future is\" at 12:34.")
            && text(&stopped).contains(lesson)
    );
    assert!(text(&mail(0)).contains("The next lesson is \"What a future is\"."));
    let stored = serde_json::to_string(&stopped).expect("json");
    assert!(serde_json::from_str::<Mail>(&stored).expect("the stored form") == stopped);
}
