//! A temporary PostgreSQL cluster from Debian's binaries, which never outlives the test run that asked for it.
//!
//! nextest runs each test in a process of its own, so the first test that needs a cluster makes it under a file lock and the
//! others find it. A watchdog outside the tests' process groups waits for the runner's end, stops the cluster and removes it.

pub mod tls;

use std::{
    fs::{self, File},
    os::unix::{fs::MetadataExt, process::parent_id},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use diesel::{Connection, PgConnection, connection::SimpleConnection};
use url::Url;

use crate::{databases::LONG_CONNECT, waiting::until};

const TEMPLATE: &str = "portal_template";
/// Of every role that signs in. Beyond ASCII: libpq then prepares it with code of its own (RFC 4013), beside the other libraries of a program.
pub const PASSWORD: &str = "Sésame ouvre-toi, αβγ";

/// Crashes of the machine are not what these clusters are for, so they skip what only survives those; a killed server still
/// loses nothing. No code may rely on this time zone.
const SETTINGS: &str = "-c fsync=off -c max_connections=300 -c max_wal_size=256MB \
     -c shared_buffers=64MB -c timezone=Asia/Kolkata -c log_min_messages=warning";

/// Where the kernel keeps files in memory. A database is six hundred files: to make and drop one took a third of a second of the
/// processor on a disk's file system, with its blocks and its journal, and a twentieth there.
const MEMORY: &str = "/dev/shm";

/// So many bytes must be free in memory; the databases that live at the same time and their log take a quarter of them.
const ROOM: u64 = 4 << 30;

/// A running cluster.
pub struct Cluster {
    folder: PathBuf,
    port: u16,
    shared: bool,
}

impl Cluster {
    /// The cluster of this test run; made by the first process that needs it. OpenSSL gets no handler at exit, as in the product.
    #[must_use]
    pub fn shared() -> Self {
        openssl_sys::init(); // Its own handler frees what the pool's threads still use.
        let (run, owner) = run();
        let name = format!("portal-tests-{run}");
        let lock = File::create(lock_of(Path::new(&name))).expect("the temporary folder cannot be written");
        lock.lock().expect("a lock in the temporary folder cannot be had");
        // How much is free changes during a run, so where the cluster lies is looked up, not decided again.
        let found = [PathBuf::from(MEMORY), std::env::temp_dir()]
            .into_iter()
            .find_map(|place| {
                let folder = place.join(&name);
                let port = fs::read_to_string(folder.join("port")).ok()?;
                Some((folder, port.parse().expect("the port file holds a port")))
            });
        let (folder, port) = found.unwrap_or_else(|| {
            let folder = new_folder(&name);
            let port = start(&folder, owner);
            migrate_template(port);
            fs::write(folder.join("port"), port.to_string()).expect("the port file cannot be written");
            (folder, port)
        });
        Self {
            folder,
            port,
            shared: true,
        }
    }

    /// A cluster for one test, which may stop and start it.
    #[must_use]
    pub fn own() -> Self {
        let folder = new_folder(&format!("portal-tests-own-{}", std::process::id()));
        let port = start(&folder, std::process::id());
        migrate_template(port);
        Self {
            folder,
            port,
            shared: false,
        }
    }

    /// The address of one of its databases.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        url(self.port, database, self.shared.then_some(LONG_CONNECT))
    }

    /// A new database with the current schema.
    pub fn create_database(&self, name: &str) {
        let strategy = strategy();
        self.administer(&format!("CREATE DATABASE {name} TEMPLATE {TEMPLATE} {strategy}"));
    }

    /// Drops a database, with all its connections.
    pub fn drop_database(&self, name: &str) {
        self.administer(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
    }

    /// All of a database as statements.
    ///
    /// # Panics
    /// Where pg_dump fails.
    #[must_use]
    pub fn dump(&self, database: &str) -> String {
        let dumped = Command::new(binaries().join("pg_dump"))
            .args(["--inserts", "--no-owner", "--no-privileges"])
            .arg(self.url(database))
            .output()
            .expect("pg_dump cannot be run");
        assert!(dumped.status.success(), "pg_dump failed");
        String::from_utf8(dumped.stdout).expect("a dump in UTF-8")
    }

    fn administer(&self, sql: &str) {
        let mut connection =
            PgConnection::establish(&self.url("postgres")).expect("the temporary cluster does not answer");
        connection
            .batch_execute(sql)
            .unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    /// Stops the server as a power cut would: clients get no notice.
    pub fn stop(&self) {
        assert!(!self.shared, "the shared cluster belongs to every test");
        done(control(&self.folder).args(["-m", "immediate", "stop"]));
    }

    /// Stops every process of the server where it stands: the kernel accepts connections, and no process answers them. It goes on
    /// when what is answered is dropped.
    #[must_use]
    pub fn freeze(&self) -> Frozen {
        assert!(!self.shared, "the shared cluster belongs to every test");
        let processes = self.halted();
        signal("-STOP", &processes);
        Frozen(processes)
    }

    /// Ends every process of the server at once, frozen or not.
    pub fn kill(&self) {
        assert!(!self.shared, "the shared cluster belongs to every test");
        let processes = self.halted();
        signal("-KILL", &processes);
        for process in processes {
            // Gone, or a dead child that its parent has not read yet; either way it holds nothing.
            let is_alive = || {
                let stat = fs::read_to_string(format!("/proc/{process}/stat"));
                stat.is_ok_and(|stat| !stat.rsplit(')').next().unwrap_or_default().starts_with(" Z"))
            };
            until(format!("process {process} ends"), || !is_alive());
        }
        // Where no process reaps dead children, the next start would take the first of them for a running server.
        for lock in ["data/postmaster.pid", &format!(".s.PGSQL.{}.lock", self.port)] {
            let _ = fs::remove_file(self.folder.join(lock));
        }
    }

    /// The server's processes, the first one first. That one is stopped already, so that it makes no other after they are listed.
    fn halted(&self) -> Vec<String> {
        let file = fs::read_to_string(self.folder.join("data/postmaster.pid"));
        let file = file.expect("the cluster runs");
        let first = file
            .lines()
            .next()
            .expect("the file begins with a number")
            .to_owned();
        signal("-STOP", std::slice::from_ref(&first));
        let children = Command::new("pgrep").args(["-P", &first]).output();
        let children = children.expect("pgrep (Debian's procps) cannot be run").stdout;
        let children = String::from_utf8_lossy(&children).into_owned();
        std::iter::once(first)
            .chain(children.lines().map(str::to_owned))
            .collect()
    }

    /// Starts it again, on the same port.
    pub fn restart(&self) {
        done(control(&self.folder).args(["-l", &log(&self.folder), "start"]));
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if !self.shared {
            // It may be stopped already.
            let _ = quiet(control(&self.folder).args(["-m", "immediate", "stop"])).status();
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// A server that answers nothing until this is dropped.
pub struct Frozen(Vec<String>);

impl Drop for Frozen {
    fn drop(&mut self) {
        signal("-CONT", &self.0);
    }
}

fn signal(which: &str, processes: &[String]) {
    let sent = Command::new("kill").arg(which).args(processes).status();
    assert!(sent.is_ok(), "kill cannot be run");
}

/// What this run is called and the process that lives as long as it: nextest or cargo, else this process.
fn run() -> (String, u32) {
    let parent = parent_id();
    let runner = fs::read_to_string(format!("/proc/{parent}/comm")).unwrap_or_default();
    let owner = if runner.starts_with("cargo") {
        parent
    } else {
        std::process::id()
    };
    (owner.to_string(), owner)
}

fn url(port: u16, database: &str, query: Option<&str>) -> String {
    let mut url =
        Url::parse(&format!("postgres://postgres@127.0.0.1:{port}/{database}")).expect("an address");
    url.set_password(Some(PASSWORD)).expect("an address with a user");
    url.set_query(query);
    url.into()
}

fn log(folder: &Path) -> String {
    folder.join("server.log").display().to_string()
}

/// Where a new cluster lies: in memory where there is plenty of it, else in the temporary folder.
fn new_folder(name: &str) -> PathBuf {
    let free = rustix::fs::statvfs(MEMORY).map_or(0, |memory| memory.f_bavail * memory.f_frsize);
    let in_memory = Path::new(MEMORY).join(name);
    if free >= ROOM && fs::create_dir_all(&in_memory).is_ok() {
        in_memory
    } else {
        std::env::temp_dir().join(name)
    }
}

/// The file whose lock is held while the cluster of this folder is made.
fn lock_of(folder: &Path) -> PathBuf {
    let name = folder.file_name().expect("a cluster's folder has a name");
    std::env::temp_dir().join(name).with_extension("lock")
}

/// How a template is copied: as files, which takes less than to write each of its pages to the log. PostgreSQL has this word since
/// version 15, which made the other way the default; older ones copy files anyway.
fn strategy() -> &'static str {
    let binaries = binaries();
    let version = binaries.parent().and_then(Path::file_name);
    let version = version.and_then(|name| name.to_str()?.parse::<u32>().ok());
    match version {
        Some(15..) => "STRATEGY = FILE_COPY",
        _ => "",
    }
}

fn start(folder: &Path, owner: u32) -> u16 {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).expect("the temporary folder cannot be written");
    if let Some((uid, gid)) = other_user() {
        std::os::unix::fs::chown(folder, Some(uid), Some(gid)).expect("a folder cannot be given to postgres");
    }
    let data = folder.join("data").display().to_string();
    let password = folder.join("password");
    fs::write(&password, PASSWORD).expect("the temporary folder cannot be written");
    done(
        postgres_command("initdb")
            .args(["-D", &data, "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8"])
            .args(["--auth=scram-sha-256", "--no-sync", "--pwfile"])
            .arg(&password),
    );
    watch(folder, owner);
    // Another process may take a port between its choice and its use.
    for _ in 0..5 {
        let port = crate::server::ports::free_port();
        let place = format!(
            "\nport = {port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '{}'\n",
            folder.display()
        );
        fs::write(folder.join("data/postgresql.auto.conf"), place).expect("the cluster cannot be configured");
        let started = quiet(control(folder).args(["-l", &log(folder), "-o", SETTINGS, "start"])).status();
        if started.is_ok_and(|status| status.success()) {
            return port;
        }
    }
    panic!(
        "PostgreSQL does not start: {}",
        fs::read_to_string(log(folder)).unwrap_or_default()
    );
}

/// Stops the cluster and removes its folder once `owner` is gone, however it went.
fn watch(folder: &Path, owner: u32) {
    let script =
        r#"tail --pid="$1" -f /dev/null; folder="$2"; lock="$3"; shift 3; "$@"; rm -rf "$folder" "$lock""#;
    let mut stop = control(folder);
    stop.args(["-m", "immediate", "stop"]);
    let mut watchdog = Command::new("setsid");
    watchdog
        .args(["--fork", "sh", "-c", script, "watchdog", &owner.to_string()])
        .arg(folder)
        .arg(lock_of(folder));
    watchdog.arg(stop.get_program()).args(stop.get_args());
    done(&mut watchdog);
}

fn control(folder: &Path) -> Command {
    let mut command = postgres_command("pg_ctl");
    command
        .arg("-D")
        .arg(folder.join("data"))
        .args(["-w", "-t", "30"]);
    command
}

/// One of Debian's PostgreSQL programs, as a user that PostgreSQL accepts: it refuses root.
fn postgres_command(program: &str) -> Command {
    let path = binaries().join(program);
    let mut command = match other_user() {
        None => Command::new(path),
        Some((uid, gid)) => {
            let mut command = Command::new("setpriv");
            command
                .arg(format!("--reuid={uid}"))
                .arg(format!("--regid={gid}"))
                .arg("--clear-groups")
                .arg(path);
            command
        }
    };
    // It must be able to stand where it runs.
    command.current_dir("/");
    command
}

fn binaries() -> PathBuf {
    let found = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|version| version.path().join("bin"))
        .filter(|bin| bin.join("initdb").exists())
        .max();
    found.expect("PostgreSQL's programs are missing: install Debian's package postgresql (make test does)")
}

fn other_user() -> Option<(u32, u32)> {
    let root = fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
    root.then(|| (id("-u"), id("-g")))
}

fn id(which: &str) -> u32 {
    let output = Command::new("id")
        .args([which, "postgres"])
        .output()
        .expect("id cannot be run");
    String::from_utf8_lossy(&output.stdout)
        .trim()
        .parse()
        .expect("there is no user postgres: install Debian's package postgresql (make test does)")
}

fn migrate_template(port: u16) {
    let mut connection =
        PgConnection::establish(&url(port, "postgres", None)).expect("the new cluster does not answer");
    connection
        .batch_execute(&format!("CREATE DATABASE {TEMPLATE}"))
        .expect("the template cannot be made");
    // A copy needs a template without connections, so the handle goes at once.
    drop(crate::databases::open(&kernel::DatabaseUrl::Postgres(
        url(port, TEMPLATE, None).into(),
    )));
    let gone = format!(
        "UPDATE pg_database SET datallowconn = false WHERE datname = '{TEMPLATE}'; \
         SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '{TEMPLATE}'"
    );
    connection
        .batch_execute(&gone)
        .expect("the template cannot be left alone");
}

/// Without the test's own output streams, which a server that lives on must not hold open.
fn quiet(command: &mut Command) -> &mut Command {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
}

fn done(command: &mut Command) {
    let status = quiet(command).status();
    let status = status.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(status.success(), "{command:?}: {status}");
}
