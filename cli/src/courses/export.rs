//! `portal courses export`

use std::path::PathBuf;

use ::courses::{CourseStore, lesson::store::LessonStore};
use audit::Action;
use clap::Args;
use kernel::StoreError;
use outbound::write_course_folder;

use crate::{
    audit::{by_operator, record},
    called_path::called_path,
    installation::{Installation, say_waiting},
    output::{Refusal, say},
};

/// Write a course as a folder that can be imported again
#[derive(Debug, Args)]
#[command(after_help = "Example: portal courses export forex-sessions ./copy")]
pub struct Export {
    course: String,
    /// A new or empty folder
    #[arg(value_parser = called_path())]
    folder: PathBuf,
}

impl Export {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let course = here.course(&self.course)?;
        // Until the files are copied, no import may take one away.
        let _lock = here.media.lock_to_copy(&mut say_waiting)?;
        let (sections, contents) = here.database.read(|store| {
            let sections = store.sections(course.id)?;
            let lessons = sections.iter().flat_map(|section| &section.videos);
            let contents = lessons
                .map(|lesson| Ok((lesson.id, store.lesson_content(lesson.id)?)))
                .collect::<Result<_, StoreError>>()?;
            Ok::<_, StoreError>((sections, contents))
        })?;
        let act = by_operator(Action::CoursesExport).about(course.slug.as_str());
        record(&here.database, act)?;
        write_course_folder(&course, &sections, &contents, &here.media, &self.folder)?;
        say(&format!("{} is in {}", course.slug, self.folder.display()));
        Ok(())
    }
}
