//! `portal courses new`

use std::{
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
};

use clap::Args;

use crate::{
    called_path::called_path,
    output::{Refusal, failed, refused, say},
};

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
    #[arg(value_parser = called_path())]
    folder: PathBuf,
}

impl New {
    pub fn run(self) -> Result<(), Refusal> {
        let folder = &self.folder;
        let was_there = folder.is_dir();
        if !was_there && fs::symlink_metadata(folder).is_ok() {
            return Err(refused(format!(
                "{} is not a folder; name a new or an empty folder",
                folder.display()
            )));
        }
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
        if let Err(refusal) = write_example(folder) {
            // The folder was empty: what is left of a failed try would stop the next one.
            for (name, _) in EXAMPLE {
                let _ = fs::remove_file(folder.join(name));
            }
            if !was_there {
                let _ = fs::remove_dir(folder);
            }
            return Err(refusal);
        }
        say(&format!(
            "wrote an example into {}; change course.toml, then `portal courses check {}`",
            folder.display(),
            folder.display()
        ));
        Ok(())
    }
}

fn write_example(folder: &Path) -> Result<(), Refusal> {
    for (name, bytes) in EXAMPLE {
        let file = folder.join(name);
        File::create_new(&file)
            .and_then(|mut new| {
                new.write_all(bytes)?;
                new.sync_all()
            })
            .map_err(failed(file.display()))?;
    }
    Ok(())
}
