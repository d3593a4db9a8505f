//! A server's socket without a client of HTTP: bytes as they are sent and read.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream},
};

use super::TIMEOUT;

/// A connection whose reads end after [`TIMEOUT`].
pub(super) fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the server listens");
    stream
        .set_read_timeout(Some(TIMEOUT))
        .expect("a time limit can be set");
    stream
}

/// [`crate::Server::raw`] at any address.
#[must_use]
pub fn raw_at(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = connect(address);
    stream.write_all(bytes).expect("the server takes the request");
    read_to_end(&mut stream)
}

/// All that a peer sends until it closes; a reset ends it too.
pub fn read_to_end(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut chunk = [0; 16 * 1024];
    loop {
        match stream.read(&mut chunk) {
            Ok(0) => break,
            Ok(n) => bytes.extend_from_slice(&chunk[..n]),
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => break,
            Err(error) => panic!("the server neither answers nor closes: {error}"),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
