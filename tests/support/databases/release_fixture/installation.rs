//! The course folder and the backup of a release.

use std::path::{Path, PathBuf};

use kernel::AccessTerm;
use serde_json::json;

use super::{SignedIn, keep_cookie, stay_signed_in};
use crate::{
    Engine, Server,
    catalogue_fixture::member,
    courses::lesson_folder::{LessonFolder, exercises::add_exercises, replay::add_replay},
    server::commands::portal,
};

/// The course's name in addresses.
pub const SLUG: &str = "lessons";
/// How far the member of the backup has watched the course's first lesson, in seconds.
pub const WATCHED: i64 = 2;

#[must_use]
pub fn course_folder(fixture: &Path) -> PathBuf {
    fixture.join("course")
}

#[must_use]
pub fn backup(fixture: &Path) -> PathBuf {
    fixture.join("backup.tar")
}

/// Writes both from one installation.
///
/// # Panics
/// Where the folder cannot be written.
pub fn write(folder: &Path) {
    let source = LessonFolder::new();
    add_exercises(&source);
    add_replay(&source);
    let server = Server::start(Engine::Sqlite);
    let lessons = source.import(server.database(), &server.media());
    let who = SignedIn::Backup;
    let mut browser = member(&server, who.name(), lessons.course, AccessTerm::Lifetime);
    let path = format!("/api/videos/{}/progress", lessons.video.0);
    let _ = browser.put(&path, &json!({ "watchedSeconds": WATCHED })).ok(200);
    let address = server.database().address();
    stay_signed_in(&address, "true");
    keep_cookie(folder, who, &browser);
    let text = |path: PathBuf| path.display().to_string();
    let export = ["courses", "export", SLUG, &text(course_folder(folder))];
    let _ = portal(server.data(), &address, &export);
    let _ = portal(server.data(), &address, &["backup", &text(backup(folder))]);
}
