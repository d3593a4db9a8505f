//! A real S3 server as a process of its own (s3s-fs), which checks signatures and their ends, and keeps objects as files.

use std::{
    io::{BufRead as _, BufReader},
    net::{SocketAddr, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
};

use tempfile::TempDir;

use crate::server::TIMEOUT;

pub const ACCESS_KEY: &str = "portal-tests";
pub const SECRET_KEY: &str = "canary-secret-of-the-store";
const BUCKET: &str = "portal-media";
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
        let (child, address) = run(script, folder.path(), 0);
        Self {
            child,
            address,
            folder,
        }
    }

    /// The settings that name this bucket.
    #[must_use]
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("PORTAL_MEDIA_URL", format!("s3://{BUCKET}/{PREFIX}")),
            ("AWS_ENDPOINT_URL", self.origin()),
            ("AWS_REGION", String::from("eu-central-1")),
            ("AWS_ACCESS_KEY_ID", String::from(ACCESS_KEY)),
            ("AWS_SECRET_ACCESS_KEY", String::from(SECRET_KEY)),
        ]
    }

    #[must_use]
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
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
        self.part_files().len()
    }

    /// The file that holds a part of the one file that is not put together.
    #[must_use]
    pub fn part(&self, number: u16) -> PathBuf {
        let ending = format!(".part-{number}");
        let mut files = self.part_files().into_iter();
        files
            .find(|path| path.to_string_lossy().ends_with(&ending))
            .expect("the store has this part")
    }

    fn part_files(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.folder.path()).expect("a folder").flatten();
        let is_part = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(".upload_id-") && name.contains(".part-")
        };
        entries.map(|entry| entry.path()).filter(is_part).collect()
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
        .arg(program())
        .args(["--host", "127.0.0.1", "--port", &port.to_string()])
        .args(["--access-key", ACCESS_KEY, "--secret-key", SECRET_KEY])
        .arg(root)
        .env("RUST_LOG", "s3s_fs=info")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("s3s-fs cannot be run");
    let lines = BufReader::new(child.stdout.take().expect("its output is piped")).lines();
    let (told, address) = mpsc::channel();
    // Read to its end, so that the server never waits for this.
    std::thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            if let Some((_, rest)) = line.split_once("server is running at http://") {
                let end = rest.find(|c: char| !c.is_ascii_digit() && !".:".contains(c));
                let address = &rest[..end.unwrap_or(rest.len())];
                let _ = told.send(address.parse::<SocketAddr>());
            }
        }
    });
    let address = address
        .recv_timeout(TIMEOUT)
        .expect("s3s-fs says where it serves");
    let address = address.expect("s3s-fs says where it serves");
    TcpStream::connect(address).expect("s3s-fs listens");
    (child, address)
}

/// Beside cargo's other programs, or on the path.
fn program() -> PathBuf {
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".cargo")));
    let beside = home
        .map(|home| home.join("bin/s3s-fs"))
        .filter(|path| path.is_file());
    beside.unwrap_or_else(|| PathBuf::from("s3s-fs"))
}
