//! The real server binary, in a folder of its own, over a database of its own.

pub mod commands;
pub mod metrics;
pub mod older;
pub mod ports;
pub mod process_memory;
mod raw;

use std::{
    ffi::OsStr,
    io::{BufRead as _, BufReader},
    net::{SocketAddr, TcpStream},
    path::{Path, PathBuf},
    process::{Child, ChildStderr, Command, Stdio},
    sync::{Arc, Condvar, Mutex, PoisonError},
};

use kernel::DatabaseUrl;
use outbound::{MediaStore, Settings};
use secrecy::ExposeSecret;
use tempfile::TempDir;

use self::raw::connect;
pub use self::raw::{raw_at, read_to_end};
pub use crate::waiting::TIMEOUT;
use crate::{Engine, TestDatabase, http::Browser, keys::SESSION_KEY};

/// The variable by which `examples/later_release.rs` knows which of the later releases it is.
pub const RELEASE: &str = "TEST_RELEASE";

const THIS: &str = "portal-api";
const LATER: &str = "examples/later_release";
/// The server of [`older::FOLDER`].
const OLDER: &str = "older";

/// A server, ended with its test.
pub struct Server {
    program: &'static str,
    process: Process,
    environment: Vec<(String, String)>,
    // Last, so that it is removed after all that use it.
    home: Home,
}

/// What outlives a server that is killed and started again.
struct Home {
    database: Arc<TestDatabase>,
    folder: TempDir,
}

struct Process {
    child: Child,
    address: SocketAddr,
    log: Log,
}

/// What a server wrote so far, and a way to wait for more.
#[derive(Clone, Default)]
struct Log(Arc<(Mutex<(String, bool)>, Condvar)>);

impl Server {
    /// A server as a fresh installation has it, but for attempt limits, which most tests are not about.
    #[must_use]
    pub fn start(engine: Engine) -> Self {
        Self::with(engine, &[])
    }

    /// [`Self::start`] with settings on top.
    #[must_use]
    pub fn with(engine: Engine, settings: &[(&str, &str)]) -> Self {
        Self::over(TestDatabase::new(engine), settings)
    }

    /// [`Self::with`] over a database that is already there.
    #[must_use]
    pub fn over(database: impl Into<Arc<TestDatabase>>, settings: &[(&str, &str)]) -> Self {
        Self::of(THIS, database.into(), settings)
    }

    fn of(program: &'static str, database: Arc<TestDatabase>, settings: &[(&str, &str)]) -> Self {
        let home = Home {
            database,
            folder: TempDir::new().expect("a temporary folder cannot be made"),
        };
        let environment: Vec<_> = settings
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        let process = Process::start(program, &home, &environment);
        Self {
            program,
            process,
            environment,
            home,
        }
    }

    /// Another server with the same settings, over the same database and media.
    #[must_use]
    pub fn beside(&self) -> Self {
        self.beside_of(self.program, &[])
    }

    /// [`Self::beside`] of a later release (`databases::later_releases`), which brings the database to its schema.
    #[must_use]
    pub fn beside_as(&self, release: usize) -> Self {
        let number = release.to_string();
        self.beside_of(LATER, &[(RELEASE, &number), ("PORTAL_MIGRATE", "on")])
    }

    fn beside_of(&self, program: &'static str, more: &[(&str, &str)]) -> Self {
        let media = format!("file://{}", self.data().join("media").display());
        let own = self.environment.iter();
        let own = own.map(|(name, value)| (name.as_str(), value.as_str()));
        let settings: Vec<_> = [("PORTAL_MEDIA_URL", media.as_str())]
            .into_iter()
            .chain(own)
            .chain(more.iter().copied())
            .collect();
        Self::of(program, Arc::clone(&self.home.database), &settings)
    }

    /// A visitor without a cookie.
    #[must_use]
    pub fn visitor(&self) -> Browser {
        Browser::new(self.address())
    }

    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.process.address
    }

    #[must_use]
    pub fn database(&self) -> &TestDatabase {
        &self.home.database
    }

    #[must_use]
    pub fn data(&self) -> &Path {
        self.home.folder.path()
    }

    /// The media store of its settings.
    #[must_use]
    pub fn media(&self) -> MediaStore {
        let lookup = |name: &str| {
            let set = self.environment.iter().rfind(|(known, _)| known == name);
            let set = set.map(|(_, value)| value.into());
            set.or_else(|| (name == "PORTAL_DATA_DIR").then(|| self.data().into()))
        };
        let settings = Settings::read(&lookup).expect("a server runs with these settings");
        MediaStore::of(&settings, None).expect("a media store")
    }

    /// The process's number.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.process.child.id()
    }

    /// Ends the server without a warning, as a power cut ends it.
    pub fn kill(&mut self) {
        self.process.end();
    }

    /// Starts it again, on what it left behind.
    pub fn start_again(&mut self) {
        self.process.end();
        self.process = Process::start(self.program, &self.home, &self.environment);
    }

    /// Asks it to end and waits until it has.
    pub fn terminate(&mut self) -> std::process::ExitStatus {
        let status = Command::new("kill")
            .args(["-TERM", &self.id().to_string()])
            .status();
        assert!(
            status.is_ok_and(|status| status.success()),
            "the server was gone already"
        );
        self.process.child.wait().expect("a child can be waited for")
    }

    /// Staff's command in its installation, as this name of staff.
    #[must_use]
    pub fn portal(&self, staff: &str) -> Command {
        let own = self.environment.iter();
        let program = match self.program {
            OLDER => older::program("portal"),
            _ => binary("portal"),
        };
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("PORTAL_STAFF", staff)
            .env("DATABASE_URL", database_setting(&self.database().address()))
            .env("PORTAL_DATA_DIR", self.data())
            .env("PORTAL_PUBLIC_URL", "http://portal.example")
            .env("PORTAL_SESSION_KEY", SESSION_KEY)
            .envs(own.map(|(name, value)| (name, value)));
        command
    }

    /// Everything that it wrote to its log so far.
    #[must_use]
    pub fn log(&self) -> String {
        self.process.log.text()
    }

    /// Waits until it has written a line with this text since it was started last.
    pub fn wait_for_log(&self, text: &str) {
        let line = self.process.log.wait_for(text);
        assert!(line.is_some(), "{text:?} is not in the log: {}", self.log());
    }

    /// Sends bytes as they are and answers everything that comes back until the server closes.
    #[must_use]
    pub fn raw(&self, bytes: &[u8]) -> String {
        raw_at(self.address(), bytes)
    }

    #[must_use]
    pub fn connect(&self) -> TcpStream {
        connect(self.address())
    }
}

