//! Exercises over HTTP: what is shown, what is graded, and what is due.

mod answers;
mod lessons;
mod reviews;

use support::{
    Engine, Server,
    courses::lesson_folder::exercises::add_exercises,
    courses::lesson_folder::{LessonFolder, Lessons},
};

/// A server with the lessons of the folder, two of which have exercises.
fn open(engine: Engine) -> (Server, LessonFolder, Lessons) {
    let server = Server::start(engine);
    let folder = LessonFolder::new();
    add_exercises(&folder);
    let lessons = folder.import(server.database(), &server.media());
    (server, folder, lessons)
}
