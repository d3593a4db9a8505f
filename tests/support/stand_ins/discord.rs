//! A Discord of its own: one guild over HTTP on loopback, which records what it was asked and fails when asked to.

mod answers;
mod events;
pub mod guild;
mod requests;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    net::{SocketAddr, TcpListener},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use crate::{discord::requests::converse, server::TIMEOUT};

pub const CLIENT_ID: &str = "401";
pub const CLIENT_SECRET: &str = "client-secret-canary";
pub const BOT_TOKEN: &str = "bot-token-canary";
pub const GUILD: &str = "7001";
/// The bot's own account, and the role that stands for it.
pub const BOT: &str = "9001";
pub const BOT_ROLE: &str = "8000";
/// A role that belongs to no course.
pub const OTHER_ROLE: &str = "8999";
pub const CHANNEL: &str = "6001";
/// Channels in which members meet.
pub const VOICE_CHANNEL: &str = "600000000000000002";
pub const STAGE_CHANNEL: &str = "600000000000000013";

/// A Discord that runs until its test ends.
#[derive(Clone)]
pub struct FakeDiscord {
    address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Default)]
pub(crate) struct Shared {
    world: Mutex<World>,
    pub(crate) changed: Condvar,
}

/// A request as it came.
#[derive(Debug, Clone)]
pub struct Seen {
    pub at: Instant,
    pub method: String,
    pub path: String,
    pub authorization: String,
    pub body: String,
    /// What it was answered; 0 for nothing.
    pub status: u16,
}

/// What goes wrong with one request.
#[derive(Debug, Clone)]
pub enum Fault {
    /// Answered so, and not done.
    Answer(u16, Vec<(&'static str, String)>, String),
    /// The connection breaks, before or after the work is done.
    Cut { done: bool },
    /// No answer for this long, then the usual one; the work is done at the end, whether the client still waits or not.
    Silence(Duration),
}

impl Fault {
    /// A plain refusal in Discord's shape.
    #[must_use]
    pub fn refusal(status: u16, code: i64, message: &str) -> Self {
        Self::Answer(
            status,
            Vec::new(),
            serde_json::json!({ "code": code, "message": message }).to_string(),
        )
    }

    /// 429 in Discord's shape.
    #[must_use]
    pub fn limited(seconds: f64, global: bool) -> Self {
        let body = serde_json::json!({ "message": "You are being rate limited.", "retry_after": seconds, "global": global });
        Self::Answer(429, Vec::new(), body.to_string())
    }

    /// What stands before Discord says.
    #[must_use]
    pub fn html(status: u16) -> Self {
        Self::Answer(
            status,
            vec![("content-type", String::from("text/html"))],
            String::from("<!doctype html><title>no</title>"),
        )
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FakeRole {
    pub position: i32,
    pub managed: bool,
}

/// Who an authorization code stands for.
#[derive(Debug, Clone)]
pub struct Consent {
    pub account: String,
    pub scope: String,
}

/// Everything that this Discord knows.
#[derive(Default)]
pub struct World {
    /// Who is in the guild, with which roles.
    pub members: BTreeMap<String, BTreeSet<String>>,
    pub roles: BTreeMap<String, FakeRole>,
    pub banned: BTreeSet<String>,
    pub codes: HashMap<String, Consent>,
    pub tokens: HashMap<String, String>,
    pub invites: BTreeSet<String>,
    pub made: usize,
    /// For requests that hold a text, in turn.
    pub scripted: VecDeque<(&'static str, Fault)>,
    /// For every request that holds a text, until this is changed.
    pub standing: Option<(&'static str, Fault)>,
    /// One in so many requests fails at random, from this state on.
    pub random: Option<(u32, u64)>,
    pub seen: Vec<Seen>,
    /// Messages in the channel, as they were sent.
    pub messages: Vec<serde_json::Value>,
    /// The scheduled events of the guild, by their numbers.
    pub events: BTreeMap<String, serde_json::Value>,
    /// Role changes that changed nothing.
    pub needless: Vec<String>,
    /// What no request of the product may be.
    pub violations: Vec<String>,
    pub bot_is_refused: bool,
}

impl FakeDiscord {
    /// Starts a guild with the bot, its role high above, and roles of courses.
    #[must_use]
    pub fn start(course_roles: &[&str]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let fake = Self {
            address: listener.local_addr().expect("an address"),
            shared: Arc::default(),
        };
        {
            let mut world = fake.world();
            let role = |position| FakeRole {
                position,
                managed: false,
            };
            world.roles.insert(GUILD.to_owned(), role(0));
            world.roles.insert(BOT_ROLE.to_owned(), role(50));
            world.roles.insert(OTHER_ROLE.to_owned(), role(5));
            for (at, id) in (1..).zip(course_roles) {
                world.roles.insert((*id).to_owned(), role(at));
            }
            world
                .members
                .insert(BOT.to_owned(), BTreeSet::from([BOT_ROLE.to_owned()]));
        }
        let shared = Arc::clone(&fake.shared);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&shared);
                std::thread::spawn(move || converse(&shared, &stream));
            }
        });
        fake
    }

    /// The settings of a server that is connected to it.
    #[must_use]
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("PORTAL_DISCORD_CLIENT_ID", CLIENT_ID.to_owned()),
            ("PORTAL_DISCORD_CLIENT_SECRET", CLIENT_SECRET.to_owned()),
            ("PORTAL_DISCORD_BOT_TOKEN", BOT_TOKEN.to_owned()),
            ("PORTAL_DISCORD_GUILD_ID", GUILD.to_owned()),
            (
                "PORTAL_DISCORD_API_URL",
                format!("http://{}/api/v10", self.address),
            ),
        ]
    }