impl Process {
    fn start(program: &str, home: &Home, environment: &[(String, String)]) -> Self {
        let mut command = command_of(program, home.folder.path(), &home.database.address());
        command.envs(environment.iter().map(|(name, value)| (name, value)));
        let mut child = command
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server's binary can be run");
        let log = Log::default();
        log.follow(child.stderr.take().expect("its errors are piped"));
        let Some(line) = log.wait_for("\"serving\"") else {
            let _ = child.kill();
            let _ = child.wait();
            panic!("the server does not start: {}", log.text());
        };
        let line: serde_json::Value = serde_json::from_str(&line).expect("its log is JSON");
        let address = line["fields"]["address"]
            .as_str()
            .and_then(|text| text.parse().ok());
        Self {
            child,
            address: address.expect("it says where it serves"),
            log,
        }
    }

    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

impl Log {
    fn follow(&self, errors: ChildStderr) {
        let log = self.clone();
        std::thread::spawn(move || {
            let mut lines = BufReader::new(errors).lines();
            while let Some(Ok(line)) = lines.next() {
                log.change(|state| {
                    state.0.push_str(&line);
                    state.0.push('\n');
                });
            }
            log.change(|state| state.1 = true);
        });
    }

    fn change(&self, change: impl FnOnce(&mut (String, bool))) {
        let (state, changed) = &*self.0;
        change(&mut state.lock().unwrap_or_else(PoisonError::into_inner));
        changed.notify_all();
    }

    fn text(&self) -> String {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner).0.clone()
    }

    /// The first line that holds a text; `None` if the process ends, or says nothing, without it.
    fn wait_for(&self, text: &str) -> Option<String> {
        let (state, changed) = &*self.0;
        let state = state.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = |state: &mut (String, bool)| !state.1 && !state.0.contains(text);
        let (state, _) = changed
            .wait_timeout_while(state, TIMEOUT, waiting)
            .unwrap_or_else(PoisonError::into_inner);
        state
            .0
            .lines()
            .find(|line| line.contains(text))
            .map(str::to_owned)
    }
}

/// One of the product's programs, which the build put beside the tests.
#[must_use]
pub fn binary(name: &str) -> PathBuf {
    let own = std::env::current_exe().expect("a test has a path");
    let folder = own
        .parent()
        .and_then(Path::parent)
        .expect("it lies in target/release/deps");
    let binary = folder.join(name);
    assert!(
        binary.exists(),
        "{} is missing: build it first (make test does)",
        binary.display()
    );
    binary
}

/// The server with a test's settings, not yet started: no environment variable of the test run gets in.
#[must_use]
pub fn server_command(data: &Path, database: &DatabaseUrl) -> Command {
    command_of(THIS, data, database)
}

fn command_of(program: &str, data: &Path, database: &DatabaseUrl) -> Command {
    // A write beyond a file size limit, by which tests fill a disk, then fails instead of ending the process.
    let mut command = Command::new("sh");
    let file = match program {
        OLDER => older::program(THIS),
        _ => binary(program),
    };
    command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(file);
    let kept = |name: &&str| std::env::var_os(name).is_some();
    let path: Vec<_> = ["PATH", "HOME"]
        .into_iter()
        .filter(kept)
        .map(|n| (n, std::env::var_os(n)))
        .collect();
    command
        .env_clear()
        .current_dir(data)
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    for (name, value) in path {
        command.env(name, value.unwrap_or_default());
    }
    command
        .env("DATABASE_URL", database_setting(database))
        .env("PORTAL_DATA_DIR", data)
        .env("PORTAL_LISTEN", "127.0.0.1:0")
        .env("PORTAL_PUBLIC_URL", "http://portal.example")
        .env("PORTAL_SESSION_KEY", SESSION_KEY)
        .env("PORTAL_AUTH_ATTEMPTS_PER_MINUTE", "100000")
        .env("PORTAL_LOG_FORMAT", "json");
    command
}

/// `DATABASE_URL` as the product reads it.
#[must_use]
pub fn database_setting(database: &DatabaseUrl) -> String {
    match database {
        DatabaseUrl::Sqlite(path) => format!("sqlite://{}", path.display()),
        DatabaseUrl::Postgres(url) => url.expose_secret().to_owned(),
    }
}

/// Runs a program that is to end by itself; its exit code, standard output and standard error.
#[must_use]
pub fn run_to_end<A: AsRef<OsStr>>(command: &mut Command, arguments: &[A]) -> (Option<i32>, String, String) {
    let output = command
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .expect("the program can be run");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (output.status.code(), text(output.stdout), text(output.stderr))
}
