//! One connection to the mail server: its commands (RFC 5321), and the faults of each step.

use std::{net::TcpStream, time::Duration};

use super::{Received, Shared, SmtpFault, tls::ReadWrite};

pub(super) fn serve(shared: &Shared, stream: TcpStream) {
    let _ = stream.set_read_timeout(Some(Duration::from_secs(600)));
    let mut plain = Conversation::new(shared, Box::new(stream.try_clone().expect("a second handle")));
    plain.say("220 sink.example ESMTP");
    if plain.go_on()
        && let Some(certificate) = &shared.certificate
    {
        let mut protected = Conversation::new(shared, certificate.protect(stream));
        protected.protected = true;
        protected.go_on();
    }
}

struct Conversation<'s> {
    shared: &'s Shared,
    peer: Box<dyn ReadWrite>,
    protected: bool,
    signed_in: Option<String>,
    sender: String,
    recipients: Vec<String>,
    fault: Option<SmtpFault>,
}

impl<'s> Conversation<'s> {
    fn new(shared: &'s Shared, peer: Box<dyn ReadWrite>) -> Self {
        Self {
            shared,
            peer,
            protected: false,
            signed_in: None,
            sender: String::new(),
            recipients: Vec::new(),
            fault: None,
        }
    }

    fn say(&mut self, line: &str) {
        let _ = self.peer.write_all(format!("{line}\r\n").as_bytes());
        let _ = self.peer.flush();
    }

    /// Bytes up to and with an end; `None` if the other side is gone.
    fn hear(&mut self, end: &[u8]) -> Option<Vec<u8>> {
        let mut heard = Vec::new();
        let mut byte = [0];
        while !heard.ends_with(end) {
            match self.peer.read(&mut byte) {
                Ok(1) => heard.push(byte[0]),
                _ => return None,
            }
        }
        Some(heard)
    }

    /// Answers commands; true where the session continues under TLS.
    fn go_on(&mut self) -> bool {
        while let Some(line) = self.hear(b"\r\n") {
            let line = String::from_utf8_lossy(&line).trim_end().to_owned();
            let (verb, rest) = line.split_once(' ').unwrap_or((&line, ""));
            let may_send = self.shared.state().password.is_none() || self.signed_in.is_some();
            match verb.to_ascii_uppercase().as_str() {
                "EHLO" => self.introduce(),
                "STARTTLS" => {
                    self.say("220 go ahead");
                    return true;
                }
                "AUTH" => self.sign_in(rest),
                "MAIL" if !may_send => self.say("530 5.7.0 authentication required"),
                "MAIL" => {
                    self.sender = between(rest);
                    self.recipients.clear();
                    self.say("250 ok");
                }
                "RCPT" => {
                    if !self.take_recipient(between(rest)) {
                        return false;
                    }
                }
                "DATA" => {
                    if !self.take_message() {
                        return false;
                    }
                }
                "RSET" | "NOOP" => self.say("250 ok"),
                "QUIT" => {
                    self.say("221 goodbye");
                    return false;
                }
                _ => self.say("500 what?"),
            }
        }
        false
    }

    fn introduce(&mut self) {
        self.say("250-sink.example");
        if self.shared.certificate.is_some() && !self.protected {
            self.say("250-STARTTLS");
        }
        self.say("250-AUTH PLAIN");
        if !self.shared.state().ascii_alone {
            self.say("250-SMTPUTF8");
        }
        self.say("250 8BITMIME");
    }

    fn sign_in(&mut self, rest: &str) {
        let given = rest.strip_prefix("PLAIN ").unwrap_or_default();
        let decoded = mail_parser::decoders::base64::base64_decode(given.as_bytes()).unwrap_or_default();
        let decoded = String::from_utf8_lossy(&decoded).into_owned();
        let wanted = self.shared.state().password.clone();
        if wanted.is_some_and(|wanted| decoded.ends_with(&format!("\0{wanted}"))) {
            self.signed_in = Some(decoded);
            self.say("235 welcome");
        } else {
            self.say("535 5.7.8 wrong password");
        }
    }

    /// Whether the session continues.
    fn take_recipient(&mut self, recipient: String) -> bool {
        self.shared.change(|state| state.asked.push(recipient.clone()));
        self.fault = self.shared.fault(&recipient);
        match self.fault {
            Some(SmtpFault::Recipient(answer)) => self.say(answer),
            Some(SmtpFault::Silence) => {
                self.shared.hang();
                return false;
            }
            _ => {
                self.recipients.push(recipient);
                self.say("250 ok");
            }
        }
        true
    }

    fn take_message(&mut self) -> bool {
        if self.recipients.is_empty() {
            self.say("503 to whom?");
            return true;
        }
        self.say("354 go ahead");
        let Some(mut raw) = self.hear(b"\r\n.\r\n") else {
            return false;
        };
        raw.truncate(raw.len() - 3);
        let raw = without_doubled_dots(&raw);
        if self.fault == Some(SmtpFault::LostBeforeKeeping) {
            return false;
        }
        if let Some(SmtpFault::Content(answer)) = self.fault {
            self.say(answer);
            return true;
        }
        let mail = Received {
            sender: self.sender.clone(),
            recipients: self.recipients.clone(),
            raw,
            protected: self.protected,
            signed_in: self.signed_in.clone(),
        };
        self.shared.change(|state| state.received.push(mail));
        match self.fault {
            Some(SmtpFault::LostAfterKeeping) => return false,
            Some(SmtpFault::SilenceAfterKeeping) => {
                self.shared.hang();
                return false;
            }
            _ => self.say("250 kept"),
        }
        true
    }
}

/// The address in `FROM:<a@b>`.
fn between(text: &str) -> String {
    let inner = text.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
    inner.map_or_else(String::new, |(address, _)| address.to_owned())
}

/// A line's first dot was doubled on the way (RFC 5321, section 4.5.2).
fn without_doubled_dots(raw: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(raw.len());
    for line in raw.split_inclusive(|byte| *byte == b'\n') {
        plain.extend_from_slice(line.strip_prefix(b".").unwrap_or(line));
    }
    plain
}
