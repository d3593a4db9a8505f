//! A fixture to try commands on: a temporary data directory, the binary, and a look at the rows.

use std::{
    collections::BTreeMap,
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use ::mail::{EmailAddress, MailedToken, TokenPurpose};
use accounts::{
    Device, NewUser, PasswordHash, RecoveryCode, SecondFactorStore as _, SessionToken, TotpSecret,
    TurnOnError, TypedCode, Username, VerifyLink, turn_on_second_factor,
};
use assert_cmd::cargo::CommandCargoExt;
use chrono::Utc;
use diesel::{
    Connection, QueryableByName, RunQueryDsl, SqliteConnection, connection::SimpleConnection, sql_query,
    sql_types::Text,
};
use kernel::{DatabaseUrl, UserId};
use outbound::{SessionKey, Settings};
use persistence::{Database, DatabaseOptions};
use purchase_keys::{NewAccount, PurchaseKey};
use tempfile::TempDir;

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../outbound/tests/samples");

pub struct CommandFixture {
    pub folder: TempDir,
}

/// A command on a terminal, which script(1) gives it.
pub struct Terminal {
    script: Child,
    keys: ChildStdin,
    shown: ChildStdout,
    text: String,
    /// Where the text that was waited for last ends.
    seen: usize,
}

impl Terminal {
    /// Waits until a text is shown after the one that was waited for last, and types.
    #[track_caller]
    pub fn answer(&mut self, shown: &str, typed: &[u8]) {
        let mut bytes = [0; 4096];
        let after = loop {
            let unseen = self.text.get(self.seen..).unwrap_or_default();
            if let Some(at) = unseen.find(shown) {
                break self.seen + at + shown.len();
            }
            let count = self.shown.read(&mut bytes).unwrap();
            assert_ne!(count, 0, "{shown:?} is not shown: {}", self.text);
            self.text.push_str(&String::from_utf8_lossy(&bytes[..count]));
        };
        self.seen = after;
        self.keys.write_all(typed).unwrap();
    }

    /// The exit code, and everything that was shown.
    pub fn end(mut self) -> (Option<i32>, String) {
        drop(self.keys);
        let mut rest = Vec::new();
        self.shown.read_to_end(&mut rest).unwrap();
        let code = self.script.wait().unwrap().code();
        (code, self.text + &String::from_utf8_lossy(&rest))
    }
}

pub struct Outcome {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Outcome {
    /// Exit 0; what is on standard output.
    #[track_caller]
    pub fn done(self) -> String {
        assert_eq!(self.code, Some(0), "{}{}", self.out, self.err);
        self.out
    }

    /// Exit 0 and one line of words.
    #[track_caller]
    pub fn said(self) -> String {
        assert_eq!(self.code, Some(0), "{}{}", self.out, self.err);
        one_line(self.err)
    }

    /// Exit 1, no data, exactly one line.
    #[track_caller]
    pub fn refused(self) -> String {
        assert_eq!(self.code, Some(1), "{}{}", self.out, self.err);
        assert_eq!(self.out, "");
        one_line(self.err)
    }

    /// Exit 2.
    #[track_caller]
    pub fn misused(self) -> String {
        assert_eq!(self.code, Some(2), "{}{}", self.out, self.err);
        assert_eq!(self.out, "");
        self.err
    }

    #[track_caller]
    pub fn json(self) -> serde_json::Value {
        serde_json::from_str(&self.done()).unwrap()
    }
}

#[track_caller]
fn one_line(text: String) -> String {
    assert_eq!(text.matches('\n').count(), 1, "not one line: {text:?}");
    assert!(text.len() > 10 && text.ends_with('\n'), "{text:?}");
    text.trim_end().to_owned()
}

impl CommandFixture {
    pub fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// With an installation that has nothing yet, as a server's first start makes it.
    pub fn installed() -> Self {
        let fixture = Self::new();
        fixture.database();
        fixture
    }

    /// With one course of three videos, `first-steps`.
    pub fn with_course() -> Self {
        let fixture = Self::new();
        fixture.write_course("course", "first-steps", "First steps");
        fixture.portal(&["courses", "import", "course"]).done();
        fixture
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn command(&self) -> Command {
        self.prepared(Command::cargo_bin("portal").unwrap())
    }

    /// Another program in the same place.
    pub fn command_of(&self, program: &str) -> Command {
        self.prepared(Command::new(program))
    }

    fn prepared(&self, mut command: Command) -> Command {
        command
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("TMPDIR", std::env::temp_dir())
            // Only tests of packaging package: it takes processor time.
            .env("PORTAL_FFMPEG", "off")
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        command
    }

    pub fn portal(&self, words: &[&str]) -> Outcome {
        run(self.command().args(words))
    }

    /// A command on a terminal, in the words of a shell.
    pub fn on_terminal(&self, words: &str) -> Terminal {
        let portal = assert_cmd::cargo::cargo_bin("portal");
        let mut script = self.command_of("script");
        script.args(["-qec", &format!("{} {words}", portal.display()), "/dev/null"]);
        script.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut script = script.spawn().unwrap();
        Terminal {
            keys: script.stdin.take().unwrap(),
            shown: script.stdout.take().unwrap(),
            script,
            text: String::new(),
            seen: 0,
        }
    }

    pub fn portal_with(&self, variable: &str, value: &str, words: &[&str]) -> Outcome {
        run(self.command().env(variable, value).args(words))
    }

    /// The server's view of the same database.
    pub fn database(&self) -> Database {
        let data = self.path("data");
        let lookup = move |name: &str| (name == "PORTAL_DATA_DIR").then(|| data.clone().into_os_string());
        let key = SessionKey::load(&Settings::read(&lookup).unwrap()).unwrap();
        let options = DatabaseOptions {
            url: DatabaseUrl::Sqlite(self.path("data/portal.db")),
            sealing_key: key.sealing_key(),
            connections: 2,
        };
        Database::connect(&options).unwrap()
    }

    /// A key for the one course.
    pub fn key(&self) -> String {
        self.portal(&["codes", "issue", "--course", "first-steps"])
            .done()
            .trim()
            .to_owned()
    }

    /// Turns a member's second factor on.
    pub fn second_factor(&self, user: UserId) -> TotpSecret {
        let secret = TotpSecret::from_random([7; 20]);
        let kept = secret.clone();
        let turned_on: Result<(), TurnOnError> = self.database().write(move |store| {
            let now = Utc::now();
            store.offer_secret(user, &kept, now)?;
            let code = TypedCode::typed(&kept.code_at(now).reveal());
            let recovery = std::array::from_fn(|n| RecoveryCode::from_random([n as u8; 15]));
            turn_on_second_factor(store, user, code.as_ref(), &recovery, now)
        });
        turned_on.unwrap();
        secret
    }

    /// Registers a member with a new key, signed in once.
    pub fn member(&self, name: &str) -> UserId {
        let mut token = [0; 32];
        getrandom::fill(&mut token).unwrap();
        let account = NewAccount {
            user: NewUser {
                username: Username::parse(name).unwrap(),
                email: EmailAddress::parse(&format!("{}@example.com", name.to_lowercase())).unwrap(),
                password: PasswordHash::stored(String::from("$argon2id$secret-hash")),
            },
            key: PurchaseKey::parse(&self.key()).unwrap(),
            token: SessionToken::from_random(token),
            device: Device::named("a browser"),
            replaced: None,
            link: VerifyLink {
                token: MailedToken::from_random(TokenPurpose::VerifyAddress, token),
                public_url: String::from("http://portal.example"),
            },
        };
        self.database()
            .write(move |store| purchase_keys::register(store, &account, Utc::now()))
            .unwrap_or_else(|error: purchase_keys::RegisterError| panic!("{error}"))
            .id
    }

    pub fn write_course(&self, folder: &str, slug: &str, title: &str) {
        let folder = self.path(folder);
        fs::create_dir_all(folder.join("clips")).unwrap();
        for (sample, file) in [
            ("tiny.mp4", "one.mp4"),
            ("tiny.mov", "two.mov"),
            ("tiny.webm", "clips/three.webm"),
        ] {
            fs::copy(Path::new(SAMPLES).join(sample), folder.join(file)).unwrap();
        }
        let manifest = format!(
            "slug = \"{slug}\"\ntitle = \"{title}\"\ndescription = \"d\"\ncategory = \"Futures\"\ntype = \"futures\"\n\
             price = 30000\n\n[[sections]]\nname = \"A\"\ndescription = \"a\"\n\n\
             [[sections.videos]]\nfile = \"one.mp4\"\ntitle = \"One\"\ndescription = \"1\"\n\n\
             [[sections.videos]]\nfile = \"two.mov\"\ntitle = \"Two\"\ndescription = \"2\"\n\n\
             [[sections]]\nname = \"B\"\ndescription = \"b\"\n\n\
             [[sections.videos]]\nfile = \"clips/three.webm\"\ntitle = \"Three\"\ndescription = \"3\"\n"
        );
        fs::write(folder.join("course.toml"), manifest).unwrap();
    }

    /// The names of what the media store holds.
    pub fn media(&self) -> Vec<String> {
        let store = outbound::MediaStore::in_folder(self.path("data/media"));
        store
            .locations()
            .unwrap()
            .into_iter()
            .map(|location| location.0)
            .collect()
    }

    pub fn sql(&self, statements: &str) {
        let mut connection = connect(&self.path("data/portal.db"));
        connection.batch_execute(statements).unwrap();
    }

    /// Every row of every table, except the rows that a restore changes on purpose.
    pub fn dump(&self) -> BTreeMap<String, String> {
        dump(&self.path("data/portal.db"))
    }
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

pub fn connect(path: &Path) -> SqliteConnection {
    let mut connection = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
    connection.batch_execute("PRAGMA busy_timeout = 5000").unwrap();
    connection
}

pub fn dump(path: &Path) -> BTreeMap<String, String> {
    let c = &mut connect(path);
    let lines = |c: &mut SqliteConnection, query: &str| -> Vec<String> {
        let lines: Vec<Line> = sql_query(query).load(c).unwrap();
        lines.into_iter().map(|row| row.line).collect()
    };
    let tables = lines(
        c,
        "SELECT name AS line FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' \
         AND name NOT IN ('__diesel_schema_migrations', 'catalogue_state', 'audit_acts', 'audit_state', \
         'attempt_counts', 'page_errors', 'program_version', 'session_key')",
    );
    assert!(tables.len() >= 9, "{tables:?}");
    tables
        .into_iter()
        .map(|table| {
            let columns = lines(
                c,
                &format!("SELECT 'quote(\"' || name || '\")' AS line FROM pragma_table_info('{table}')"),
            );
            let query = format!(
                "SELECT {} AS line FROM \"{table}\" ORDER BY rowid",
                columns.join(" || ',' || ")
            );
            let rows = lines(c, &query).join("\n");
            (table, rows)
        })
        .collect()
}

pub fn run(command: &mut Command) -> Outcome {
    let output = command.output().unwrap();
    Outcome {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}
