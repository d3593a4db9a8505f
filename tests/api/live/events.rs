//! A session as a scheduled event of the Discord guild: made, changed and deleted with it, once, whatever breaks in between.

use std::{sync::Arc, time::Duration};

use chrono::TimeDelta;
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Engine, FakeDiscord, Fault, Server, Sqlite, TestDatabase,
    databases::tables::{db_count, db_run},
    discord::{CHANNEL, STAGE_CHANNEL, VOICE_CHANNEL},
    waiting::until,
};

use super::{JOIN, Room};

const EVENTS: &str = "/scheduled-events";

/// A room whose sessions are events.
struct Announced {
    discord: FakeDiscord,
    room: Room,
}

fn server(
    database: impl Into<Arc<TestDatabase>>,
    discord: &FakeDiscord,
    more: &[(&'static str, &str)],
) -> Server {
    let mut settings = discord.settings();
    settings.extend(more.iter().map(|(name, value)| (*name, (*value).to_owned())));
    let settings: Vec<_> = settings
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    Server::over(database, &settings)
}

impl Announced {
    fn open(engine: Engine) -> Self {
        Self::with(engine, &[])
    }

    fn with(engine: Engine, more: &[(&'static str, &str)]) -> Self {
        let discord = FakeDiscord::start(&[]);
        let on = [&[("PORTAL_DISCORD_EVENTS", "on")], more].concat();
        let room = Room::over(server(TestDatabase::new(engine), &discord, &on));
        Self { discord, room }
    }

    fn put(&mut self, id: i64, change: &Value) -> Value {
        self.room
            .eva
            .put(&format!("/api/staff/live/{id}"), change)
            .ok(200)
    }

    fn cancel(&mut self, id: i64) {
        let path = format!("/api/staff/live/{id}/cancel");
        let _ = self.room.eva.post(&path, &json!({ "reason": "ill" })).ok(200);
    }

    /// Waits until nothing waits, and answers the guild's events.
    fn settled(&self) -> Vec<Value> {
        self.await_jobs("", 0);
        self.discord.world().events.values().cloned().collect()
    }

    fn await_jobs(&self, which: &str, count: i64) {
        let address = self.room.server.database().address();
        until(format!("{count} jobs{which}"), || {
            db_count(&address, &format!("jobs WHERE kind = 'live_event'{which}")) == count
        });
    }

    fn tried_at_once(&self) {
        let address = self.room.server.database().address();
        db_run(
            &address,
            "UPDATE jobs SET due_at = '2026-01-01 00:00:00' WHERE kind = 'live_event'",
        );
    }

    fn asked(&self, method: &str) -> usize {
        self.discord
            .requests(&format!("{method} /api/v10/guilds/7001{EVENTS}"))
            .len()
    }
}

#[test]
fn a_session_is_an_event_that_is_changed_and_deleted_with_it() {
    let mut announced = Announced::open(Sqlite);
    let id = announced.room.plan(TimeDelta::days(2));
    let event = announced.settled().remove(0);
    let session = announced.put(id, &json!({}));
    let link = format!("http://portal.example/portal/live/{id}");
    assert_eq!(
        (
            &event["entity_type"],
            &event["entity_metadata"]["location"],
            &event["privacy_level"]
        ),
        (&json!(3), &json!(link), &json!(2))
    );
    assert_eq!(
        (
            &event["name"],
            &event["scheduled_start_time"],
            &event["scheduled_end_time"]
        ),
        (&session["title"], &session["startsAt"], &session["endsAt"])
    );
    let moved = announced.put(id, &json!({ "title": "Questions", "minutes": 30 }));
    let changed = announced.settled();
    assert_eq!(changed.len(), 1);
    assert_eq!(
        (
            &changed[0]["id"],
            &changed[0]["name"],
            &changed[0]["scheduled_end_time"]
        ),
        (&event["id"], &json!("Questions"), &moved["endsAt"])
    );
    announced.cancel(id);
    assert_eq!(announced.settled(), Vec::<Value>::new());
    assert_eq!((announced.asked("POST"), announced.asked("DELETE")), (1, 1));
    announced.discord.assert_manners();
}

#[test]
fn each_date_of_a_series_is_an_event_and_all_go_with_the_course() {
    let mut announced = Announced::open(Sqlite);
    let mut body = announced.room.body(TimeDelta::days(1));
    body["weekly"] = json!(3);
    let _ = announced.room.eva.post("/api/staff/live", &body).ok(201);
    assert_eq!(announced.settled().len(), 3);
    let (code, _, errors) = announced
        .room
        .command(&["courses", "remove", "live-room", "--yes"]);
    assert_eq!(code, Some(0), "{errors}");
    assert_eq!(announced.settled(), Vec::<Value>::new());
    assert_eq!(
        db_count(&announced.room.server.database().address(), "live_events"),
        0
    );
}

#[rstest]
fn a_session_in_a_channel_is_an_event_of_the_channel_s_kind() {
    let mut announced = Announced::open(Sqlite);
    let id = announced.room.plan(TimeDelta::days(1));
    let _ = announced.settled();
    for (channel, kind) in [(VOICE_CHANNEL, 2), (STAGE_CHANNEL, 1)] {
        announced.put(id, &json!({ "channel": channel }));
        let event = announced.settled().remove(0);
        assert_eq!(
            (
                &event["entity_type"],
                &event["channel_id"],
                &event["entity_metadata"]
            ),
            (&json!(kind), &json!(channel), &Value::Null)
        );
    }
    announced.put(id, &json!({ "join": JOIN }));
    let event = announced.settled().remove(0);
    assert_eq!(
        (&event["entity_type"], &event["channel_id"]),
        (&json!(3), &Value::Null)
    );
    announced.put(id, &json!({ "channel": "600000000000000099" }));
    announced.await_jobs(
        " AND last_error LIKE '%no voice or stage channel 600000000000000099%'",
        1,
    );
    assert_ne!(CHANNEL, VOICE_CHANNEL);
    announced.put(id, &json!({ "channel": VOICE_CHANNEL }));
    assert_eq!(announced.settled().remove(0)["entity_type"], 2);
    announced.discord.assert_manners();
}

#[test]
fn an_event_is_looked_for_before_it_is_made() {
    let mut announced = Announced::open(Sqlite);
    // Made, and the answer is lost.
    announced.discord.fail_next(
        "POST /api/v10/guilds/7001/scheduled-events",
        Fault::Cut { done: true },
    );
    let id = announced.room.plan(TimeDelta::days(1));
    announced.await_jobs(" AND last_error IS NOT NULL", 1);
    announced.tried_at_once();
    assert_eq!(announced.settled().len(), 1);
    assert_eq!(announced.asked("POST"), 1);
    // The server was killed between Discord's acceptance and the note of the number. Of a longer number the address begins the same.
    db_run(
        &announced.room.server.database().address(),
        "DELETE FROM live_events",
    );
    let other = json!({
        "id": "5", "status": 1, "description": format!("x\nhttp://portal.example/portal/live/{id}0"),
        "entity_metadata": { "location": format!("http://portal.example/portal/live/{id}0") },
    });
    announced
        .discord
        .world()
        .events
        .insert(String::from("5"), other.clone());
    announced.put(id, &json!({ "title": "Questions" }));
    let events = announced.settled();
    assert_eq!(events.len(), 2);
    assert!(events.contains(&other) && events.iter().any(|event| event["name"] == "Questions"));
    assert_eq!(announced.asked("POST"), 1);
    // Deleted by hand in the guild.
    announced.discord.world().events.clear();
    announced.put(id, &json!({ "title": "Again" }));
    assert_eq!(announced.settled()[0]["name"], "Again");
}

#[test]
fn a_discord_that_is_down_delays_nothing() {
    let mut announced = Announced::open(Sqlite);
    announced
        .discord
        .fail_all(Some((EVENTS, Fault::Silence(Duration::from_secs(3)))));
    let began = std::time::Instant::now();
    let kept = announced.room.plan(TimeDelta::days(1));
    let cancelled = announced.room.plan(TimeDelta::days(2));
    announced.cancel(cancelled);
    announced.put(kept, &json!({ "title": "Questions" }));
    let mut anna = announced.room.member("Anna");
    assert_eq!(anna.get("/api/live").ok(200).as_array().unwrap().len(), 2);
    assert!(began.elapsed() < support::waiting::allowed(Duration::from_secs(3)));
    announced.discord.fail_all(Some((EVENTS, Fault::html(503))));
    announced.await_jobs(" AND last_error IS NOT NULL", 2);
    announced.discord.fail_all(None);
    announced.tried_at_once();
    let events = announced.settled();
    assert_eq!(events.len(), 1, "{events:?}");
    assert_eq!(events[0]["name"], "Questions");
}

#[test]
fn without_the_setting_discord_is_not_asked_and_a_later_start_with_it_makes_the_events() {
    let discord = FakeDiscord::start(&[]);
    let database = Arc::new(TestDatabase::new(Sqlite));
    let mut room = Room::over(server(Arc::clone(&database), &discord, &[]));
    let _ = room.plan(TimeDelta::days(1));
    let address = database.address();
    until("the job is done", || {
        db_count(&address, "jobs WHERE kind = 'live_event'") == 0
    });
    assert_eq!(discord.requests(EVENTS).len(), 0);
    let _on = server(database, &discord, &[("PORTAL_DISCORD_EVENTS", "on")]);
    discord.await_world("the event", |world| world.events.len() == 1);
}

#[test]
fn the_join_address_is_in_no_event_export_or_line_of_the_log() {
    let mut announced = Announced::with(Sqlite, &[("RUST_LOG", "trace")]);
    let id = announced.room.plan(TimeDelta::minutes(5));
    let mut anna = announced.room.member("Anna");
    let _ = anna.post(&format!("/api/live/{id}/join"), &json!({})).ok(200);
    announced.put(id, &json!({ "title": "Questions" }));
    let _ = announced.settled();
    announced.put(id, &json!({ "channel": VOICE_CHANNEL }));
    let _ = announced.settled();
    announced.put(id, &json!({ "join": JOIN }));
    announced.discord.fail_next("PATCH", Fault::html(502));
    announced.put(id, &json!({ "title": "Again" }));
    announced.cancel(id);
    let _ = announced.settled();
    let requests = announced.discord.requests("/api");
    assert!(requests.len() >= 6, "{requests:?}");
    for request in requests {
        assert!(!request.body.contains("canary-room") && !request.path.contains("canary-room"));
    }
    let export = anna.get("/api/user/export").ok(200).to_string();
    assert!(export.contains("Again") && !export.contains("canary-room"));
    let log = announced.room.server.log();
    assert!(log.contains("live") && !log.contains("canary-room"));
}
