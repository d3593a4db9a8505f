//! Several servers on one PostgreSQL and one media store behind a balancer, while they are restarted, killed and replaced.

mod members;
mod releases;
mod side_by_side;

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use chrono::Utc;
use courses::{grant_access, revoke_access};
use kernel::{AccessTerm, StoreError, UserId};
use serde_json::json;
use support::{
    Browser, FakeDiscord, Postgres, Server, SmtpSink, TestDatabase,
    balancer::Balancer,
    catalogue_fixture::{PASSWORD, credentials, member},
    databases::tables::{db_count, db_run},
    discord::guild::{CRYPTO_ROLE, FUTURES_ROLE, course_with_role, link},
    samples::{course, import, section, video, videos_of},
    waiting::{SetOnDrop, allowed, until, until_within},
};

use members::{Catalogue, Member, Servers};

const SERVERS: usize = 3;
const MEMBERS: usize = 4;
const VIDEOS: usize = 40;
/// Mails that one server delivers at once: as many may be sent again when it is killed.
const MAILS_IN_HAND: usize = 4;
/// Steps of the members between two servers' ends.
const STEPS: usize = 16;
/// Far more than these steps take on a busy machine.
const CALLS: Duration = Duration::from_secs(60);

/// How often a server is killed in `make endurance`; docs/operating.md says how to ask for more.
fn kills() -> usize {
    let set = std::env::var("PORTAL_TEST_KILLS").ok();
    set.map_or(30, |kills| kills.parse().expect("PORTAL_TEST_KILLS is a number"))
}

/// Three servers, their members, and the services around them.
struct Site {
    servers: Vec<Server>,
    balancer: Balancer,
    database: Arc<TestDatabase>,
    catalogue: Catalogue,
    members: Vec<Member>,
    sink: SmtpSink,
    discord: FakeDiscord,
}

impl Site {
    fn open() -> Self {
        let (sink, discord) = (
            SmtpSink::start(),
            FakeDiscord::start(&[FUTURES_ROLE, CRYPTO_ROLE]),
        );
        let database = Arc::new(TestDatabase::new(Postgres));
        let mut settings = discord.settings();
        settings.push(("PORTAL_SMTP_URL", sink.url()));
        settings.push(("PORTAL_CONTACT_TO", String::from("desk@example.com")));
        // The members change devices more often than the default allows people to.
        settings.push(("PORTAL_STREAMS_PER_ACCOUNT", String::from("0")));
        let settings: Vec<_> = settings
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let mut servers = vec![Server::over(Arc::clone(&database), &settings)];
        let mut futures = course("futures");
        futures.discord_role = Some(FUTURES_ROLE.to_owned());
        let long = std::iter::once(video("long.mp4", 1_000_000));
        let others = (1..VIDEOS).map(|n| video(&format!("{n:03}.mp4"), 100));
        futures.sections = vec![section("All", long.chain(others).collect())];
        let futures = import(&database, futures);
        let catalogue = Catalogue {
            futures,
            crypto: course_with_role(&servers[0], "crypto", CRYPTO_ROLE),
            videos: videos_of(&database, futures),
        };
        for _ in 1..SERVERS {
            servers.push(servers[0].beside());
        }
        let balancer = Balancer::start(servers.iter().map(Server::address).collect());
        let members = (0..MEMBERS)
            .map(|n| {
                let name = format!("trader{n}");
                let mut registered = member(&servers[n % SERVERS], &name, futures, AccessTerm::Lifetime);
                let account = account(n);
                discord.seat(&account, &[]);
                let _ = link(&mut registered, &discord.consent(&account)).ok(200);
                Member::new(&name, &registered, balancer.address())
            })
            .collect();
        Self {
            servers,
            balancer,
            database,
            catalogue,
            members,
            sink,
            discord,
        }
    }

    /// Lets the members call while `end` ends one server after the other, `times` times.
    fn under_load(&mut self, mode: Servers, times: usize, mut end: impl FnMut(&mut [Server], usize)) {
        let (over, steps) = (AtomicBool::new(false), AtomicUsize::new(0));
        let (database, catalogue, discord) = (&self.database, &self.catalogue, &self.discord);
        let (servers, balancer, members) = (&mut self.servers, &self.balancer, &mut self.members);
        std::thread::scope(|scope| {
            let _over = SetOnDrop(&over);
            for member in members {
                let (over, steps) = (&over, &steps);
                scope.spawn(move || {
                    // A member that panics must not leave the others waiting.
                    let _failed = OnPanic(over);
                    member.live(database, catalogue, mode, over, steps);
                });
            }
            for time in 0..times {
                let wanted = steps.load(Ordering::SeqCst) + STEPS;
                until_within(CALLS, "the members go on calling", || {
                    steps.load(Ordering::SeqCst) >= wanted || over.load(Ordering::SeqCst)
                });
                change_access(database, catalogue, time % MEMBERS, time % 3 != 0);
                let place = time % SERVERS;
                end(servers, place);
                balancer.replace(place, servers[place].address());
            }
            assert_eq!(discord.world().violations, Vec::<String>::new());
        });
    }

