//! A mail server that keeps the mails it gets and can fail as real ones do: refuse a recipient for now or for good, stop
//! answering, close the connection at any step, or not listen at all.

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
use crate::server::{TIMEOUT, ports::free_port};

/// What goes wrong with mails for one recipient.
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
    stopped: bool,
    password: Option<String>,
    /// Addresses beyond ASCII are not taken (RFC 6531).
    ascii_alone: bool,
}

impl SmtpSink {
    /// A server without TLS on a free port of this machine.
    #[must_use]
    pub fn start() -> Self {
        Self::with(None)
    }

    /// From now on without SMTPUTF8, as most servers are.
    pub fn take_ascii_alone(&self) {
        self.shared.state().ascii_alone = true;
    }

    /// A server that offers STARTTLS under this certificate.
    #[must_use]
    pub fn with_starttls(certificate: &Certificate) -> Self {
        Self::with(Some(certificate.clone()))
    }

    fn with(certificate: Option<Certificate>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", free_port())).expect("a free port");
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

    /// From now on mails for this recipient fail so.
    pub fn always(&self, recipient: &str, fault: SmtpFault) {
        self.shared
            .state()
            .faults
            .insert(recipient.to_owned(), vec![(fault, true)]);
    }

    /// The next mail for this recipient fails so; several calls apply one after the other.
    pub fn once(&self, recipient: &str, fault: SmtpFault) {
        let mut state = self.shared.state();
        state
            .faults
            .entry(recipient.to_owned())
            .or_default()
            .push((fault, false));
    }

    /// From now on mails for this recipient are accepted.
    pub fn clear_faults(&self, recipient: &str) {
        self.shared.state().faults.remove(recipient);
    }

    /// From now on a client must authenticate with this password.
    pub fn require_password(&self, password: &str) {
        self.shared.state().password = Some(password.to_owned());
    }

    /// The mails that were kept so far.
    #[must_use]
    pub fn received(&self) -> Vec<Received> {
        self.shared.state().received.clone()
    }

    /// The mails so far, once there are this many.
    pub fn wait_for(&self, mails: usize) -> Vec<Received> {
        self.wait(&format!("{mails} mails"), |state| state.received.len() >= mails)
            .received
            .clone()
    }

    /// The newest mail to a recipient, once there is one.
    pub fn mail_to(&self, recipient: &str) -> Received {
        let is_theirs = |mail: &Received| mail.recipients == [recipient];
        let state = self.wait(&format!("a mail to {recipient}"), |state| {
            state.received.iter().any(is_theirs)
        });
        let found = state.received.iter().rev().find(|mail| is_theirs(mail));
        found.expect("it is there").clone()
    }

    /// How often a mail was offered to a recipient.
    #[must_use]
    pub fn tries(&self, recipient: &str) -> usize {
        let state = self.shared.state();
        state.asked.iter().filter(|asked| *asked == recipient).count()
    }

    /// Waits until a mail was offered to a recipient this often.
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

    /// Stops listening: connections end, and none is accepted until [`Self::listen_again`].
    pub fn stop_listening(&mut self) {
        {
            let mut state = self.shared.state();
            state.stopped = true;
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
    pub fn listen_again(&mut self) {
        self.shared.state().stopped = false;
        let listener = TcpListener::bind(self.address).expect("the port is still ours");
        self.running = Some(listen(listener, &self.shared));
    }

    fn wait(&self, what: &str, until: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        let state = self.shared.state();
        let (state, waited) = self
            .shared
            .changed
            .wait_timeout_while(state, TIMEOUT, |state| !until(state))
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
            self.stop_listening();
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

    /// The fault of the next mail for a recipient.
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

    /// Sends nothing until the server stops listening.
    fn hang(&self) {
        let waited = self.changed.wait_while(self.state(), |state| !state.stopped);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }
}

fn listen(listener: TcpListener, shared: &Arc<Shared>) -> JoinHandle<()> {
    let shared = Arc::clone(shared);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut state = shared.state();
            if state.stopped {
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