    pub fn world(&self) -> MutexGuard<'_, World> {
        self.shared.world()
    }

    /// A code with which Discord would send back a member who agreed to everything.
    #[must_use]
    pub fn consent(&self, account: &str) -> String {
        self.consent_to(account, "identify guilds.join")
    }

    #[must_use]
    pub fn consent_to(&self, account: &str, scope: &str) -> String {
        let mut world = self.world();
        world.made += 1;
        let code = format!("code-{}", world.made);
        let consent = Consent {
            account: account.to_owned(),
            scope: scope.to_owned(),
        };
        world.codes.insert(code.clone(), consent);
        code
    }

    /// Puts an account into the guild with roles.
    pub fn seat(&self, account: &str, roles: &[&str]) {
        let roles = roles.iter().map(|role| (*role).to_owned()).collect();
        self.world().members.insert(account.to_owned(), roles);
    }

    /// Lets the next request that holds a text fail.
    pub fn fail_next(&self, holding: &'static str, fault: Fault) {
        self.world().scripted.push_back((holding, fault));
    }

    /// Lets every request that holds a text fail, or none any more.
    pub fn fail_all(&self, standing: Option<(&'static str, Fault)>) {
        self.world().standing = standing;
    }

    /// A member's roles; `None` for an account outside the guild.
    #[must_use]
    pub fn roles_of(&self, account: &str) -> Option<BTreeSet<String>> {
        self.world().members.get(account).cloned()
    }

    /// Waits until a member has exactly these roles.
    #[track_caller]
    pub fn await_roles(&self, account: &str, roles: &[&str]) {
        let wanted: BTreeSet<String> = roles.iter().map(|role| (*role).to_owned()).collect();
        self.await_world(&format!("{account} has {wanted:?}"), |world| {
            world.members.get(account) == Some(&wanted)
        });
    }

    /// Waits until something holds.
    #[track_caller]
    pub fn await_world(&self, what: &str, holds: impl Fn(&World) -> bool) {
        self.await_world_for(TIMEOUT, what, holds);
    }

    #[track_caller]
    pub fn await_world_for(&self, timeout: Duration, what: &str, holds: impl Fn(&World) -> bool) {
        let (world, waited) = self
            .shared
            .changed
            .wait_timeout_while(self.world(), timeout, |world| !holds(world))
            .unwrap_or_else(PoisonError::into_inner);
        assert!(
            !waited.timed_out(),
            "not in time: {what}; members {:?}",
            world.members
        );
    }

    /// The requests so far that hold a text, as `METHOD path`.
    #[must_use]
    pub fn requests(&self, holding: &str) -> Vec<Seen> {
        let world = self.world();
        world
            .seen
            .iter()
            .filter(|seen| named(&seen.method, &seen.path).contains(holding))
            .cloned()
            .collect()
    }

    /// The most requests that came within any one second.
    #[must_use]
    pub fn busiest_second(&self) -> usize {
        let world = self.world();
        let times: Vec<_> = world.seen.iter().map(|seen| seen.at).collect();
        (0..times.len())
            .map(|first| {
                times[first..]
                    .iter()
                    .take_while(|at| **at - times[first] < Duration::from_secs(1))
                    .count()
            })
            .max()
            .unwrap_or(0)
    }

    /// What no test may end with.
    #[track_caller]
    pub fn assert_manners(&self) {
        let world = self.world();
        assert_eq!(world.violations, Vec::<String>::new());
        assert_eq!(
            world.needless,
            Vec::<String>::new(),
            "requests to members who were right"
        );
    }
}

pub(crate) fn named(method: &str, path: &str) -> String {
    format!("{method} {path}")
}

impl Shared {
    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl World {
    pub(crate) fn fault(&mut self, request: &str) -> Option<Fault> {
        if let Some(at) = self
            .scripted
            .iter()
            .position(|(holding, _)| request.contains(holding))
        {
            return self.scripted.remove(at).map(|(_, fault)| fault);
        }
        if let Some((_, fault)) = self
            .standing
            .iter()
            .find(|(holding, _)| request.contains(holding))
        {
            return Some(fault.clone());
        }
        let (one_in, state) = self.random.as_mut()?;
        let mut next = || {
            *state ^= *state << 13;
            *state ^= *state >> 7;
            *state ^= *state << 17;
            u32::try_from(*state >> 40).expect("24 bits")
        };
        if next() % *one_in != 0 {
            return None;
        }
        Some(match next() % 8 {
            0 => Fault::refusal(500, 0, "500: Internal Server Error"),
            1 => Fault::html(502),
            2 => Fault::Cut { done: false },
            3 => Fault::Cut { done: true },
            4 => Fault::limited(0.2, false),
            5 => Fault::limited(0.1, true),
            6 => Fault::Answer(
                429,
                vec![("retry-after", String::from("0.3"))],
                String::from("{\"message\":\"slow\"}"),
            ),
            _ => Fault::html(200),
        })
    }
}
