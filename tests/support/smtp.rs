//! A mail server that keeps what it is given, and that can be as unkind as real ones: refuse one recipient, put one off, hang,
//! hang up at any step, or be away.

use std::{
    collections::HashMap,
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::JoinHandle,
    time::Duration,
};

use mail_parser::{Message, MessageParser};

use crate::{
    server::PATIENCE,
    smtp_tls::{Certificate, ReadWrite},
};

/// What happens to mails for one recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whim {
    /// The answer to RCPT, such as `550 no such user`.
    Recipient(&'static str),
    /// No answer to RCPT, ever.
    Silence,
    /// The answer to the whole message, which is not kept.
    Content(&'static str),
    /// The connection ends with the message's last byte; nothing is kept.
    LostBeforeKeeping,
    /// The message is kept, and then the connection ends without the answer.
    LostAfterKeeping,
    /// The message is kept, and the answer never comes.
    SilenceAfterKeeping,
}

/// A mail as it came.
#[derive(Debug, Clone)]
pub struct Received {
    pub sender: String,
    pub recipients: Vec<String>,
    pub raw: Vec<u8>,
    /// Whether it came over TLS.
    pub protected: bool,
    /// Who had signed in, as `\0user\0password`.
    pub signed_in: Option<String>,
}

impl Received {
    #[must_use]
    pub fn message(&self) -> Message<'_> {
        MessageParser::default().parse(&self.raw).expect("a message")
    }

    #[must_use]
    pub fn subject(&self) -> String {
        self.message().subject().expect("a subject").to_owned()
    }

    /// The part for readers of plain text.
    #[must_use]
    pub fn text(&self) -> String {
        self.message().body_text(0).expect("a text part").into_owned()
    }

    #[must_use]
    pub fn html(&self) -> String {
        self.message().body_html(0).expect("an HTML part").into_owned()
    }
}

/// The server; it ends with its test.
pub struct SmtpSink {
    address: SocketAddr,
    shared: Arc<Shared>,
    running: Option<JoinHandle<()>>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    certificate: Option<Certificate>,
}

#[derive(Default)]
struct State {
    received: Vec<Received>,
    whims: HashMap<String, Vec<(Whim, bool)>>,
    /// Recipients in the order of their RCPT commands.
    asked: Vec<String>,
    connections: usize,
    open: Vec<TcpStream>,
    away: bool,
    password: Option<String>,
}

impl SmtpSink {
    /// A server without TLS on a free port of this machine.
    #[must_use]
    pub fn start() -> Self {
        Self::with(None)
    }

    /// A server that offers STARTTLS under this certificate.
    #[must_use]
    pub fn with_starttls(certificate: &Certificate) -> Self {
        Self::with(Some(certificate.clone()))
    }

