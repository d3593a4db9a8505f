//! A pooler before PostgreSQL in transaction mode, as PgBouncer has it: each transaction runs on whichever session is free. Every client opens
//! a session of its own, with its password, and from then on takes turns with the others.

use std::{
    collections::VecDeque,
    io::{self, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use url::Url;

/// What asks for encryption before the start: TLS and GSSAPI (PostgreSQL, "Message Formats").
const ENCRYPTION: [u32; 2] = [80_877_103, 80_877_104];

/// A running pooler; its threads end with the process.
pub struct Pooler {
    address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    mixes: AtomicBool,
    free: Mutex<VecDeque<TcpStream>>,
}

impl Shared {
    fn free(&self) -> MutexGuard<'_, VecDeque<TcpStream>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pooler {
    /// In front of the server that a `postgres://` address names. Until [`Self::mix`] each client keeps its own session.
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
        let shared: Arc<Shared> = Arc::default();
        let own = Arc::clone(&shared);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let (shared, server) = (Arc::clone(&own), server.clone());
                thread::spawn(move || {
                    TcpStream::connect(server).and_then(|server| serve(client, server, &shared))
                });
            }
        });
        Self { address, shared }
    }

    /// The same address, by way of this pooler.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        let mut url = Url::parse(database).expect("an address");
        url.set_host(Some("127.0.0.1")).expect("a host");
        url.set_port(Some(self.address.port())).expect("a port");
        url.into()
    }

    /// From now on transactions go to the sessions in turn.
    pub fn mix(&self) {
        self.shared.mixes.store(true, Ordering::SeqCst);
    }
}

fn serve(mut client: TcpStream, mut own: TcpStream, shared: &Shared) -> io::Result<()> {
    own.write_all(&start_message(&mut client)?)?;
    // The password's exchange, until the session is ready.
    while answer(&mut own, &mut client)? == Answer::Asks {
        let (_, message) = read_message(&mut client)?;
        own.write_all(&message)?;
    }
    let mut held = Some(own);
    loop {
        let (kind, mut message) = read_message(&mut client)?;
        if kind == b'X' {
            // The session stays for the others; one within a transaction goes.
            return Ok(());
        }
        // A batch ends with a query or a sync.
        let mut last = kind;
        while !matches!(last, b'Q' | b'S') {
            let (kind, next) = read_message(&mut client)?;
            last = kind;
            message.extend(next);
        }
        let mut session = match held.take() {
            Some(session) => session,
            None => borrow(shared),
        };
        session.write_all(&message)?;
        let is_idle = answer(&mut session, &mut client)? == Answer::Idle;
        if is_idle && shared.mixes.load(Ordering::SeqCst) {
            shared.free().push_back(session);
        } else {
            held = Some(session);
        }
    }
}

fn borrow(shared: &Shared) -> TcpStream {
    loop {
        if let Some(session) = shared.free().pop_front() {
            return session;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// The client's first message, after its questions for encryption were answered with no.
fn start_message(client: &mut TcpStream) -> io::Result<Vec<u8>> {
    loop {
        let mut head = [0; 8];
        client.read_exact(&mut head)?;
        let [length, code] =
            [0, 4].map(|at| u32::from_be_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]));
        if ENCRYPTION.contains(&code) {
            client.write_all(b"N")?;
            continue;
        }
        let mut message = head.to_vec();
        message.resize(length as usize, 0);
        client.read_exact(&mut message[8..])?;
        return Ok(message);
    }
}

#[derive(PartialEq, Eq)]
enum Answer {
    /// Of the client, a part of its password's proof.
    Asks,
    Idle,
    InTransaction,
}

/// Hands an answer on, up to the message that ends it.
fn answer(session: &mut TcpStream, client: &mut TcpStream) -> io::Result<Answer> {
    loop {
        let (kind, message) = read_message(session)?;
        client.write_all(&message)?;
        match (kind, message.get(5..9)) {
            (b'Z', _) if message[5] == b'I' => return Ok(Answer::Idle),
            (b'Z', _) => return Ok(Answer::InTransaction),
            // SASL's first and second question; the third message says that it is done, and zero that the client is in.
            (b'R', Some([0, 0, 0, 10 | 11])) => return Ok(Answer::Asks),
            _ => {}
        }
    }
}

/// A message's kind, and all of it.
fn read_message(from: &mut TcpStream) -> io::Result<(u8, Vec<u8>)> {
    let mut message = vec![0; 5];
    from.read_exact(&mut message)?;
    let length = u32::from_be_bytes([message[1], message[2], message[3], message[4]]) as usize;
    message.resize(1 + length, 0);
    from.read_exact(&mut message[5..])?;
    Ok((message[0], message))
}
