//! Random changes while Discord fails one request in three and servers die: in the end roles are what access says.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::SocketAddr,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use accounts::DiscordUserId;
use chrono::Utc;
use courses::{AccessStore as _, CourseId};
use discord::{DiscordStore as _, wanted_roles};
use kernel::AccessTerm;
use kernel::StoreError;
use rstest::rstest;
use support::{
    Browser, Engine, Postgres, Sqlite,
    databases::tables::db_run,
    discord::{
        BOT, OTHER_ROLE,
        guild::{CRYPTO_ROLE, FUTURES_ROLE, Guild},
    },
    waiting::until_within,
};

const MEMBERS: u64 = 24;
const ACCOUNTS: u64 = 30;
const THREADS: u64 = 4;
/// Far more than a worker's claim, the longest pause and the queue's work together.
const CONVERGES: Duration = Duration::from_secs(250);

/// Numbers that look random and are the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % n
    }
}

fn account(n: u64) -> String {
    (500 + n).to_string()
}

/// A random change of what a member may see or has linked. A server that is just being killed answers nothing, which changes
/// nothing either.
fn change(guild: &Guild, cookies: &[String], addresses: &Mutex<[SocketAddr; 2]>, chance: &mut Chance) {
    let member = chance.below(MEMBERS);
    let name = format!("trader{member}");
    let course = [guild.futures, guild.crypto][usize::try_from(chance.below(2)).unwrap()];
    let mut browser = {
        let at = usize::try_from(chance.below(2)).unwrap();
        let mut browser = Browser::new(addresses.lock().unwrap()[at]);
        browser.set_cookie(Some(&cookies[usize::try_from(member).unwrap()]));
        browser
    };
    match chance.below(20) {
        0..=7 => guild.grant(
            &name,
            course,
            [AccessTerm::Days(2), AccessTerm::Lifetime][usize::from(chance.below(4) == 0)],
        ),
        8..=12 => guild.revoke(&name, course),
        13..=15 => end(guild, &name, course),
        // One link in two comes to nothing, so that as many are ended as stay.
        16..=18 => {
            let code = guild.discord.consent(&account(chance.below(ACCOUNTS)));
            let body = serde_json::json!({ "code": code }).to_string();
            let answer = browser.try_send("POST", "/api/discord/oauth/callback", &[], Some(body.as_bytes()));
            if let Ok(answer) = answer {
                assert!(
                    [200, 400, 409, 502].contains(&answer.status),
                    "linking answers {}",
                    answer.status
                );
            }
        }
        _ => {
            if let Ok(answer) = browser.try_send("DELETE", "/api/discord/link", &[], None) {
                assert_eq!(answer.status, 204);
            }
        }
    }
}

/// Lets an access end now, without a word to the queue: as the clock does it.
fn end(guild: &Guild, name: &str, course: CourseId) {
    let sql = format!(
        "UPDATE user_course_access SET expires_at = '{}' WHERE user_id = {} AND course_id = {}",
        Utc::now().naive_utc().format("%Y-%m-%d %H:%M:%S%.6f"),
        guild.user(name).0,
        course.0
    );
    db_run(&guild.server.database().address(), &sql);
}

/// What access says about every account.
fn wanted(guild: &Guild) -> BTreeMap<String, BTreeSet<String>> {
    let wanted: Result<_, StoreError> = guild.server.database().read(|store| {
        let mut wanted = BTreeMap::new();
        for n in 0..ACCOUNTS {
            let holder = store.holder_of(&DiscordUserId(account(n)))?;
            let held = holder
                .map(|user| store.held_courses(user))
                .transpose()?
                .unwrap_or_default();
            let roles = wanted_roles(&held, Utc::now())
                .into_iter()
                .map(|role| role.0)
                .collect();
            wanted.insert(account(n), roles);
        }
        Ok(wanted)
    });
    wanted.expect("what access says")
}

#[rstest]
fn roles_end_at_what_access_says(#[values(Sqlite, Postgres)] engine: Engine) {
    change_at_random(engine, 150, 3);
}

#[rstest]
#[ignore = "some minutes; make endurance runs it"]
fn roles_end_at_what_access_says_in_every_case(#[values(Sqlite, Postgres)] engine: Engine) {
    change_at_random(engine, 1_000, 10);
}

fn change_at_random(engine: Engine, changes: usize, kills: usize) {
    let mut guild = Guild::open(engine);
    let mut second = guild.server.beside();
    let cookies: Vec<String> = (0..MEMBERS)
        .map(|n| guild.member(&format!("trader{n}")).cookie().unwrap().to_owned())
        .collect();
    for n in 0..ACCOUNTS {
        guild.discord.seat(&account(n), &[OTHER_ROLE]);
    }
    guild.discord.world().random = Some((3, 0x1234_5678_9abc_def1));
    let addresses = Mutex::new([guild.server.address(), second.address()]);
    let done = AtomicUsize::new(0);
    // The threads change the database and the guild; this one kills and starts servers meanwhile.
    let mut shared = Guild {
        discord: guild.discord.clone(),
        server: guild.server.beside(),
        futures: guild.futures,
        crypto: guild.crypto,
    };
    shared.server.kill();
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (shared, cookies, addresses, done) = (&shared, &cookies, &addresses, &done);
            scope.spawn(move || {
                let mut chance = Chance(0x9e37_79b9 + thread);
                while done.fetch_add(1, Ordering::SeqCst) < changes {
                    change(shared, cookies, addresses, &mut chance);
                }
            });
        }
        for kill in 1..=kills {
            until_within(CONVERGES, "the changes go on", || {
                done.load(Ordering::SeqCst) >= kill * changes / (kills + 1)
            });
            let victim = if kill % 2 == 0 {
                &mut guild.server
            } else {
                &mut second
            };
            victim.kill();
            victim.start_again();
            addresses.lock().unwrap()[kill % 2] = victim.address();
        }
    });
    let wanted = wanted(&guild);
    let right = |account: &str, roles: &BTreeSet<String>| {
        let ours: BTreeSet<String> = [FUTURES_ROLE, CRYPTO_ROLE].map(str::to_owned).into();
        roles.contains(OTHER_ROLE) && roles.intersection(&ours).eq(wanted[account].iter())
    };
    guild.discord.await_world_for(
        CONVERGES,
        &format!("all have what they may: {wanted:?}"),
        |world| {
            world
                .members
                .iter()
                .filter(|(account, _)| *account != BOT)
                .all(|(account, roles)| right(account, roles))
        },
    );
    let holders = wanted.values().filter(|roles| !roles.is_empty()).count();
    assert!(holders > 1, "{holders} holders are too few to prove anything");
    assert!(
        guild.discord.busiest_second() <= 50,
        "{} requests in a second",
        guild.discord.busiest_second()
    );
    guild.discord.assert_manners();
}
