//! A small balancer: takes TCP connections and passes each on to a server that accepts one, in turn.

use std::{
    io::{Read as _, Write as _},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex, PoisonError},
};

#[derive(Default)]
struct Backends {
    addresses: Vec<SocketAddr>,
    next: usize,
}

/// A running balancer; its threads end with the process.
pub struct Balancer {
    address: SocketAddr,
    backends: Arc<Mutex<Backends>>,
}

impl Balancer {
    #[must_use]
    pub fn start(addresses: Vec<SocketAddr>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("no port is free");
        let address = listener.local_addr().expect("a listener has an address");
        let backends = Arc::new(Mutex::new(Backends { addresses, next: 0 }));
        let own = Arc::clone(&backends);
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let own = Arc::clone(&own);
                std::thread::spawn(move || {
                    if let Some(server) = connect(&own) {
                        pass_on(&client, &server);
                    }
                    let _ = client.shutdown(Shutdown::Both);
                });
            }
        });
        Self { address, backends }
    }

    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// From now on another server stands in this place.
    pub fn replace(&self, place: usize, address: SocketAddr) {
        self.backends
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .addresses[place] = address;
    }
}

/// A connection to the next server that accepts one; `None` if no server does.
fn connect(backends: &Mutex<Backends>) -> Option<TcpStream> {
    let (addresses, first) = {
        let mut backends = backends.lock().unwrap_or_else(PoisonError::into_inner);
        backends.next = backends.next.wrapping_add(1);
        (backends.addresses.clone(), backends.next)
    };
    (0..addresses.len()).find_map(|n| TcpStream::connect(addresses[(first + n) % addresses.len()]).ok())
}

fn pass_on(client: &TcpStream, server: &TcpStream) {
    for side in [client, server] {
        let _ = side.set_nodelay(true);
    }
    std::thread::scope(|scope| {
        scope.spawn(|| copy(client, server));
        copy(server, client);
    });
}

/// Copies until an end, which then is both sides' end.
fn copy(mut from: &TcpStream, mut to: &TcpStream) {
    let mut chunk = [0; 16 * 1024];
    while let Ok(length @ 1..) = from.read(&mut chunk) {
        if to.write_all(&chunk[..length]).is_err() {
            break;
        }
    }
    for side in [from, to] {
        let _ = side.shutdown(Shutdown::Both);
    }
}
