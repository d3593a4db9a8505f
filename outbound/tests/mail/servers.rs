use std::{
    io::{Read as _, Write as _},
    net::{Shutdown, TcpListener},
    thread,
};

use mail::{Mail, MailKind, MailPart};
use outbound::{DeliveryError, Letterhead, MailDelivery as _, MailSender, Settings, SmtpDelivery};
use rstest::rstest;

/// What a mail that is handed to a server ends with, which says these bytes at once.
fn delivered(said: &'static [u8]) -> Result<(), DeliveryError> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(said).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let _ = stream.read_to_end(&mut Vec::new());
    });
    let settings = Settings::read(&|name| (name == "PORTAL_SMTP_URL").then(|| url.clone().into()));
    let sender = MailSender::parse("Portal <support@example.com>").unwrap();
    let letterhead = Letterhead::new(&sender, "http://portal.example");
    let delivery = SmtpDelivery::new(settings.unwrap().smtp.unwrap(), letterhead);
    let mail = Mail {
        kind: MailKind::PurchaseKey,
        to: String::from("trader@example.net"),
        reply_to: None,
        subject: String::from("Your key"),
        parts: vec![MailPart::Paragraph(String::from("Here it is."))],
        attachments: Vec::new(),
        turn_off: None,
    };
    let delivered = delivery.deliver(&mail, "a");
    drop(delivery);
    server.join().unwrap();
    delivered
}

#[rstest]
#[case::blank_line_in_the_answer_to_ehlo(b"220 x\r\n250-x\r\n250- \r\n250 Ok\r\n")]
#[case::no_word(b"\r\n")]
#[case::nothing(b"")]
fn a_server_that_cannot_be_understood_is_tried_again(#[case] said: &'static [u8]) {
    let failed = delivered(said).unwrap_err();
    assert!(matches!(failed, DeliveryError::Unavailable(_)), "{failed:?}");
}