    fn visitors(&self) -> impl Iterator<Item = Browser> {
        self.servers.iter().map(Server::visitor)
    }

    /// Whether a cookie opens the portal at each of the servers.
    fn signed_in(&self, cookie: &str) -> Vec<bool> {
        let ask = |mut browser: Browser| {
            browser.set_cookie(Some(cookie));
            browser.is_signed_in()
        };
        self.visitors().map(ask).collect()
    }

    fn wait_until_none(&self, what: &str) {
        until(format!("none is left of {what}"), || {
            db_count(&self.database.address(), what) == 0
        });
    }

    /// How often each message was delivered, by subject. Copies of one message share their `Message-ID`.
    fn delivered(&self) -> BTreeMap<String, usize> {
        let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for mail in self.sink.received() {
            if mail.recipients == ["desk@example.com"] {
                let id = mail.message().message_id().expect("a Message-ID").to_owned();
                found.entry(mail.subject()).or_default().push(id);
            }
        }
        let counted = found.into_iter().map(|(subject, ids)| {
            assert!(
                ids.iter().all(|id| *id == ids[0]),
                "two mails of one message: {subject}"
            );
            (subject, ids.len())
        });
        counted.collect()
    }

    /// Every acknowledged message arrived; how many arrived more than once.
    fn assert_delivered(&self) -> usize {
        let delivered = self.delivered();
        for subject in self.members.iter().flat_map(|member| &member.messages) {
            let delivered = delivered.contains_key(&format!("Contact form: {subject}"));
            assert!(delivered, "{subject} never arrived");
        }
        delivered.values().map(|count| count - 1).sum()
    }

    /// What was acknowledged is there, at every server.
    fn assert_kept(&self) {
        for member in &self.members {
            let cookie = member.browser.cookie().unwrap();
            assert_eq!(self.signed_in(cookie), [true; SERVERS], "{}", member.name);
            for ended in &member.ended {
                assert_eq!(self.signed_in(ended), [false; SERVERS], "{}", member.name);
            }
            for mut browser in self.visitors() {
                browser.set_cookie(Some(cookie));
                let rows = browser
                    .get(&format!("/api/courses/{}/progress", self.catalogue.futures.0))
                    .ok(200);
                let row = |id: i32| rows.as_array().unwrap().iter().find(|row| row["videoId"] == id);
                let kept =
                    row(self.catalogue.videos[0].0).map_or(0, |row| row["watchedSeconds"].as_i64().unwrap());
                // The report under way at a kill may be kept without its answer.
                assert!((member.position..=member.position + 1).contains(&kept), "{kept}");
                for video in &member.completed {
                    assert_eq!(row(video.0).unwrap()["completed"], true, "{video:?}");
                }
            }
            let user = user(&self.database, &member.name);
            let used = db_count(
                &self.database.address(),
                &format!(
                    "purchase_codes WHERE used AND used_by = {} AND course_id = {}",
                    user.0, self.catalogue.crypto.0
                ),
            );
            assert!(
                used >= i64::try_from(member.redeemed.len()).unwrap(),
                "{}",
                member.name
            );
        }
    }
}

struct OnPanic<'a>(&'a AtomicBool);

impl Drop for OnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::SeqCst);
        }
    }
}

fn account(member: usize) -> String {
    (500 + member).to_string()
}

fn user(database: &TestDatabase, name: &str) -> UserId {
    let found: Result<_, StoreError> = database.read(|store| store.user_record(name));
    found.unwrap().unwrap().user.id
}

/// Roles follow this: a member gets the second course, or loses it.
fn change_access(database: &TestDatabase, catalogue: &Catalogue, member: usize, granted: bool) {
    let (user, course) = (user(database, &format!("trader{member}")), catalogue.crypto);
    if granted {
        let term = AccessTerm::Days(1);
        database
            .write(move |store| grant_access(store, user, course, term, Utc::now()))
            .expect("a grant");
    } else {
        database
            .write(move |store| revoke_access(store, user, course, Utc::now()))
            .expect("a revocation");
    }
}

