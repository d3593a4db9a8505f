//! A small HTTP/1.1 server that stands in for an outside service: one request a connection, a thread each.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
};

use serde_json::Value;

/// A request, read to its end.
#[derive(Debug, Clone)]
pub struct Asked {
    pub method: String,
    /// With its query.
    pub path: String,
    /// Names in small letters.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Asked {
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(given, _)| given == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// What the service does with a request.
#[derive(Debug, Clone)]
pub enum Reply {
    Json(u16, Value),
    Html(u16, String),
    /// Sends the browser elsewhere.
    Redirect(String),
    /// Ends the connection without a word.
    Cut,
    /// Ends it in the middle of an answer.
    CutHalf,
    /// Says nothing until the other side gives up.
    Hang,
}

/// A running stand-in; it ends with its value.
pub struct HttpStub {
    address: SocketAddr,
    ended: Arc<AtomicBool>,
    listening: Option<JoinHandle<()>>,
}

impl HttpStub {
    /// Answers every request by `answer`, which may be asked from many threads at once.
    #[must_use]
    pub fn start(answer: impl Fn(Asked) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("a bound socket has an address");
        let ended = Arc::new(AtomicBool::new(false));
        let (answer, over) = (Arc::new(answer), Arc::clone(&ended));
        let listening = std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if over.load(Ordering::SeqCst) {
                    return;
                }
                let answer = Arc::clone(&answer);
                std::thread::spawn(move || {
                    let _ = serve(&stream, answer.as_ref());
                });
            }
        });
        Self {
            address,
            ended,
            listening: Some(listening),
        }
    }

    /// Where it listens: an origin without a slash at the end.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for HttpStub {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::SeqCst);
        // Wakes the listener, so that it sees that it is over; afterwards its port refuses connections.
        let _ = TcpStream::connect(self.address);
        if let Some(listening) = self.listening.take() {
            let _ = listening.join();
        }
    }
}

fn serve(stream: &TcpStream, answer: &dyn Fn(Asked) -> Reply) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let Some(asked) = read(&mut reader)? else {
        return Ok(());
    };
    let (status, kind, body) = match answer(asked) {
        Reply::Json(status, value) => (status, "application/json", value.to_string()),
        Reply::Html(status, text) => (status, "text/html; charset=utf-8", text),
        Reply::Redirect(to) => {
            let head = format!(
                "HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            );
            return (&*stream).write_all(head.as_bytes());
        }
        Reply::Cut => return Ok(()),
        Reply::CutHalf => {
            return (&*stream).write_all(
                b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{\"id\":",
            );
        }
        Reply::Hang => {
            let _ = reader.read(&mut [0]);
            return Ok(());
        }
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status} Said\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    (&*stream).write_all(head.as_bytes())?;
    (&*stream).write_all(body.as_bytes())
}

/// `None` if the other side closed without asking.
fn read(reader: &mut BufReader<&TcpStream>) -> std::io::Result<Option<Asked>> {
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut words = line.split_whitespace();
    let (Some(method), Some(path)) = (words.next(), words.next()) else {
        return Ok(None);
    };
    let mut asked = Asked {
        method: method.to_owned(),
        path: path.to_owned(),
        headers: Vec::new(),
        body: Vec::new(),
    };
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        asked
            .headers
            .push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let length = asked.header("content-length").and_then(|text| text.parse().ok());
    asked.body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut asked.body)?;
    Ok(Some(asked))
}
