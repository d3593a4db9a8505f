//! Live sessions over HTTP: what members see and join, their calendar, and what staff and commands do.

mod calendar;
mod events;
mod gate;
mod recording;
mod right_time;
mod staff;
mod told;

use ::staff::Role;
use chrono::{DateTime, TimeDelta, Utc};
use courses::CourseId;
use kernel::AccessTerm;
use serde_json::{Value, json};
use support::{
    Browser, Engine, Server, catalogue_fixture::member, databases::tables::db_run, samples::add_course,
    server::run_to_end, staff::joined,
};

const JOIN: &str = "https://meet.example/canary-room?pwd=canary";

/// A server with the course `live-room` and a name of staff.
struct Room {
    server: Server,
    course: CourseId,
    eva: Browser,
}

impl Room {
    fn open(engine: Engine) -> Self {
        Self::over(Server::start(engine))
    }

    fn over(server: Server) -> Self {
        let course = add_course(server.database(), "live-room");
        let (eva, _) = joined(&server, "Eva", Role::Support);
        Self { server, course, eva }
    }

    fn member(&self, name: &str) -> Browser {
        member(&self.server, name, self.course, AccessTerm::Lifetime)
    }

    /// What staff send to plan a session that begins after so long.
    fn body(&self, after: TimeDelta) -> Value {
        let start = (Utc::now() + after).format("%Y-%m-%dT%H:%M").to_string();
        json!({
            "courseId": self.course.0, "title": "Open floor", "text": "Bring a **chart**.",
            "start": start, "zone": "UTC", "minutes": 90, "join": JOIN,
        })
    }

    fn plan(&mut self, after: TimeDelta) -> i64 {
        let body = self.body(after);
        self.eva.post("/api/staff/live", &body).ok(201)["ids"][0]
            .as_i64()
            .unwrap()
    }

    /// Sets the times of a session, as the passing of time would.
    fn shift(&self, id: i64, start: DateTime<Utc>) {
        let end = start + TimeDelta::minutes(90);
        let (start, end) = (start.naive_utc(), end.naive_utc());
        db_run(
            &self.server.database().address(),
            &format!("UPDATE live_sessions SET starts_at = '{start}', ends_at = '{end}' WHERE id = {id}"),
        );
    }

    fn command(&self, words: &[&str]) -> (Option<i32>, String, String) {
        run_to_end(&mut self.server.portal("Eva"), words)
    }
}

fn ids(rows: &Value) -> Vec<i64> {
    rows.as_array()
        .unwrap()
        .iter()
        .map(|row| row["id"].as_i64().unwrap())
        .collect()
}
