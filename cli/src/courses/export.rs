//! `portal courses export`

use std::path::PathBuf;

use ::courses::CourseStore;
use clap::Args;
use outbound::write_course_folder;

use crate::{
    installation::Installation,
    output::{Refusal, say},
};

/// Write a course as a folder that can be imported again
#[derive(Debug, Args)]
pub struct Export {
    course: String,
    /// A new or empty folder
    folder: PathBuf,
}

impl Export {
    pub fn run(self) -> Result<(), Refusal> {
        let here = Installation::open()?;
        let course = here.course(&self.course)?;
        // Until the files are copied, no import may take one away.
        let _lock = here.media.lock_to_copy()?;
        let sections = here.database.read(|store| store.sections(course.id))?;
        write_course_folder(&course, &sections, &here.media, &self.folder)?;
        say(&format!("{} is in {}", course.slug, self.folder.display()));
        Ok(())
    }
}
