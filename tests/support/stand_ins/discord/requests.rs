//! The fake Discord's side of HTTP: reads requests, lets them fail as the test says, writes answers.

use std::{
    collections::HashMap,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    time::Instant,
};

use serde_json::Value;

use crate::discord::{Fault, Seen, Shared, answers::answer, named};

/// A request with its parts.
pub(crate) struct Asked {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: HashMap<String, String>,
    pub(crate) body: String,
}

impl Asked {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }
}

/// Answers one client until it closes the connection.
pub(crate) fn converse(shared: &Shared, stream: &TcpStream) {
    let mut reader = BufReader::new(stream);
    while let Some(asked) = read(&mut reader) {
        if !respond(shared, stream, &asked) {
            let _ = stream.shutdown(std::net::Shutdown::Both);
            return;
        }
    }
}

/// Answers a request; false where the connection is to break.
fn respond(shared: &Shared, mut stream: &TcpStream, asked: &Asked) -> bool {
    let (at, fault) = {
        let mut world = shared.world();
        let at = world.seen.len();
        world.seen.push(Seen {
            at: Instant::now(),
            method: asked.method.clone(),
            path: asked.path.clone(),
            authorization: asked.headers.get("authorization").cloned().unwrap_or_default(),
            body: asked.body.clone(),
            status: 0,
        });
        (at, world.fault(&named(&asked.method, &asked.path)))
    };
    shared.changed.notify_all();
    let (status, headers, body) = match fault {
        Some(Fault::Answer(status, headers, body)) => (status, headers, body),
        Some(Fault::Cut { done }) => {
            if done {
                let _ = answer(&mut shared.world(), asked);
                shared.changed.notify_all();
            }
            return false;
        }
        Some(Fault::Silence(time)) => {
            std::thread::sleep(time);
            let (status, body) = answer(&mut shared.world(), asked);
            (status, Vec::new(), body)
        }
        None => {
            let (status, body) = answer(&mut shared.world(), asked);
            (status, Vec::new(), body)
        }
    };
    shared.world().seen[at].status = status;
    shared.changed.notify_all();
    let mut head = format!("HTTP/1.1 {status} x\r\ncontent-length: {}\r\n", body.len());
    if !headers.iter().any(|(name, _)| *name == "content-type") && !body.is_empty() {
        head.push_str("content-type: application/json\r\n");
    }
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if status == 204 {
        head = head.replace("content-length: 0\r\n", "");
    }
    head.push_str(
        "x-ratelimit-limit: 1000\r\nx-ratelimit-remaining: 999\r\nx-ratelimit-reset-after: 1.0\r\n\r\n",
    );
    stream.write_all(format!("{head}{body}").as_bytes()).is_ok()
}

fn read(reader: &mut BufReader<&TcpStream>) -> Option<Asked> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|bytes| *bytes > 0)?;
    let mut words = line.split_whitespace();
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim().split_once(':') else {
            break;
        };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let length = headers
        .get("content-length")
        .and_then(|text| text.parse().ok())
        .unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Asked {
        method,
        path,
        headers,
        body: String::from_utf8_lossy(&body).into_owned(),
    })
}
