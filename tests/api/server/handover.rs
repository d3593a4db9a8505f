//! A socket that the service manager holds: a restart refuses no connection, and the manager is notified when requests are taken.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream, UdpSocket},
    os::{
        fd::OwnedFd,
        unix::net::{UnixDatagram, UnixListener, UnixStream},
    },
    path::Path,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

use kernel::DatabaseUrl;
use rstest::rstest;
use support::{
    Browser, Engine, Postgres, Server, Sqlite, TestDatabase,
    server::{TIMEOUT, binary, run_to_end, server_command},
    waiting::{SetOnDrop, until},
};

const RESTARTS: usize = 5;
const CLIENTS: usize = 2;

/// The server as systemd starts it: the socket is file 3, and the variables name this very process.
pub(super) fn command(data: &Path, database: &DatabaseUrl, socket: OwnedFd, sockets: usize) -> Command {
    let plain = server_command(data, database);
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg("export LISTEN_PID=$$; exec \"$0\" 3<&0 </dev/null")
        .arg(binary("portal-api"))
        .env_clear()
        .envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))))
        .env("LISTEN_FDS", sockets.to_string())
        .current_dir(data)
        .stdin(Stdio::from(socket))
        .stdout(Stdio::null());
    command
}

/// A server on a socket that is held here, ended with its test.
pub(super) struct Handed(Child);

impl Handed {
    /// Starts it and waits until it says where it serves.
    fn start(data: &Path, database: &TestDatabase, listener: &TcpListener) -> Self {
        let socket = OwnedFd::from(listener.try_clone().unwrap());
        let address = listener.local_addr().unwrap().to_string();
        Self::serving(&mut command(data, &database.address(), socket, 1), &address)
    }

    pub(super) fn serving(command: &mut Command, address: &str) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let started = Self(child);
        let mut read = String::new();
        while !read.contains("\"serving\"") {
            assert_ne!(
                log.read_line(&mut read).unwrap(),
                0,
                "the server does not start: {read}"
            );
        }
        assert!(read.contains(address), "it serves on another socket: {read}");
        std::thread::spawn(move || log.lines().for_each(drop));
        started
    }

    /// Asks it to end and waits until it has.
    fn terminate(&mut self) {
        let sent = Command::new("kill").arg(self.0.id().to_string()).status();
        assert!(sent.is_ok_and(|status| status.success()));
        assert!(self.0.wait().unwrap().success());
    }
}

impl Drop for Handed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn ask(address: SocketAddr) -> std::io::Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    Ok(stream)
}

/// The answer's first line, or what came instead.
fn answer(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Ok(_) => String::from_utf8_lossy(&bytes)
            .lines()
            .next()
            .unwrap_or("nothing")
            .to_owned(),
        Err(error) => error.to_string(),
    }
}

#[rstest]
fn a_restart_refuses_no_connection_and_answers_every_request(#[values(Sqlite, Postgres)] engine: Engine) {
    let (folder, database) = (tempfile::tempdir().unwrap(), TestDatabase::new(engine));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (over, answered) = (AtomicBool::new(false), AtomicUsize::new(0));
    let mut server = Handed::start(folder.path(), &database, &listener);
    std::thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    let stream = ask(address).unwrap_or_else(|error| panic!("a connection failed: {error}"));
                    assert_eq!(answer(stream), "HTTP/1.1 200 OK");
                    answered.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let _over = SetOnDrop(&over);
        for _ in 0..RESTARTS {
            server.terminate();
            // No server runs now.
            let waiting = ask(address).expect("the held socket takes connections");
            server = Handed::start(folder.path(), &database, &listener);
            assert_eq!(answer(waiting), "HTTP/1.1 200 OK");
        }
    });
    assert!(answered.into_inner() >= RESTARTS, "the clients hardly asked");
}

