//! Two hundred members are told of a change: by a mail server and by Discord, once each, also where the server is killed meanwhile.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use chrono::TimeDelta;
use courses::grant_access;
use kernel::AccessTerm;
use rstest::rstest;
use serde_json::json;
use support::{
    Engine, FakeDiscord, Postgres, Server, SmtpSink, Sqlite, TestDatabase,
    databases::tables::{db_count, db_run, db_texts},
    samples::{add_user, noon},
    waiting::{allowed, until_within},
};

use super::Room;

const MEMBERS: usize = 200;
/// The contract of the mark "told".
const WITHIN: Duration = Duration::from_secs(60);
/// So many mails are under way at once, and of those a kill may leave the acceptance without its note.
const UNDER_WAY: usize = 4;
const KILLS: usize = 3;

struct Told {
    room: Room,
    sink: SmtpSink,
    discord: FakeDiscord,
}

impl Told {
    fn open(engine: Engine) -> Self {
        let (sink, discord) = (SmtpSink::start(), FakeDiscord::start(&[]));
        let mut settings = discord.settings();
        settings.push(("PORTAL_DISCORD_EVENTS", String::from("on")));
        settings.push(("PORTAL_SMTP_URL", sink.url()));
        let settings: Vec<_> = settings
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let room = Room::over(Server::over(TestDatabase::new(engine), &settings));
        for member in 0..MEMBERS {
            let (user, course) = (
                add_user(room.server.database(), &format!("Member{member}")),
                room.course,
            );
            let granted = room
                .server
                .database()
                .write(move |store| grant_access(store, user, course, AccessTerm::Lifetime, noon()));
            granted.unwrap();
        }
        Self { room, sink, discord }
    }

    /// How many mails each member got whose text contains this.
    fn mails_with(&self, part: &str) -> BTreeMap<String, usize> {
        let mut members = BTreeMap::new();
        for mail in self.sink.received() {
            if mail.text().contains(part) {
                *members.entry(mail.recipients[0].clone()).or_default() += 1;
            }
        }
        members
    }

    fn await_all(&self, part: &str, limit: Duration) {
        until_within(limit, format!("each member has a mail with {part:?}"), || {
            self.mails_with(part).len() == MEMBERS
        });
    }

    fn event_start(&self) -> Vec<serde_json::Value> {
        let world = self.discord.world();
        world
            .events
            .values()
            .map(|event| event["scheduled_start_time"].clone())
            .collect()
    }
}

#[rstest]
fn a_changed_session_is_told_to_200_members_once_within_a_minute(#[values(Sqlite, Postgres)] engine: Engine) {
    let mut told = Told::open(engine);
    let id = told.room.plan(TimeDelta::days(3));
    let path = format!("/api/staff/live/{id}");
    let start = (chrono::Utc::now() + TimeDelta::days(4))
        .format("%Y-%m-%dT%H:%M")
        .to_string();
    let began = Instant::now();
    let moved = told.room.eva.put(&path, &json!({ "start": start })).ok(200);
    told.await_all("was moved", allowed(WITHIN));
    assert!(began.elapsed() < allowed(WITHIN));
    told.discord.await_world("the moved event", |world| {
        world.events.len() == 1
            && world
                .events
                .values()
                .all(|event| event["scheduled_start_time"] == moved["startsAt"])
    });
    let cancelled = told.room.eva.post(
        &format!("{path}/cancel"),
        &json!({ "reason": "the speaker is ill" }),
    );
    let _ = cancelled.ok(200);
    told.await_all("the speaker is ill", allowed(WITHIN));
    told.discord
        .await_world("no event", |world| world.events.is_empty());
    for part in ["was moved", "the speaker is ill"] {
        assert!(told.mails_with(part).values().all(|mails| *mails == 1), "{part}");
    }
    let rows = |kind: &str| format!("live_mails WHERE live_id = {id} AND kind = '{kind}'");
    let address = told.room.server.database().address();
    for kind in ["moved", "cancelled"] {
        let members = format!("(SELECT DISTINCT user_id FROM {}) told", rows(kind));
        assert_eq!(
            (db_count(&address, &rows(kind)), db_count(&address, &members)),
            (MEMBERS as i64, MEMBERS as i64)
        );
    }
    let answer = told.room.eva.get(&path).ok(200);
    assert_eq!(
        answer["mails"],
        json!([
            { "kind": "live_moved", "start": moved["startsAt"], "members": MEMBERS, "sent": MEMBERS },
            { "kind": "live_cancelled", "start": moved["startsAt"], "members": MEMBERS, "sent": MEMBERS },
        ])
    );
    let told_members = answer["told"].as_array().unwrap();
    assert_eq!(told_members.len(), 2 * MEMBERS);
    assert!(
        told_members
            .iter()
            .all(|row| row["sentAt"].is_string() && row["username"].is_string())
    );
}

#[rstest]
fn a_kill_while_members_are_told_loses_no_mail_and_makes_no_second_event(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let mut told = Told::open(engine);
    let id = told.room.plan(TimeDelta::days(3));
    let change = json!({ "minutes": 45, "title": "Questions" });
    let _ = told
        .room
        .eva
        .put(&format!("/api/staff/live/{id}"), &change)
        .ok(200);
    for kill in 1..=KILLS {
        until_within(allowed(WITHIN), format!("kill {kill}"), || {
            told.sink.received().len() >= kill * MEMBERS / (KILLS + 1)
        });
        told.room.server.kill();
        // What the killed server held is free in a minute; what the next one holds stays its own.
        db_run(
            &told.room.server.database().address(),
            "UPDATE jobs SET claimed_until = NULL",
        );
        told.room.server.start_again();
    }
    told.await_all("was moved", allowed(2 * WITHIN));
    let address = told.room.server.database().address();
    until_within(allowed(WITHIN), "nothing waits", || {
        db_count(&address, "jobs") == 0
    });
    let mails = told.mails_with("was moved");
    let twice: usize = mails.values().map(|mails| mails - 1).sum();
    assert!(twice <= KILLS * UNDER_WAY, "{twice} mails came twice");
    let rows = db_texts(&address, "SELECT CAST(user_id AS TEXT) AS t FROM live_mails");
    let users: std::collections::BTreeSet<_> = rows.iter().collect();
    assert_eq!((rows.len(), users.len()), (MEMBERS, MEMBERS), "one row a member");
    assert_eq!(db_count(&address, "outbox WHERE sent_at IS NULL"), 0);
    assert_eq!(told.event_start().len(), 1);
}
