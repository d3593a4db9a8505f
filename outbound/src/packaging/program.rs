//! Where ffmpeg is.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

/// What packages videos (contract, `PORTAL_FFMPEG`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FfmpegSetting {
    /// Nothing is packaged.
    Off,
    /// A name to be found on the path, or a path.
    Program(PathBuf),
}

/// ffmpeg, and the ffprobe that belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ffmpeg {
    pub(crate) program: PathBuf,
    pub(crate) probe: PathBuf,
}

impl FfmpegSetting {
    /// The program, if there is one. `path` is the variable `PATH`.
    #[must_use]
    pub fn find(&self, path: Option<OsString>) -> Option<Ffmpeg> {
        let Self::Program(program) = self else {
            return None;
        };
        let found = if program.components().count() > 1 {
            program.is_file().then(|| program.clone())?
        } else {
            std::env::split_paths(&path?)
                .map(|folder| folder.join(program))
                .find(|candidate| candidate.is_file())?
        };
        let probe = probe_beside(&found);
        Some(Ffmpeg {
            program: found,
            probe,
        })
    }
}

impl Ffmpeg {
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.program
    }
}

/// The ffprobe in the same folder, or else the one of the path.
fn probe_beside(ffmpeg: &Path) -> PathBuf {
    let name = ffmpeg.file_name().unwrap_or_default().to_string_lossy();
    [name.replace("ffmpeg", "ffprobe"), String::from("ffprobe")]
        .into_iter()
        .filter(|candidate| *candidate != name)
        .map(|candidate| ffmpeg.with_file_name(candidate))
        .find(|candidate| candidate.is_file())
        .unwrap_or_else(|| PathBuf::from("ffprobe"))
}