/// What a proxy sends at a unix socket for one of its clients; a body stands after a bar.
fn pass_on(socket: &Path, forwarded: &str, request: &str) -> UnixStream {
    let (start, body) = request.split_once('|').unwrap_or((request, ""));
    let mut stream = UnixStream::connect(socket).expect("the held socket takes connections");
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    let head = format!(
        "{start} HTTP/1.1\r\nHost: portal.example\r\nX-Forwarded-For: {forwarded}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

/// The answer's first line and its body.
fn heard(mut stream: UnixStream) -> (String, String) {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n").expect("a whole answer");
    (head.lines().next().unwrap().to_owned(), body.to_owned())
}

#[rstest]
fn a_proxy_connects_at_a_unix_socket_and_its_clients_are_distinguished(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let (folder, database) = (tempfile::tempdir().unwrap(), TestDatabase::new(engine));
    let socket = folder.path().join("http.sock");
    let listener = UnixListener::bind(&socket).unwrap();
    let start = || {
        let held = OwnedFd::from(listener.try_clone().unwrap());
        Handed::serving(
            command(folder.path(), &database.address(), held, 1).env("PORTAL_AUTH_ATTEMPTS_PER_MINUTE", "2"),
            &format!("unix:{}", socket.display()),
        )
    };
    let mut server = start();
    let ask = |forwarded: &str, request: &str| heard(pass_on(&socket, forwarded, request));
    assert_eq!(ask("203.0.113.1", "GET /healthz").0, "HTTP/1.1 200 OK");
    let (status, page) = ask("203.0.113.1", "GET /");
    assert_eq!(status, "HTTP/1.1 200 OK");
    assert!(
        page.contains("<title>") && page.trim_end().ends_with("</html>"),
        "not a whole page"
    );

    let check = |forwarded: &str| {
        let request = r#"POST /api/verify-purchase-key|{"purchaseKey":"x"}"#;
        ask(forwarded, request).0
    };
    let (wrong, too_many) = ("HTTP/1.1 400 Bad Request", "HTTP/1.1 429 Too Many Requests");
    for _ in 0..2 {
        assert_eq!(check("203.0.113.1"), wrong);
    }
    assert_eq!(check("203.0.113.1"), too_many);
    assert_eq!(
        check("203.0.113.2"),
        wrong,
        "another client is limited by the first one"
    );
    // What a client writes itself stands at the left.
    assert_eq!(check("203.0.113.3, 203.0.113.1"), too_many);

    server.terminate();
    let waiting = pass_on(&socket, "203.0.113.4", "GET /readyz");
    server = start();
    assert_eq!(heard(waiting).0, "HTTP/1.1 200 OK");
    drop(server);
    assert!(socket.exists(), "the manager's socket is removed");
}

#[test]
fn at_a_unix_socket_a_client_holds_at_most_256_connections() {
    let (folder, database) = (tempfile::tempdir().unwrap(), TestDatabase::new(Sqlite));
    let socket = folder.path().join("http.sock");
    let listener = UnixListener::bind(&socket).unwrap();
    let held = OwnedFd::from(listener.try_clone().unwrap());
    let _server = Handed::serving(
        &mut command(folder.path(), &database.address(), held, 1),
        &format!("unix:{}", socket.display()),
    );
    let begin = || {
        let mut stream = UnixStream::connect(&socket).unwrap();
        let head = "POST /api/login HTTP/1.1\r\nHost: portal.example\r\nX-Forwarded-For: 203.0.113.1\r\n\
                    Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{";
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let mut begun: Vec<_> = (0..255).map(|_| begin()).collect();
    let status = |forwarded: &str| heard(pass_on(&socket, forwarded, "GET /healthz")).0;
    assert_eq!(status("203.0.113.1"), "HTTP/1.1 200 OK");
    // One more for each look: a look that is counted first takes the place of one of them.
    until("256 connections are counted", || {
        begun.push(begin());
        status("203.0.113.1") == "HTTP/1.1 429 Too Many Requests"
    });
    assert_eq!(status("203.0.113.2"), "HTTP/1.1 200 OK");
    drop(begun);
    until("they are closed", || status("203.0.113.1") == "HTTP/1.1 200 OK");
}

#[test]
fn a_socket_that_was_passed_to_another_process_is_left_alone() {
    let server = Server::with(Sqlite, &[("LISTEN_FDS", "1"), ("LISTEN_PID", "1")]);
    let _ = server.visitor().get("/healthz").ok(200);
}

/// The one line of a server that must not start.
fn refused(socket: OwnedFd, sockets: usize) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("portal.db");
    let mut command = command(folder.path(), &DatabaseUrl::Sqlite(file.clone()), socket, sockets);
    let (code, _, errors) = run_to_end::<&str>(&mut command, &[]);
    assert_eq!(code, Some(1), "{errors}");
    assert_eq!(errors.lines().count(), 1, "not one line: {errors}");
    assert!(errors.contains("LISTEN_FDS"), "{errors}");
    assert!(!file.exists(), "a start that fails made a database");
    errors
}

#[test]
fn what_is_no_listening_socket_is_refused_in_one_line() {
    let _ = refused(UdpSocket::bind("127.0.0.1:0").unwrap().into(), 1);
    let _ = refused(UnixDatagram::unbound().unwrap().into(), 1);
    let (connection, _peer) = UnixStream::pair().unwrap();
    assert!(refused(connection.into(), 1).contains("Accept=no"));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let connection = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    assert!(refused(connection.into(), 1).contains("Accept=no"));
    assert!(refused(listener.into(), 2).contains("2 sockets"));
}

#[test]
fn the_manager_is_notified_once_requests_are_taken() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("notify");
    let manager = UnixDatagram::bind(&place).unwrap();
    manager.set_read_timeout(Some(TIMEOUT)).unwrap();
    let database = TestDatabase::new(Sqlite);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let socket = OwnedFd::from(listener.try_clone().unwrap());
    let child = command(folder.path(), &database.address(), socket, 1)
        .env("NOTIFY_SOCKET", &place)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let server = Handed(child);
    let mut message = [0; 64];
    let length = manager
        .recv(&mut message)
        .expect("the server says that it is ready");
    assert_eq!(&message[..length], b"READY=1\n");
    let _ = Browser::new(listener.local_addr().unwrap())
        .get("/readyz")
        .ok(200);
    drop(server);
}
