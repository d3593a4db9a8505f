//! A mail server that keeps what it is given, and that can be as unkind as real ones: refuse one recipient, put one off, hang,
//! hang up at any step, or be away.

mod conversation;
pub mod tls;

use std::{
    collections::HashMap,
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::JoinHandle,
};

use mail_parser::{Message, MessageParser};

use self::{conversation::serve, tls::Certificate};
use crate::server::PATIENCE;

/// What happens to mails for one recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmtpFault {
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
    faults: HashMap<String, Vec<(SmtpFault, bool)>>,
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
    pub fn always(&self, recipient: &str, fault: SmtpFault) {
        self.shared
            .state()
            .faults
            .insert(recipient.to_owned(), vec![(fault, true)]);
    }

    /// The next mail for this recipient meets this; several calls are met one after the other.
    pub fn once(&self, recipient: &str, fault: SmtpFault) {
        let mut state = self.shared.state();
        state
            .faults
            .entry(recipient.to_owned())
            .or_default()
            .push((fault, false));
    }

    /// From now on mails for this recipient are taken.
    pub fn be_kind_to(&self, recipient: &str) {
        self.shared.state().faults.remove(recipient);
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
    fn fault(&self, recipient: &str) -> Option<SmtpFault> {
        let mut state = self.state();
        let faults = state.faults.get_mut(recipient)?;
        match faults.first().copied() {
            Some((fault, true)) => Some(fault),
            Some((fault, false)) => {
                faults.remove(0);
                Some(fault)
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
                serve(&shared, stream);
                let _ = end.shutdown(Shutdown::Both);
            });
        }
    })
}
