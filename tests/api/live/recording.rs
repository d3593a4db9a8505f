//! The recording of a session: a lesson that names it in the course's folder.

use std::fs;

use chrono::{TimeDelta, Utc};
use kernel::AccessTerm;
use rstest::rstest;
use serde_json::{Value, json};
use support::{
    Browser, Engine, Server, Sqlite,
    catalogue_fixture::member,
    courses::lesson_folder::{LessonFolder, Lessons},
    databases::tables::db_run,
    server::run_to_end,
    staff::joined,
};

use super::{JOIN, Role};

/// A course of which the first two sessions have ended.
struct Recorded {
    server: Server,
    folder: LessonFolder,
    lessons: Lessons,
    anna: Browser,
    eva: Browser,
}

impl Recorded {
    fn open(engine: Engine) -> Self {
        let (server, folder) = (Server::start(engine), LessonFolder::new());
        let lessons = folder.import(server.database(), &server.media());
        let anna = member(&server, "Anna", lessons.course, AccessTerm::Lifetime);
        let (eva, _) = joined(&server, "Eva", Role::Support);
        let mut recorded = Self {
            server,
            folder,
            lessons,
            anna,
            eva,
        };
        recorded.plan();
        recorded.plan();
        let (past, end) = (Utc::now() - TimeDelta::days(2), Utc::now() - TimeDelta::days(1));
        db_run(
            &recorded.server.database().address(),
            &format!(
                "UPDATE live_sessions SET starts_at = '{}', ends_at = '{}'",
                past.naive_utc(),
                end.naive_utc()
            ),
        );
        recorded
    }

    fn plan(&mut self) {
        let start = (Utc::now() + TimeDelta::days(1))
            .format("%Y-%m-%dT%H:%M")
            .to_string();
        let body = json!({
            "courseId": self.lessons.course.0, "title": "Open floor", "start": start, "zone": "UTC", "minutes": 60,
            "join": JOIN,
        });
        let _ = self.eva.post("/api/staff/live", &body).ok(201);
    }

    /// Writes a line beside the first video, in place of what stood there.
    fn name(&self, live: &str) {
        let path = self.folder.path().join("course.toml");
        let text = fs::read_to_string(&path).unwrap();
        let kept: Vec<&str> = text.lines().filter(|line| !line.starts_with("live")).collect();
        let title = "title = \"What a future is\"";
        fs::write(
            path,
            kept.join("\n").replacen(title, &format!("{title}\n{live}"), 1),
        )
        .unwrap();
    }

    fn command(&self, words: &[&str]) -> (Option<i32>, String, String) {
        run_to_end(&mut self.server.portal("Eva"), words)
    }

    fn import(&self) -> (Option<i32>, String, String) {
        let path = self.folder.path().to_str().unwrap();
        self.command(&["courses", "import", path, "--no-package", "--yes"])
    }

    fn recordings(&mut self) -> Vec<Value> {
        let listed = self.anna.get("/api/live").ok(200);
        listed
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["recording"].clone())
            .collect()
    }
}

#[test]
fn a_lesson_names_the_session_that_it_records() {
    let mut recorded = Recorded::open(Sqlite);
    let lesson = json!(recorded.lessons.video.0);
    recorded.name("live = 2");
    let (code, _, errors) = recorded.import();
    assert_eq!(code, Some(0), "{errors}");
    assert_eq!(recorded.recordings(), [Value::Null, lesson.clone()]);
    let (_, list, _) = recorded.command(&["live", "list", "--past", "--format", "json"]);
    assert_eq!(
        serde_json::from_str::<Value>(&list).unwrap()[0]["recording"],
        lesson
    );

    let out = tempfile::tempdir().unwrap();
    let target = out.path().join("exported");
    let (code, _, errors) = recorded.command(&["courses", "export", "lessons", target.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(
        fs::read_to_string(target.join("course.toml"))
            .unwrap()
            .contains("live = 2\n")
    );

    recorded.name("live = 1");
    assert_eq!(recorded.import().0, Some(0));
    assert_eq!(recorded.recordings(), [lesson, Value::Null], "it moved");
    recorded.name("");
    assert_eq!(recorded.import().0, Some(0));
    assert_eq!(
        recorded.recordings(),
        [Value::Null, Value::Null],
        "it was taken back"
    );
}

#[rstest]
#[case("live = 4711", "there is no live session 4711")]
#[case("live = 3", "live session 3 has not ended")]
#[case("live = 0", "0 is no number of a live session")]
#[case("live = \"one\"", "must be a whole number")]
fn what_can_have_no_recording_is_an_error_with_its_line(#[case] key: &str, #[case] problem: &str) {
    let mut recorded = Recorded::open(Sqlite);
    recorded.plan();
    recorded.name(key);
    let text = fs::read_to_string(recorded.folder.path().join("course.toml")).unwrap();
    let line = text.lines().position(|line| line == key).unwrap() + 1;
    let (code, _, errors) = recorded.import();
    assert_eq!(code, Some(1), "{errors}");
    assert!(
        errors.contains(&format!("course.toml:{line}: ")) && errors.contains(problem),
        "{errors}"
    );
    assert_eq!(recorded.recordings(), [Value::Null, Value::Null, Value::Null]);
    let (code, _, errors) = recorded.command(&["courses", "check", recorded.folder.path().to_str().unwrap()]);
    assert_eq!(code, Some(1), "{errors}");
}

#[test]
fn a_cancelled_session_and_one_of_another_course_have_none() {
    let mut recorded = Recorded::open(Sqlite);
    recorded.plan();
    let reason = json!({ "reason": "ill" });
    let _ = recorded.eva.post("/api/staff/live/3/cancel", &reason).ok(200);
    recorded.name("live = 3");
    assert!(
        recorded
            .import()
            .2
            .contains("live session 3 is cancelled, and has no recording")
    );
    recorded.name("");
    let other = recorded
        .folder
        .import_as("other", recorded.server.database(), &recorded.server.media());
    let address = recorded.server.database().address();
    db_run(
        &address,
        &format!("UPDATE live_sessions SET course_id = {} WHERE id = 2", other.0),
    );
    recorded.name("live = 2");
    assert!(
        recorded
            .import()
            .2
            .contains("live session 2 is of another course")
    );
}

#[test]
fn a_folder_of_another_installation_is_imported_without_its_numbers() {
    let recorded = Recorded::open(Sqlite);
    db_run(&recorded.server.database().address(), "DELETE FROM live_sessions");
    recorded.name("live = 2");
    let (code, _, errors) = recorded.import();
    assert_eq!(code, Some(0), "{errors}");
    assert!(
        errors.contains("live = 2 is left out: the course has no live session here"),
        "{errors}"
    );
}