    fn with(certificate: Option<Certificate>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            changed: Condvar::new(),
            certificate,
        });
        let running = Some(listen(listener, &shared));
        Self {
            address,
            shared,
            running,
        }
    }

    /// `PORTAL_SMTP_URL` for it.
    #[must_use]
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    #[must_use]
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// From now on mails for this recipient meet this.
    pub fn always(&self, recipient: &str, whim: Whim) {
        self.shared
            .state()
            .whims
            .insert(recipient.to_owned(), vec![(whim, true)]);
    }

    /// The next mail for this recipient meets this; several calls are met one after the other.
    pub fn once(&self, recipient: &str, whim: Whim) {
        let mut state = self.shared.state();
        state
            .whims
            .entry(recipient.to_owned())
            .or_default()
            .push((whim, false));
    }

    /// From now on mails for this recipient are taken.
    pub fn be_kind_to(&self, recipient: &str) {
        self.shared.state().whims.remove(recipient);
    }

    /// From now on nobody is heard who has not signed in with this password.
    pub fn ask_for(&self, password: &str) {
        self.shared.state().password = Some(password.to_owned());
    }

    /// The mails that were kept so far.
    #[must_use]
    pub fn received(&self) -> Vec<Received> {
        self.shared.state().received.clone()
    }

    /// The mails so far, once there are as many as that.
    pub fn wait_for(&self, mails: usize) -> Vec<Received> {
        self.wait(&format!("{mails} mails"), |state| state.received.len() >= mails)
            .received
            .clone()
    }

    /// The newest mail to somebody, once there is one.
    pub fn mail_to(&self, recipient: &str) -> Received {
        let is_theirs = |mail: &Received| mail.recipients == [recipient];
        let state = self.wait(&format!("a mail to {recipient}"), |state| {
            state.received.iter().any(is_theirs)
        });
        let found = state.received.iter().rev().find(|mail| is_theirs(mail));
        found.expect("it is there").clone()
    }

    /// How often a mail was offered to somebody.
    #[must_use]
    pub fn tries(&self, recipient: &str) -> usize {
        let state = self.shared.state();
        state.asked.iter().filter(|asked| *asked == recipient).count()
    }

    /// Waits until a mail was offered to somebody as often as that.
    pub fn wait_for_tries(&self, recipient: &str, tries: usize) {
        drop(self.wait(&format!("{tries} tries for {recipient}"), |state| {
            state.asked.iter().filter(|asked| *asked == recipient).count() >= tries
        }));
    }

    /// How many connections there were.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.shared.state().connections
    }

    /// Goes away: connections end, and none is taken until [`Self::come_back`].
    pub fn go_away(&mut self) {
        {
            let mut state = self.shared.state();
            state.away = true;
            for connection in state.open.drain(..) {
                let _ = connection.shutdown(Shutdown::Both);
            }
        }
        self.shared.changed.notify_all();
        let _ = TcpStream::connect(self.address);
        if let Some(running) = self.running.take() {
            running.join().expect("the listener ends");
        }
    }

    /// Listens again, at the same address.
    pub fn come_back(&mut self) {
        self.shared.state().away = false;
        let listener = TcpListener::bind(self.address).expect("the port is still ours");
        self.running = Some(listen(listener, &self.shared));
    }

    fn wait(&self, what: &str, until: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        let state = self.shared.state();
        let (state, waited) = self
            .shared
            .changed
            .wait_timeout_while(state, PATIENCE, |state| !until(state))
            .unwrap_or_else(PoisonError::into_inner);
        assert!(
            !waited.timed_out(),
            "{what} never came; there are {} mails",
            state.received.len()
        );
        state
    }
}

impl Drop for SmtpSink {
    fn drop(&mut self) {
        if self.running.is_some() {
            self.go_away();
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let answer = change(&mut self.state());
        self.changed.notify_all();
        answer
    }

    /// What the next mail for a recipient meets.
    fn whim(&self, recipient: &str) -> Option<Whim> {
        let mut state = self.state();
        let whims = state.whims.get_mut(recipient)?;
        match whims.first().copied() {
            Some((whim, true)) => Some(whim),
            Some((whim, false)) => {
                whims.remove(0);
                Some(whim)
            }
            None => None,
        }
    }

    /// Says nothing until the server goes away.
    fn hang(&self) {
        let waited = self.changed.wait_while(self.state(), |state| !state.away);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }
}

fn listen(listener: TcpListener, shared: &Arc<Shared>) -> JoinHandle<()> {
    let shared = Arc::clone(shared);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut state = shared.state();
            if state.away {
                return;
            }
            state.connections += 1;
            state.open.push(stream.try_clone().expect("a second handle"));
            drop(state);
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || {
                let end = stream.try_clone().expect("a second handle");
                talk(&shared, stream);
                let _ = end.shutdown(Shutdown::Both);
            });
        }
    })
}

fn talk(shared: &Shared, stream: TcpStream) {
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
    whim: Option<Whim>,
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
            whim: None,
        }
    }

    fn say(&mut self, line: &str) {
        let _ = self.peer.write_all(format!("{line}\r\n").as_bytes());
        let _ = self.peer.flush();
    }

    /// Bytes up to and with an end; none where the other side is gone.
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

    /// Answers commands; true where the talk is to go on under TLS.
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
        self.say("250-8BITMIME");
        self.say("250 SMTPUTF8");
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

    /// Whether the talk goes on.
    fn take_recipient(&mut self, recipient: String) -> bool {
        self.shared.change(|state| state.asked.push(recipient.clone()));
        self.whim = self.shared.whim(&recipient);
        match self.whim {
            Some(Whim::Recipient(answer)) => self.say(answer),
            Some(Whim::Silence) => {
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
        if self.whim == Some(Whim::LostBeforeKeeping) {
            return false;
        }
        if let Some(Whim::Content(answer)) = self.whim {
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
        match self.whim {
            Some(Whim::LostAfterKeeping) => return false,
            Some(Whim::SilenceAfterKeeping) => {
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
