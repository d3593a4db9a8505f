//! A client that decides how much of an answer it takes, and when.

use std::{
    io::{ErrorKind, Read as _, Write as _},
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream},
    time::{Duration, Instant},
};

use socket2::{Domain, Socket, Type};

/// Far more than the half minute in which a connection that takes nothing is closed, for a busy machine.
const CLOSED_WITHIN: Duration = Duration::from_secs(180);

/// A connection with a receive buffer of a few kilobytes, so that an unread answer stays with the server.
pub struct SlowReader {
    stream: TcpStream,
}

impl SlowReader {
    /// Connects from an address of this machine: all of 127.0.0.0/8 are.
    #[must_use]
    pub fn connect(server: SocketAddr, from: Ipv4Addr) -> Self {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket can be made");
        socket
            .set_recv_buffer_size(4 * 1024)
            .expect("its buffer can be set");
        let from = SocketAddr::new(IpAddr::V4(from), 0);
        socket.bind(&from.into()).expect("a loopback address can be used");
        socket.connect(&server.into()).expect("the server listens");
        let stream = TcpStream::from(socket);
        stream
            .set_read_timeout(Some(CLOSED_WITHIN))
            .and_then(|()| stream.set_write_timeout(Some(CLOSED_WITHIN)))
            .expect("a time limit can be set");
        Self { stream }
    }

    pub fn send(&mut self, request: &str) {
        self.stream
            .write_all(request.as_bytes())
            .expect("the server takes the request");
    }

    /// Reads that many bytes, or fewer where the server closes; how many came.
    pub fn read(&mut self, bytes: usize) -> usize {
        let mut chunk = vec![0; 16 * 1024];
        let mut count = 0;
        while count < bytes {
            let wanted = chunk.len().min(bytes - count);
            match self.stream.read(&mut chunk[..wanted]) {
                Ok(0) => break,
                Ok(n) => count += n,
                Err(error) if error.kind() == ErrorKind::ConnectionReset => break,
                Err(error) => panic!("the server neither sends nor closes: {error}"),
            }
        }
        count
    }

    /// Sends a request again and again and reads nothing, until the server closes. How long that took.
    #[must_use]
    pub fn pipeline_until_closed(mut self, request: &str) -> Duration {
        let requests = request.repeat(64);
        let start = Instant::now();
        loop {
            match self.stream.write_all(requests.as_bytes()) {
                Ok(()) => {}
                Err(error) if [ErrorKind::ConnectionReset, ErrorKind::BrokenPipe].contains(&error.kind()) => {
                    return start.elapsed();
                }
                Err(error) => panic!("a connection that takes nothing is held: {error}"),
            }
        }
    }
}
