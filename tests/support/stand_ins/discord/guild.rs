//! A server that is connected to a fake Discord, with two courses that have roles there.

use courses::{CourseId, grant_access, revoke_access};
use kernel::AccessTerm;
use kernel::StoreError;
use serde_json::{Value, json};

use crate::{
    Answer, Browser, Engine, FakeDiscord, Server, TestDatabase,
    catalogue_fixture::member,
    samples::{course, import},
};

pub const FUTURES_ROLE: &str = "8001";
pub const CRYPTO_ROLE: &str = "8002";

/// A site whose members have roles.
pub struct Guild {
    pub discord: FakeDiscord,
    pub server: Server,
    pub futures: CourseId,
    pub crypto: CourseId,
}

impl Guild {
    #[must_use]
    pub fn open(engine: Engine) -> Self {
        let discord = FakeDiscord::start(&[FUTURES_ROLE, CRYPTO_ROLE]);
        let server = connected(TestDatabase::new(engine), &discord);
        let futures = course_with_role(&server, "futures", FUTURES_ROLE);
        let crypto = course_with_role(&server, "crypto", CRYPTO_ROLE);
        Self {
            discord,
            server,
            futures,
            crypto,
        }
    }

    /// A member who holds `futures` without end.
    #[must_use]
    pub fn member(&self, name: &str) -> Browser {
        member(&self.server, name, self.futures, AccessTerm::Lifetime)
    }

    /// A member who holds `futures` and has linked an account.
    #[must_use]
    pub fn linked(&self, name: &str, account: &str) -> Browser {
        let mut browser = self.member(name);
        let _ = link(&mut browser, &self.discord.consent(account)).ok(200);
        browser
    }

    pub fn grant(&self, name: &str, course: CourseId, term: AccessTerm) {
        let user = self.user(name);
        self.server
            .database()
            .write(move |store| grant_access(store, user, course, term, chrono::Utc::now()))
            .expect("a grant");
    }

    pub fn revoke(&self, name: &str, course: CourseId) {
        let user = self.user(name);
        self.server
            .database()
            .write(move |store| revoke_access(store, user, course, chrono::Utc::now()))
            .expect("a revocation");
    }

    #[must_use]
    pub fn user(&self, name: &str) -> kernel::UserId {
        let found: Result<_, StoreError> = self.server.database().read(|store| store.user_record(name));
        found.expect("users").expect("a user of that name").user.id
    }
}

/// A server over a database, connected to a Discord.
#[must_use]
pub fn connected(database: TestDatabase, discord: &FakeDiscord) -> Server {
    let settings = discord.settings();
    let settings: Vec<_> = settings
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    Server::over(database, &settings)
}

/// Puts a course with a role and a channel into the catalogue, or changes its role.
pub fn course_with_role(server: &Server, slug: &str, role: &str) -> CourseId {
    let mut imported = course(slug);
    imported.discord_role = Some(role.to_owned());
    imported.discord_channel = Some(String::from("lobby"));
    import(server.database(), imported)
}

/// Comes back from Discord with a code.
pub fn link(browser: &mut Browser, code: &str) -> Answer {
    browser.post("/api/discord/oauth/callback", &json!({ "code": code }))
}

/// Whom the server says is linked.
#[must_use]
pub fn linked_account(browser: &mut Browser) -> Value {
    browser.get("/api/user").ok(200)["discordUserId"].clone()
}
