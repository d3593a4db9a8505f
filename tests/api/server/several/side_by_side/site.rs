//! An installation that the programs of an older release made, with the services around it.

use std::{
    collections::VecDeque,
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, Mutex, PoisonError},
};

use kernel::DatabaseUrl;
use support::{
    Engine, FakeDiscord, Server, SmtpSink, TestDatabase,
    databases::{
        release_fixture::{installation::course_folder, kept_in},
        tables::{db_count, db_texts},
    },
    server::{older, run_to_end},
    stripe::FakeStripe,
};
use tempfile::TempDir;

/// The role of the notes.
pub const ROLE: &str = "800000000000000002";

/// A course that gives a role, for the keys that members redeem.
const NOTES: &str = r#"slug = "notes"
title = "Notes"
description = "What to read."
category = "Crypto"
type = "crypto"
price = 30000
discord_role = "800000000000000002"

[[sections]]
name = "To read"
description = ""

[[sections.videos]]
file = "01.md"
title = "A text"
description = ""
"#;

/// Belgian, in euros; each program may read it.
pub const VALUES: &str = "currency = \"eur\"\n[company]\nvat_number = \"BE 0403.170.701\"\n";

/// What callers use.
pub struct World {
    pub stripe: FakeStripe,
    pub catalogue: Catalogue,
    keys: Mutex<VecDeque<String>>,
}

/// Numbers of the catalogue.
pub struct Catalogue {
    /// The course of the kept course folder, with a video that has exercises and a replay.
    pub lessons: i64,
    pub video: i64,
    pub notes: i64,
}

impl World {
    /// A key for the notes that no member has.
    pub fn key(&self) -> String {
        let key = self
            .keys
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop_front();
        key.expect("keys are left")
    }

    pub fn add_keys(&self, keys: Vec<String>) {
        self.keys
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend(keys);
    }
}

/// The servers' part.
pub struct Site {
    pub older: Server,
    pub database: Arc<TestDatabase>,
    pub sink: SmtpSink,
    pub discord: FakeDiscord,
    /// The owner's folder of the older server.
    _folder: TempDir,
}

impl Site {
    /// The older server makes the tables, and its command imports the catalogue.
    pub fn open(engine: Engine) -> (Self, World) {
        let (sink, discord, stripe) = (
            SmtpSink::start(),
            FakeDiscord::start(&[ROLE]),
            FakeStripe::start(),
        );
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("site.toml"), VALUES).unwrap();
        let mut settings = discord.settings();
        settings.extend(stripe.settings());
        settings.extend([
            ("PORTAL_SMTP_URL", sink.url()),
            ("PORTAL_CONTACT_TO", String::from("desk@example.com")),
            ("PORTAL_SITE_DIR", folder.path().display().to_string()),
            // The members change devices more often than the default allows people to.
            ("PORTAL_STREAMS_PER_ACCOUNT", String::from("0")),
            ("PORTAL_FFMPEG", String::from("off")),
        ]);
        let settings: Vec<_> = settings
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let database = Arc::new(TestDatabase::empty(engine));
        let older = Server::older(Arc::clone(&database), &settings);
        let site = Self {
            older,
            database,
            sink,
            discord,
            _folder: folder,
        };
        let catalogue = site.import();
        let world = World {
            stripe,
            catalogue,
            keys: Mutex::default(),
        };
        (site, world)
    }

    pub fn address(&self) -> DatabaseUrl {
        self.database.address()
    }

    pub fn count(&self, from: &str) -> i64 {
        db_count(&self.address(), from)
    }

    pub fn texts(&self, sql: &str) -> Vec<Option<String>> {
        db_texts(&self.address(), sql)
    }

    fn import(&self) -> Catalogue {
        let notes = self.older.data().join("notes");
        fs::create_dir(&notes).unwrap();
        fs::write(notes.join("course.toml"), NOTES).unwrap();
        fs::write(notes.join("01.md"), "What is read.\n").unwrap();
        let lessons = course_folder(&older_fixture());
        for folder in [&lessons, &notes] {
            let _ = command(
                &self.older,
                &["courses", "import", folder.to_str().unwrap(), "--yes"],
            );
        }
        let number = |sql: &str| {
            let found = self.texts(sql);
            found[0].as_deref().unwrap().parse().unwrap()
        };
        Catalogue {
            lessons: number("SELECT CAST(id AS TEXT) AS t FROM courses WHERE slug = 'lessons'"),
            video: number("SELECT CAST(id AS TEXT) AS t FROM videos WHERE title = 'What a future is'"),
            notes: number("SELECT CAST(id AS TEXT) AS t FROM courses WHERE slug = 'notes'"),
        }
    }
}

/// What the older release left for the tests; its course folder is what its command writes.
fn older_fixture() -> PathBuf {
    let program = older::program("portal");
    let (_, version, _) = run_to_end(&mut Command::new(program), &["--version"]);
    let version = version.split_whitespace().nth(1).expect("a version").to_owned();
    let fixture = kept_in().join(version);
    assert!(fixture.is_dir(), "{} is no kept release", fixture.display());
    fixture
}

/// Staff's command of a server's release; what it prints.
#[track_caller]
pub fn command(server: &Server, words: &[&str]) -> String {
    let (code, out, errors) = run_to_end(&mut server.portal("Eva"), words);
    assert_eq!(code, Some(0), "portal {words:?}: {out}{errors}");
    out
}

/// Keys that a server's release issues for a course.
pub fn issue(server: &Server, course: &str, count: usize) -> Vec<String> {
    let count = count.to_string();
    let words = [
        "codes", "issue", "--course", course, "--count", &count, "--access", "90d",
    ];
    let printed = command(server, &words);
    let lines = printed.lines().map(str::trim);
    lines
        .filter(|line| line.matches('-').count() == 4 && !line.contains(' '))
        .map(str::to_owned)
        .collect()
}

/// What a start of the older release says of a database that it refuses: one line.
pub fn refused_by_older(database: &DatabaseUrl, data: &Path) -> String {
    let mut start = older::server_command(data, database);
    let (code, out, errors) = run_to_end::<&str>(&mut start, &[]);
    assert_eq!((code, out.as_str()), (Some(1), ""), "{errors}");
    assert_eq!(errors.lines().count(), 1, "not one line: {errors}");
    errors.trim_end().to_owned()
}
