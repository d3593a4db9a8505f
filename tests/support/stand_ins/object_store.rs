//! A real S3 server as a process of its own (`tests/programs/s3_store.rs`), which checks signatures and their ends, and keeps objects as
//! files.

use std::{
    io::{BufRead as _, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
};

use tempfile::TempDir;

use super::seaweed_store::SeaweedStore;
use crate::server::{TIMEOUT, binary, ports::free_port};

pub const ACCESS_KEY: &str = "portal-tests";
pub const SECRET_KEY: &str = "canary-secret-of-the-store";
pub(super) const BUCKET: &str = "portal-media";
const PREFIX: &str = "courses";

/// An object store with one bucket, ended with its test.
pub struct ObjectStore {
    child: Child,
    address: SocketAddr,
    folder: TempDir,
}

impl ObjectStore {
    /// An empty bucket.
    #[must_use]
    pub fn start() -> Self {
        Self::started("exec \"$0\" \"$@\"")
    }

    /// A store that has no room for files of more than so many blocks of 512 bytes.
    #[must_use]
    pub fn with_room_for(blocks: u32) -> Self {
        Self::started(&format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\""))
    }

    fn started(script: &str) -> Self {
        let folder = TempDir::new().expect("a temporary folder cannot be made");
        std::fs::create_dir(folder.path().join(BUCKET)).expect("a bucket is a folder");
        let (child, address) = run(script, folder.path(), free_port());
        Self {
            child,
            address,
            folder,
        }
    }

    /// The file that holds an object.
    #[must_use]
    pub fn object(&self, location: &str) -> PathBuf {
        self.folder.path().join(BUCKET).join(PREFIX).join(location)
    }

    /// The names of everything in the bucket, below the prefix and beside it.
    #[must_use]
    pub fn objects(&self) -> Vec<String> {
        let root = self.folder.path().join(BUCKET);
        let mut found = Vec::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if let Ok(name) = path.strip_prefix(&root) {
                    found.push(name.display().to_string());
                }
            }
        }
        found.sort();
        found
    }

    /// How many parts of files there are that are not put together.
    #[must_use]
    pub fn parts(&self) -> usize {
        let entries = std::fs::read_dir(self.folder.path()).expect("a folder").flatten();
        let names = entries.map(|entry| entry.file_name());
        let is_part = |name: &str| name.starts_with(".upload_id-") && name.contains(".part-");
        names.filter(|name| is_part(&name.to_string_lossy())).count()
    }

    /// Takes the bucket away.
    pub fn remove_bucket(&self) {
        let bucket = self.folder.path().join(BUCKET);
        std::fs::rename(bucket, self.folder.path().join("gone")).expect("a bucket is a folder");
    }

    /// Stops the server where it stands: the kernel accepts connections, and no process answers them. It goes on when what is
    /// answered is dropped.
    #[must_use]
    pub fn freeze(&self) -> FrozenStore {
        signal("-STOP", self.child.id());
        FrozenStore(self.child.id())
    }

    /// Ends the server at once.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Starts it again where it was.
    pub fn restart(&mut self) {
        self.kill();
        let port = self.address.port();
        (self.child, _) = run("exec \"$0\" \"$@\"", self.folder.path(), port);
    }
}

impl Drop for ObjectStore {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A store that answers nothing until this is dropped.
pub struct FrozenStore(u32);

impl Drop for FrozenStore {
    fn drop(&mut self) {
        signal("-CONT", self.0);
    }
}

fn signal(which: &str, process: u32) {
    let sent = Command::new("kill").args([which, &process.to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "kill cannot be run");
}

fn run(script: &str, root: &Path, port: u16) -> (Child, SocketAddr) {
    let mut child = Command::new("sh")
        .args(["-c", script])
        .arg(binary("s3-store"))
        .arg(port.to_string())
        .arg(root)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("s3-store cannot be run");
    let mut lines = BufReader::new(child.stdout.take().expect("its output is piped")).lines();
    let (sender, address) = mpsc::channel();
    std::thread::spawn(move || sender.send(lines.next()));
    let line = address.recv_timeout(TIMEOUT).ok().flatten();
    let line = line.and_then(Result::ok).expect("s3-store says where it serves");
    (child, line.parse().expect("an address"))
}

/// The settings that name the bucket of a store.
fn settings_of(address: SocketAddr) -> Vec<(&'static str, String)> {
    vec![
        ("PORTAL_MEDIA_URL", format!("s3://{BUCKET}/{PREFIX}")),
        ("AWS_ENDPOINT_URL", format!("http://{address}")),
        ("AWS_REGION", String::from("eu-central-1")),
        ("AWS_ACCESS_KEY_ID", String::from(ACCESS_KEY)),
        ("AWS_SECRET_ACCESS_KEY", String::from(SECRET_KEY)),
    ]
}

/// A running S3 server with one bucket.
pub trait S3Server {
    fn address(&self) -> SocketAddr;

    /// The settings that name its bucket.
    fn settings(&self) -> Vec<(&'static str, String)> {
        settings_of(self.address())
    }

    /// From where a player fetches.
    fn origin(&self) -> String {
        format!("http://{}", self.address())
    }
}

impl S3Server for ObjectStore {
    fn address(&self) -> SocketAddr {
        self.address
    }
}

/// S3 servers of different makes, for what has to work on each.
#[derive(Debug, Clone, Copy)]
pub enum StoreMake {
    S3s,
    SeaweedFs,
}

impl StoreMake {
    /// An empty bucket.
    #[must_use]
    pub fn start(self) -> Box<dyn S3Server> {
        match self {
            Self::S3s => Box::new(ObjectStore::start()),
            Self::SeaweedFs => Box::new(SeaweedStore::start()),
        }
    }
}