/// Restarts in order are `releases.rs`'s in each run of all tests.
#[test]
fn no_acknowledged_write_is_lost_by_kills_and_replaced_servers() {
    let mut site = Site::open();
    kill(&mut site, 3);
}

#[test]
#[ignore = "some minutes; make endurance runs it"]
fn no_acknowledged_write_is_lost_by_restarts_kills_and_replaced_servers() {
    let mut site = Site::open();
    site.under_load(Servers::End, SERVERS, |servers, place| {
        assert!(servers[place].terminate().success());
        servers[place].start_again();
    });
    site.assert_kept();
    site.wait_until_none("outbox WHERE sent_at IS NULL");
    assert_eq!(
        site.assert_delivered(),
        0,
        "servers that end in order sent a mail twice"
    );

    kill(&mut site, kills());
}

/// Kills so many servers, one after the other, under load.
fn kill(site: &mut Site, kills: usize) {
    let mut ended = 0;
    site.under_load(Servers::Die, kills, |servers, place| {
        ended += 1;
        servers[place].kill();
        // The first one's folder has the media.
        if place > 0 && ended % 2 == 0 {
            servers[place] = servers[0].beside();
        } else {
            servers[place].start_again();
        }
    });
    site.assert_kept();

    // Nothing runs, so that what a killed server had claimed can be taken over without waiting until its claim is over.
    for server in &mut site.servers {
        assert!(server.terminate().success());
    }
    db_run(
        &site.database.address(),
        "UPDATE jobs SET due_at = '2020-01-01 00:00:00', claimed_until = NULL WHERE due_at IS NOT NULL",
    );
    for server in &mut site.servers {
        server.start_again();
    }
    site.wait_until_none("outbox WHERE sent_at IS NULL");
    let again = site.assert_delivered();
    assert!(
        again <= kills * MAILS_IN_HAND,
        "{again} mails were sent again after {kills} kills"
    );
    site.wait_until_none("jobs WHERE kind = 'discord_member'");
    for n in 0..MEMBERS {
        let user = user(&site.database, &format!("trader{n}"));
        let crypto = format!(
            "user_course_access WHERE user_id = {} AND course_id = {} AND expires_at > now() AT TIME ZONE 'UTC'",
            user.0, site.catalogue.crypto.0
        );
        let mut wanted = vec![FUTURES_ROLE];
        if db_count(&site.database.address(), &crypto) > 0 {
            wanted.push(CRYPTO_ROLE);
        }
        site.discord.await_roles(&account(n), &wanted);
    }
    site.discord.assert_manners();
}

#[test]
fn what_changes_at_one_server_holds_at_all_within_a_second() {
    let site = Site::open();
    let within = |what: &str, holds: &dyn Fn(&Server) -> bool| {
        until_within(
            allowed(Duration::from_secs(1)),
            format!("everywhere: {what}"),
            || site.servers.iter().all(holds),
        );
    };
    let titles = |server: &Server| server.visitor().get("/api/courses").ok(200).to_string();
    for server in &site.servers {
        assert!(titles(server).contains("Title of crypto"));
    }
    let mut renamed = course("crypto");
    renamed.title = String::from("Another title");
    let _ = import(&site.database, renamed);
    within("the catalogue", &|server| {
        titles(server).contains("Another title")
    });

    let mut first = site.servers[0].visitor();
    let _ = first
        .post("/api/login", &credentials("trader0", PASSWORD))
        .ok(200);
    let cookie = first.cookie().unwrap().to_owned();
    let opens = |server: &Server| {
        let mut browser = server.visitor();
        browser.set_cookie(Some(&cookie));
        browser.is_signed_in()
    };
    within("a sign-in", &opens);
    let mut second = site.servers[1].visitor();
    second.set_cookie(Some(&cookie));
    assert_eq!(second.post("/api/logout", &json!({})).status, 204);
    within("a sign-out", &|server| !opens(server));

    let member = site.members[1].browser.cookie().unwrap();
    let path = format!("/api/courses/{}/access", site.catalogue.crypto.0);
    let has_access = |server: &Server| {
        let mut browser = server.visitor();
        browser.set_cookie(Some(member));
        browser.get(&path).ok(200)["hasAccess"] == true
    };
    change_access(&site.database, &site.catalogue, 1, true);
    within("an access", &has_access);
    change_access(&site.database, &site.catalogue, 1, false);
    within("its end", &|server| !has_access(server));
}
