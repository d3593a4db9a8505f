//! Answers of a mail server: with any of them a delivery ends, its words show no address or secret, and it succeeds only where the
//! server agreed to every step.
//!
//! The bytes are all that a server on this machine sends over one connection.

use std::{
    io::{Read as _, Write as _},
    net::{Shutdown, TcpListener},
    sync::{Mutex, Once, OnceLock, PoisonError},
};

use mail::{Mail, MailKind, MailPart};
use outbound::{Letterhead, MailDelivery as _, MailSender, Settings, SmtpDelivery};

/// A server's greeting and its answers to EHLO, MAIL, RCPT, DATA and the message.
const STEPS: usize = 6;

/// Where the server listens, and what it says next.
struct Script {
    port: u16,
    said: Mutex<Vec<u8>>,
}

pub fn check(data: &[u8]) {
    // The fuzzer ends the process at any panic; what the product contains is no finding.
    static PANICS_ARE_SAID: Once = Once::new();
    PANICS_ARE_SAID.call_once(|| std::panic::set_hook(Box::new(|panic| eprintln!("{panic}"))));
    let script = script();
    data.clone_into(&mut script.said.lock().unwrap_or_else(PoisonError::into_inner));
    let url = format!("smtp://127.0.0.1:{}", script.port);
    let settings = Settings::read(&|name| (name == "PORTAL_SMTP_URL").then(|| url.clone().into()));
    let address = settings.expect("they are settings").smtp.expect("a mail server");
    let sender = MailSender::parse("Portal <support@example.com>").expect("a sender");
    let delivery = SmtpDelivery::new(address, Letterhead::new(&sender, "http://portal.example"));
    match delivery.deliver(&mail(), "a") {
        Ok(()) => {
            let agreed = data.split(|byte| *byte == b'\n');
            let agreed = agreed
                .filter(|line| matches!(line.first(), Some(b'2' | b'3')))
                .count();
            assert!(agreed >= STEPS, "{agreed} of {STEPS} steps are agreed to");
        }
        Err(error) => {
            let line = error.to_string();
            assert!(
                !line.contains(['@', '\r', '\n', '\0']) && !line.contains("://"),
                "{line}"
            );
            assert!(line.chars().count() < 400, "{line}");
        }
    }
}

fn mail() -> Mail {
    Mail {
        kind: MailKind::PurchaseKey,
        to: String::from("trader@example.net"),
        reply_to: None,
        subject: String::from("Your key"),
        parts: vec![MailPart::Paragraph(String::from("Here it is."))],
        attachments: Vec::new(),
        turn_off: None,
    }
}

fn script() -> &'static Script {
    static SCRIPT: OnceLock<Script> = OnceLock::new();
    SCRIPT.get_or_init(|| {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("it is bound").port();
        std::thread::spawn(move || serve(&listener));
        let said = Mutex::default();
        Script { port, said }
    })
}

/// Sends everything at once, and reads until the other side ends.
fn serve(listener: &TcpListener) {
    for mut stream in listener.incoming().flatten() {
        let said = script()
            .said
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let _ = stream.write_all(&said);
        let _ = stream.shutdown(Shutdown::Write);
        let _ = stream.read_to_end(&mut Vec::new());
    }
}
