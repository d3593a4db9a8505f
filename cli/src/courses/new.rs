//! `portal courses new`

use std::{
    fs::{self, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
};

use clap::Args;

use crate::output::{Refusal, failed, refused, say};

macro_rules! example {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../example-course/", $name)))),+]
    };
}

/// The example's files: a course of two lessons with every key of a course folder.
const EXAMPLE: &[(&str, &[u8])] = example![
    "course.toml",
    "cover.svg",
    "01-welcome.mp4",
    "01-welcome.md",
    "01-welcome.en.vtt",
    "01-welcome.chapters.vtt",
    "01-checklist.txt",
    "02-the-opening-range.md",
    "02-the-opening-range.exercises.toml",
    "02-open.csv",
];

/// Write a complete example of a course folder, to be changed by the owner; needs no installation
#[derive(Debug, Args)]
#[command(after_help = "Example: portal courses new ./my-first-course")]
pub struct New {
    /// A new or empty folder
    folder: PathBuf,
}

impl New {
    pub fn run(self) -> Result<(), Refusal> {
        let folder = &self.folder;
        fs::create_dir_all(folder).map_err(failed(folder.display()))?;
        if fs::read_dir(folder)
            .map_err(failed(folder.display()))?
            .next()
            .is_some()
        {
            return Err(refused(format!(
                "{} is not empty; name a new or an empty folder",
                folder.display()
            )));
        }
        for (name, bytes) in EXAMPLE {
            write(&folder.join(name), bytes)?;
        }
        say(&format!(
            "wrote an example into {}; change course.toml, then `portal courses check {}`",
            folder.display(),
            folder.display()
        ));
        Ok(())
    }
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), Refusal> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(file)
        .and_then(|mut new| new.write_all(bytes))
        .map_err(failed(file.display()))
}
