//! A proxy in front of PostgreSQL that interferes with one COMMIT: the moment at which only the server knows what happened.

use std::{
    cell::RefCell,
    io::{Read, Write},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Condvar, Mutex, PoisonError},
};

use url::Url;

/// What happens to a COMMIT. It reaches the server either way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interference {
    /// The connection is cut once the server has answered; the answer is dropped.
    Cut,
    /// The answer is held back until [`CommitProxy::let_go`].
    Hold,
}

#[derive(Default)]
struct State {
    /// With words of the transaction.
    next: Option<(Interference, String)>,
    held: bool,
}

/// A running proxy; its threads end with the process.
pub struct CommitProxy {
    address: SocketAddr,
    shared: Arc<(Mutex<State>, Condvar)>,
}

impl CommitProxy {
    /// In front of the server that a `postgres://` address names.
    #[must_use]
    pub fn start(database: &str) -> Self {
        let database = Url::parse(database).expect("an address");
        let server = format!(
            "{}:{}",
            database.host_str().expect("a host"),
            database.port().expect("a port")
        );
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("no port is free");
        let address = listener.local_addr().expect("a listener has an address");
        let shared: Arc<(Mutex<State>, Condvar)> = Arc::default();
        let own = Arc::clone(&shared);
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let (shared, server) = (Arc::clone(&own), server.clone());
                std::thread::spawn(move || {
                    if let Ok(server) = TcpStream::connect(server) {
                        pass_on(&client, &server, &shared);
                    }
                });
            }
        });
        Self { address, shared }
    }

    /// The same address, by way of this proxy.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        let mut url = Url::parse(database).expect("an address");
        url.set_host(Some("127.0.0.1")).expect("a host");
        url.set_port(Some(self.address.port())).expect("a port");
        url.into()
    }

    /// Interferes with the COMMIT of the next transaction that has these words in a statement or a value. A statement is sent once on each
    /// connection, so its words are those of a call that was not made before.
    pub fn interfere(&self, how: Interference, words: &str) {
        self.change(|state| {
            state.next = Some((how, words.to_owned()));
            state.held = how == Interference::Hold;
        });
    }

    /// Hands on the answer that is held back.
    pub fn let_go(&self) {
        self.change(|state| state.held = false);
    }

    /// Whether the interference has met its COMMIT.
    #[must_use]
    pub fn has_interfered(&self) -> bool {
        let state = self.shared.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.next.is_none()
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.shared.0.lock().unwrap_or_else(PoisonError::into_inner));
        self.shared.1.notify_all();
    }
}

fn pass_on(client: &TcpStream, server: &TcpStream, shared: &(Mutex<State>, Condvar)) {
    let (state, changed) = shared;
    // What is to happen to the server's next answer.
    let interference: Mutex<Option<Interference>> = Mutex::default();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let transaction = RefCell::new(Vec::new());
            let _ = copy(client, server, |bytes| {
                let mut transaction = transaction.borrow_mut();
                if has(bytes, "BEGIN") {
                    transaction.clear();
                }
                transaction.extend_from_slice(bytes);
                if has(bytes, "COMMIT") {
                    let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
                    let next = state.next.take_if(|(_, words)| has(&transaction, words));
                    *interference.lock().unwrap_or_else(PoisonError::into_inner) = next.map(|(how, _)| how);
                }
                true
            });
            let _ = server.shutdown(Shutdown::Both);
        });
        let _ = copy(server, client, |_| {
            let interference = interference.lock().unwrap_or_else(PoisonError::into_inner).take();
            match interference {
                None => true,
                Some(Interference::Cut) => false,
                Some(Interference::Hold) => {
                    let state = state.lock().unwrap_or_else(PoisonError::into_inner);
                    drop(changed.wait_while(state, |state| state.held));
                    true
                }
            }
        });
        let _ = client.shutdown(Shutdown::Both);
        let _ = server.shutdown(Shutdown::Both);
    });
}

fn has(bytes: &[u8], words: &str) -> bool {
    bytes.windows(words.len()).any(|found| found == words.as_bytes())
}

/// Copies until an end; `look` sees the bytes before they go on, and may end it.
fn copy(mut from: &TcpStream, mut to: &TcpStream, look: impl Fn(&[u8]) -> bool) -> std::io::Result<()> {
    let mut chunk = [0; 16 * 1024];
    loop {
        let length = from.read(&mut chunk)?;
        if length == 0 || !look(&chunk[..length]) {
            return Ok(());
        }
        to.write_all(&chunk[..length])?;
    }
}
